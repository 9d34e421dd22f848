import { randomBytes } from 'node:crypto';
import { checkAddress } from './address.ts';
import { encodeBase64, encodeQp, joinable, prefersQp, toCrlf } from './encoding.ts';
import {
  checkHeaderText,
  checkMessageId,
  encodeDate,
  encodeFilename,
  encodeHeaders,
  encodeMailbox,
  encodeText,
  MessageError,
} from './header.ts';
import { htmlToText } from './html-text.ts';
import { compile, escapeHtml, fill, valueOf, type Template, type Values } from './template.ts';

export { MessageError } from './header.ts';
export type { Values } from './template.ts';

export type Mailbox = { address: string; name?: string };

export type MessageAttachment = {
  filename: string;
  /** For example `application/pdf`. */
  contentType: string;
  /** Bytes are the same for everybody; a text may hold {{variables}}; null: given with each person, in `files`. */
  content: Buffer | string | null;
  /** How {{variables}} in a text are escaped; default none. */
  escape?: 'html' | 'none';
  /** Makes it a picture in the email, shown by `<img src="cid:…">`. */
  cid?: string;
};

/** An email for many people. `subject`, `html`, `text` and texts of attachments may hold {{variables}}. */
export type MessageTemplate = {
  from: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  html?: string;
  /** Made from the HTML when missing. */
  text?: string;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly MessageAttachment[];
};

export type Person = {
  to: Mailbox;
  /** With its angle brackets. */
  messageId: string;
  date: Date;
  extraHeaders?: Readonly<Record<string, string>>;
  /** Bytes of those attachments that differ between people, by file name. */
  files?: Readonly<Record<string, Buffer>>;
};

/** Builds one person's email; throws MessageError for a missing value or for text that a header cannot hold. */
export type PreparedMessage = ((values: Values, person: Person) => Buffer) & {
  /** The variables that `values` must hold. */
  readonly variables: readonly string[];
};

type Slot = (values: Values, person: Person) => string;
type Piece = string | Slot;

/** Encodes once whatever does not depend on the person; the result only fills the gaps. */
export const prepareMessage = (template: MessageTemplate): PreparedMessage => {
  const { html, attachments = [] } = template;
  const subject = compile(template.subject);
  const page = html === undefined ? null : compile(html);
  if (page === null && template.text === undefined) throw new MessageError('An email needs a text or an HTML part');
  const known = new Set([...subject.names, ...(page?.names ?? [])]);
  const text = template.text === undefined ? compile(htmlToText(html!), known) : compile(template.text);
  const files = attachments.map(prepareFile);

  const head = headerLines(template);
  const body = layout(text, page, files);
  const pieces = merge([
    ...head.before,
    (_, { to }) => `To: ${encodeMailbox(to.name, checkAddress(to.address), 4, 'The recipient’s name')}\r\n`,
    ...subjectLine(subject),
    (_, { date, messageId, extraHeaders }) =>
      `Date: ${encodeDate(date)}\r\nMessage-ID: ${checkMessageId(messageId)}\r\n${extraHeaders ? encodeHeaders(extraHeaders) : ''}`,
    ...head.after,
    'MIME-Version: 1.0\r\n',
    ...body,
  ]);
  const variables = [...new Set([...known, ...text.names, ...files.flatMap(({ names }) => names)])];
  return Object.assign(
    (values: Values, person: Person) => {
      let out = '';
      for (const piece of pieces) out += typeof piece === 'string' ? piece : piece(values, person);
      return Buffer.from(out);
    },
    { variables },
  );
};

const headerLines = ({ from, replyTo, headers = {} }: MessageTemplate) => ({
  before: [`From: ${encodeMailbox(from.name, checkAddress(from.address), 6, 'The sender’s name')}\r\n`],
  after: [
    replyTo ? `Reply-To: ${encodeMailbox(replyTo.name, checkAddress(replyTo.address), 10, 'The reply name')}\r\n` : '',
    encodeHeaders(headers),
  ],
});

