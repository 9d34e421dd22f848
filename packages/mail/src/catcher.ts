import type { AddressInfo } from 'node:net';
import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

export type CaughtEnvelope = { from: string; to: string[] };

export type CatcherOptions = {
  /** 0 selects any free port. */
  port: number;
  /** Must resolve once the email is safely stored: the sender gets its 250 only then. */
  onMessage(raw: Buffer, envelope: CaughtEnvelope): Promise<void>;
  /** Called for each email that could not be stored. */
  onError?: (error: unknown) => void;
  /** Default 25 MB. */
  maxBytes?: number;
};

export type Catcher = { port: number; stop(): Promise<void> };

/** Starts an SMTP server on 127.0.0.1 that accepts every email, passes it to `onMessage` and relays none. */
export const startCatcher = async (options: CatcherOptions): Promise<Catcher> => {
  const { onMessage, onError = () => {}, maxBytes = 25 * 1024 * 1024 } = options;
  const server = new SMTPServer({
    name: 'localhost',
    banner: 'mail catcher',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    closeTimeout: 2_000,
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
      collect(stream, maxBytes)
        .then((raw) => onMessage(raw, envelope))
        .then(
          () => done(null),
          (error: unknown) => {
            const tooLarge = error instanceof TooLarge;
            if (!tooLarge) onError(error);
            done(
              replyError(
                tooLarge ? 552 : 451,
                tooLarge ? 'the email is too large' : 'the email could not be stored, try again later',
              ),
            );
          },
        );
    },
  });
  server.on('error', onError);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

class TooLarge extends Error {}

const replyError = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

const collect = (stream: SMTPServerDataStream, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // An email over the limit is read up to the final dot, but its bytes are dropped.
      if (size <= maxBytes) chunks.push(chunk);
    });
    stream.on('error', reject);
    stream.on('end', () =>
      size > maxBytes || stream.sizeExceeded ? reject(new TooLarge()) : resolve(Buffer.concat(chunks)),
    );
  });

export type ParsedEmail = {
  from: { name: string; address: string } | null;
  to: { name: string; address: string }[];
  subject: string;
  date: Date | null;
  /** Contains the pictures of the email as data: addresses. Untrusted: show it in a sandboxed frame only. */
  html: string | null;
  text: string | null;
  attachments: { name: string; content_type: string; content: Buffer }[];
  /** In their original order; unfolded, otherwise unchanged. */
  headers: { name: string; value: string }[];
};

/** Parses a caught email for display. */
export const parseEmail = async (raw: Buffer): Promise<ParsedEmail> => {
  const mail = await PostalMime.parse(raw);
  return {
    from: mailboxes(mail.from ? [mail.from] : [])[0] ?? null,
    to: mailboxes(mail.to ?? []),
    subject: mail.subject ?? '',
    date: mail.date === undefined || Number.isNaN(Date.parse(mail.date)) ? null : new Date(mail.date),
    html: mail.html === undefined ? null : withPictures(mail.html, mail.attachments),
    text: mail.text?.replaceAll('\r\n', '\n') ?? null,
    attachments: mail.attachments
      .filter(({ related }) => !related)
      .map((one) => ({ name: one.filename ?? '', content_type: one.mimeType, content: contentOf(one) })),
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
  };
};

const mailboxes = (list: readonly Address[]) => list.flatMap((one) => (one.group ? one.group : [one]));
/** The bytes of an attachment; the parser has changed the line breaks of a calendar. */
export const contentOf = ({ mimeType, content }: Attachment): Buffer => {
  const bytes = Buffer.from(content as ArrayBuffer);
  return mimeType === 'text/calendar' ? Buffer.from(bytes.toString().replaceAll('\n', '\r\n')) : bytes;
};
const withPictures = (html: string, files: readonly Attachment[]): string => {
  const pictures = new Map(files.filter((one) => one.related).map((one) => [one.contentId, one]));
  return html.replace(/\bcid:([^"'\s>]{1,255})/g, (link, id: string) => {
    const found = pictures.get(`<${id}>`);
    return found ? `data:${found.mimeType};base64,${contentOf(found).toString('base64')}` : link;
  });
};
