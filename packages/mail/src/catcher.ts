import type { AddressInfo } from 'node:net';
import { simpleParser, type AddressObject } from 'mailparser';
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
  attachments: { name: string; size: number; content_type: string }[];
  /** In their original order; unfolded, otherwise unchanged. */
  headers: { name: string; value: string }[];
};

/** Parses a caught email for display. */
export const parseEmail = async (raw: Buffer): Promise<ParsedEmail> => {
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true });
  return {
    from: addressesOf(mail.from)[0] ?? null,
    to: addressesOf(mail.to),
    subject: mail.subject ?? '',
    date: mail.date ?? null,
    html: mail.html || null,
    text: mail.text ?? null,
    attachments: mail.attachments
      .filter(({ related }) => !related)
      .map(({ filename, size, contentType }) => ({ name: filename ?? '', size, content_type: contentType })),
    headers: mail.headerLines.map(({ line }) => {
      const colon = line.indexOf(':');
      return {
        name: line.slice(0, colon),
        value: line
          .slice(colon + 1)
          .replace(/\r?\n(?=[ \t])/g, '')
          .trim(),
      };
    }),
  };
};

const addressesOf = (field: AddressObject | AddressObject[] | undefined): { name: string; address: string }[] =>
  (field ? [field].flat() : [])
    .flatMap(({ value }) => value.flatMap((entry) => entry.group ?? [entry]))
    .map(({ name, address }) => ({ name, address: address ?? '' }));