const subjectLine = (subject: Template): Piece[] => {
  const line = (text: string) => `Subject: ${encodeText(text, 9, 'The subject')}\r\n`;
  return subject.names.length ? [(values) => line(fill(subject, values))] : [line(subject.statics[0]!)];
};

type File = { cid: string | undefined; names: readonly string[]; pieces: Piece[] };

/** mixed( related( alternative(text, html), pictures ), files ), each level only where it has something to hold. */
const layout = (text: Template, page: Template | null, files: File[]): Piece[] => {
  const plain = textPart('text/plain', text, (value) => value);
  const pictures = files.filter(({ cid }) => cid);
  const rest = files.filter(({ cid }) => !cid);
  let body = plain;
  if (page) {
    const rich = textPart('text/html', page, escapeHtml);
    body = multipart('alternative', [
      plain,
      pictures.length ? multipart('related', [rich, ...pictures.map((f) => f.pieces)]) : rich,
    ]);
  } else rest.unshift(...pictures);
  return rest.length ? multipart('mixed', [body, ...rest.map((f) => f.pieces)]) : body;
};

const multipart = (kind: string, parts: Piece[][]): Piece[] => {
  // «=_» can occur neither in quoted-printable nor in base64, so no content can look like the boundary.
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  return [
    `Content-Type: multipart/${kind};\r\n boundary="${boundary}"\r\n\r\n`,
    ...parts.flatMap((part) => [`--${boundary}\r\n`, ...part, '\r\n']),
    `--${boundary}--\r\n`,
  ];
};

const textPart = (type: string, template: Template, escape: (value: string) => string): Piece[] => {
  const qp = prefersQp(template.statics.join(''));
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${qp ? 'quoted-printable' : 'base64'}\r\n\r\n`;
  if (!qp) {
    const build = (text: string) => encodeBase64(Buffer.from(toCrlf(text)));
    return template.names.length
      ? [head, (values) => build(fill(template, values, escape))]
      : [head, build(template.statics[0]!)];
  }
  const pieces: Piece[] = [head];
  template.statics.forEach((text, i) => {
    pieces.push(joinable(encodeQp(text)));
    const name = template.names[i];
    if (name) pieces.push((values) => joinable(encodeQp(escape(valueOf(values, name)))));
  });
  return pieces;
};

const prepareFile = (file: MessageAttachment): File => {
  const { filename, contentType, content, cid } = file;
  if (!/^[a-z]+\/[a-z0-9.+-]+$/i.test(contentType)) throw new MessageError('An attachment has no valid content type');
  if (cid !== undefined && !/^[a-z0-9._@-]+$/i.test(cid)) throw new MessageError('A picture has no valid content id');
  checkHeaderText(filename, 'A file name');
  const head =
    `Content-Type: ${contentType}\r\nContent-Transfer-Encoding: base64\r\n` +
    `Content-Disposition: ${cid ? 'inline' : 'attachment'};${encodeFilename(filename)}\r\n${cid ? `Content-ID: <${cid}>\r\n` : ''}\r\n`;
  if (typeof content === 'string') {
    const text = compile(content);
    const escape = file.escape === 'html' ? escapeHtml : undefined;
    return {
      cid,
      names: text.names,
      pieces: [head, (values) => encodeBase64(Buffer.from(fill(text, values, escape)))],
    };
  }
  return {
    cid,
    names: [],
    pieces: [head, content ? encodeBase64(content) : (_, { files }) => encodeBase64(personal(files, filename))],
  };
};

const personal = (files: Person['files'], filename: string): Buffer => {
  const found = files && Object.hasOwn(files, filename) ? files[filename] : undefined;
  if (!found) throw new MessageError(`The file ${JSON.stringify(filename)} is missing`);
  return found;
};

/** Joins neighbouring texts, so that filling in is a handful of concatenations. */
const merge = (pieces: Piece[]): Piece[] => {
  const out: Piece[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string' && typeof out.at(-1) === 'string') out.push(`${out.pop() as string}${piece}`);
    else out.push(piece);
  }
  return out;
};
