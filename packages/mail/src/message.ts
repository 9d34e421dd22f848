import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { encodeBase64, encodeQp, prefersQp, prepareBase64 } from './encoding.ts';
import {
  checkHeaderText,
  dateHeader,
  extraHeaders,
  mailboxHeader,
  messageIdHeader,
  MessageError,
  textHeader,
  type Mailbox,
} from './header.ts';
import { htmlToText } from './html-text.ts';
import { compile, escapeHtml, fill, valueOf, type Template, type Values } from './template.ts';

export { MessageError, type Mailbox } from './header.ts';
export type { Values } from './template.ts';

export type MessageAttachment = {
  filename: string;
  /** For example `application/pdf`. */
  contentType: string;
  /**
   * Bytes are the same for all recipients; a text may contain {{variables}}; null: given with each person, in
   * `files`.
   */
  content: Buffer | string | null;
  /** How {{variables}} in a text are escaped; default none. */
  escape?: 'html' | 'none';
  /** Key of the bytes in `files`; default the file name. */
  key?: string;
  /** Makes the attachment an inline picture, shown by `<img src="cid:…">`. */
  cid?: string;
};

/** An email to many people. `subject`, `html`, `text` and texts of attachments may contain {{variables}}. */
export type MessageTemplate = {
  from: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  html?: string;
  /** Generated from the HTML if missing. */
  text?: string;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly MessageAttachment[];
};

export type Person = {
  to: Mailbox;
  /** With angle brackets. */
  messageId: string;
  date: Date;
  extraHeaders?: Readonly<Record<string, string>>;
  /** Bytes of the attachments that differ between people, by key or file name. */
  files?: Readonly<Record<string, Buffer>>;
};

/** Builds one person's email. Throws MessageError for a missing value or for text that a header cannot contain. */
export type PreparedMessage = ((values: Values, person: Person) => Buffer) & {
  /** The variables that `values` must contain. */
  readonly variables: readonly string[];
};

type Slot = (values: Values, person: Person) => string;
type Piece = string | Slot;

/**
 * Encodes everything that does not depend on the person once; the returned function only fills the gaps. MailComposer
 * lays the message out with a marker for each part; the markers are then replaced by the pieces of the part.
 */
export const prepareMessage = (template: MessageTemplate): PreparedMessage => {
  const { html, attachments = [] } = template;
  const subject = compile(template.subject);
  const page = html === undefined ? null : compile(html);
  if (page === null && template.text === undefined) throw new MessageError('An email needs a text or an HTML part');
  const placeholders = new Set([...subject.names, ...(page?.names ?? [])]);
  const text = template.text === undefined ? compile(htmlToText(html!), placeholders) : compile(template.text);
  const files = attachments.map(fileContent);
  const contents: Content[] = [textContent(text), ...(page ? [textContent(page, escapeHtml)] : []), ...files];
  const marker = (at: number) => `part-${at}`;
  const firstFile = contents.length - files.length;
  const root = new MailComposer({
    text: marker(0),
    ...(page && { html: marker(1) }),
    attachments: attachments.map(({ filename, contentType, cid }, i) => ({
      filename,
      contentType,
      content: marker(firstFile + i),
      ...(cid && { cid, contentDisposition: 'inline' as const }),
    })),
  }).compile();
  const layout = layOut(root, new Map(contents.map((content, at) => [marker(at), content])));
  const pieces = merge([...headers(template, subject), ...layout]);
  const variables = [...new Set([...placeholders, ...text.names, ...files.flatMap(({ names }) => names)])];
  return Object.assign(
    (values: Values, person: Person) => {
      let out = '';
      for (const piece of pieces) out += typeof piece === 'string' ? piece : piece(values, person);
      return Buffer.from(out);
    },
    { variables },
  );
};

/** The headers of the message itself, without those of its content. */
const headers = ({ from, replyTo, headers: more }: MessageTemplate, subject: Template): Piece[] => {
  const subjectLine = (values: Values) => `${textHeader('Subject', fill(subject, values), 'The subject')}\r\n`;
  return [
    `${mailboxHeader('From', from, 'The sender’s name')}\r\n`,
    (_, { to }) => `${mailboxHeader('To', to, 'The recipient’s name')}\r\n`,
    subject.names.length ? subjectLine : subjectLine({}),
    (_, person) =>
      [dateHeader(person.date), messageIdHeader(person.messageId), ...extraHeaders(person.extraHeaders), ''].join(
        '\r\n',
      ),
    [...(replyTo ? [mailboxHeader('Reply-To', replyTo, 'The reply name')] : []), ...extraHeaders(more), ''].join(
      '\r\n',
    ),
    'MIME-Version: 1.0\r\n',
  ];
};

/** A part of the message: its encoding, its pieces, and the variables in it. */
type Content = { readonly encoding: string; readonly names: readonly string[]; readonly pieces: readonly Piece[] };

/** The content headers of a node and its descendants, with the pieces of each part in place of its marker. */
const layOut = (node: MimeNode, contents: ReadonlyMap<string, Content>): Piece[] => {
  const content = contents.get(String(node.content));
  if (content) node.setHeader('Content-Transfer-Encoding', content.encoding);
  // The root also contains the headers of the message, which we write ourselves.
  const lines = node.buildHeaders().split(/\r\n(?![ \t])/);
  const head = `${lines.filter((line) => /^content-/i.test(line)).join('\r\n')}\r\n\r\n`;
  if (content) return [head, ...content.pieces];
  return [
    head,
    ...node.childNodes.flatMap((child) => [`\r\n--${node.boundary || ''}\r\n`, ...layOut(child, contents)]),
    `\r\n--${node.boundary || ''}--\r\n`,
  ];
};

const textContent = (template: Template, escape: (value: string) => string = (value) => value): Content => {
  const { names, statics } = template;
  if (!prefersQp(statics.join(''))) {
    if (names.length === 0) return { encoding: 'base64', names, pieces: [encodeBase64(statics[0]!)] };
    const build = prepareBase64(statics);
    return {
      encoding: 'base64',
      names,
      pieces: [(values: Values) => build(names.map((name) => escape(valueOf(values, name))))],
    };
  }
  const pieces = statics.flatMap((text, i): Piece[] => {
    const name = names[i];
    return [encodeQp(text), ...(name ? [(values: Values) => encodeQp(escape(valueOf(values, name)))] : [])];
  });
  return { encoding: 'quoted-printable', names, pieces };
};

const fileContent = ({ filename, contentType, content, cid, escape, key }: MessageAttachment): Content => {
  if (!/^[a-z]+\/[a-z0-9.+-]+$/i.test(contentType)) throw new MessageError('An attachment has no valid content type');
  if (cid !== undefined && !/^[a-z0-9._@-]+$/i.test(cid)) throw new MessageError('A picture has no valid content id');
  checkHeaderText(filename, 'A file name');
  const encoding = 'base64';
  if (typeof content === 'string') {
    const text = compile(content);
    const escapeValue = escape === 'html' ? escapeHtml : undefined;
    const build: Slot = (values) => encodeBase64(Buffer.from(fill(text, values, escapeValue)));
    return { encoding, names: text.names, pieces: [build] };
  }
  const build: Slot = (_, { files }) => encodeBase64(personal(files, key ?? filename));
  return { encoding, names: [], pieces: [content ? encodeBase64(content) : build] };
};

const personal = (files: Person['files'], filename: string): Buffer => {
  const file = files && Object.hasOwn(files, filename) ? files[filename] : undefined;
  if (!file) throw new MessageError(`The file ${JSON.stringify(filename)} is missing`);
  return file;
};

/** Joins adjacent texts, so that building an email takes only a few concatenations. */
const merge = (pieces: Piece[]): Piece[] => {
  const out: Piece[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string' && typeof out.at(-1) === 'string') out.push(`${out.pop() as string}${piece}`);
    else out.push(piece);
  }
  return out;
};
