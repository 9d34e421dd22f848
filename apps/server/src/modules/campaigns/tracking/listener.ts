import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import type { Platform } from '../../../platform/context.ts';
import { now } from '../../../platform/clock.ts';
import { portFailure } from '../../../platform/ports.ts';
import { openRecorder, type Recorder } from './batch.ts';
import { gotchaAddress, knownFields, NOT_FOUND, openPages, SNIPPET, type Pages } from './pages.ts';
import { findRecipient } from './tracking.repo.ts';
import type { Hit, HitKind } from './tracking.types.ts';

export type TrackingListener = { readonly server: Server; readonly recorder: Recorder; stop(): Promise<void> };
type Served = { readonly platform: Platform; readonly recorder: Recorder; readonly pages: Pages };

/** A transparent GIF as a text of bytes: so it leaves in one write with its head. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString('latin1');
const PATH = /^\/([A-Za-z0-9_-]{22})(?:\/(o\.gif|d\.gif|a|r|s))?\/?(?:\?(.*))?$/;
const CUT = 500;
/** More requests than this waiting for the disk means it is not keeping up: better a clear «later» than no memory. */
const WAITING_MAX = 20_000;

const security = [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'X-Robots-Tag',
  'noindex',
  'Content-Security-Policy',
  "default-src 'none'; img-src 'self' data:; style-src 'self' data: 'unsafe-inline'; font-src 'self' data:; script-src 'self'; " +
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
];
const pixelHead = ['Content-Type', 'image/gif', 'Content-Length', String(PIXEL.length), ...security];

/** The listener of the phishing origin. It reads no body, sets no cookie, and answers after its event is stored. */
export const startTracking = async (platform: Platform, port: number, host: string): Promise<TrackingListener> => {
  const served: Served = { platform, recorder: openRecorder(platform), pages: openPages(platform) };
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 15_000, noDelay: true },
    (request, response) => {
      answer(served, request, response).catch((error: Error) => {
        // The cause stands in the log of the batch; a flood of requests must not become a flood of lines.
        platform.log.debug({ reason: error.message }, 'a tracking request failed');
        if (!response.headersSent)
          response.writeHead(503, { 'Retry-After': '5', 'Content-Length': '0', 'Cache-Control': 'no-store' });
        response.end();
      });
    },
  );
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portFailure({ variable: 'SERGAK_PHISHING_PORT', host, port }, error)));
    server.listen(port, host, resolve);
  });
  return {
    server,
    recorder: served.recorder,
    async stop() {
      server.closeIdleConnections();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await served.recorder.flush();
      setTimeout(() => server.closeAllConnections(), 2_000).unref();
      await closed;
    },
  };
};

export const addressOfListener = (server: Server, host: string): string =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${(server.address() as AddressInfo).port}`;

const answer = async (served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  refuseBody(request, response);
  const { method, url = '/' } = request;
  const match = PATH.exec(url);
  if (!match) return fixed(request, response, url);
  const [, key = '', part = '', query = ''] = match;
  // Looking ahead is not reading: HEAD is answered alike for any key, and stores nothing.
  if (method === 'HEAD') return void response.writeHead(200, part.endsWith('.gif') ? pixelHead : htmlHead).end();
  if (method !== (part === 's' ? 'POST' : 'GET')) return notFound(response);
  if (served.recorder.waiting() > WAITING_MAX) throw new Error('too many requests are waiting');
  if (part === 'r') return afterForm(served, response, key);
  const fields = part === 's' ? knownFields(new URLSearchParams(query.slice(0, 1_000)).get('f') ?? '') : [];
  const seen = await served.recorder.record(hitOf(served.platform, request, key, kindOf(part), fields));
  if (part.endsWith('.gif'))
    return seen ? void response.writeHead(200, pixelHead).end(PIXEL, 'latin1') : notFound(response);
  if (!seen) return notFound(response);
  if (part === 's') {
    const body = JSON.stringify({ to: await served.pages.next(key, seen) });
    return void response
      .writeHead(200, [
        'Content-Type',
        'application/json',
        'Content-Length',
        String(Buffer.byteLength(body)),
        ...security,
      ])
      .end(body);
  }
  const html = await served.pages.landing(seen);
  return html === null ? redirect(response, await served.pages.next(key, seen)) : page(response, 200, html);
};

const kindOf = (part: string): HitKind =>
  part === 'o.gif'
    ? 'opened'
    : part === 's'
      ? 'entered_data'
      : part === 'a' || part === 'd.gif'
        ? 'opened_attachment'
        : 'clicked';

/** The redirect page of the campaign, or the explanation where it has none. No event: the form already was one. */
const afterForm = async (served: Served, response: ServerResponse, key: string): Promise<void> => {
  const seen = await findRecipient(served.platform.db, key);
  if (!seen) return notFound(response);
  const html = await served.pages.redirect(seen);
  return html === null ? redirect(response, gotchaAddress(served.platform, key)) : page(response, 200, html);
};

/** Whatever somebody sends along is not read: the connection ends with the answer instead. */
const refuseBody = (request: IncomingMessage, response: ServerResponse): void => {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return;
  request.pause();
  response.setHeader('Connection', 'close');
  response.shouldKeepAlive = false;
  response.once('finish', () => request.socket.destroySoon());
};

const hitOf = (
  platform: Platform,
  request: IncomingMessage,
  key: string,
  kind: HitKind,
  fields: readonly string[],
): Hit => {
  const { headers } = request;
  const ahead = `${header(headers.purpose)} ${header(headers['sec-purpose'])} ${header(headers['x-purpose'])} ${header(headers['x-moz'])}`;
  return {
    key,
    kind,
    fields,
    at: now(),
    address: addressOf(platform, request),
    userAgent: clean(headers['user-agent'] ?? ''),
    prefetch: /prefetch|prerender|preview/i.test(ahead),
    browserLike: headers['accept-language'] !== undefined && /text\/html|image\/|\*\/\*/.test(headers.accept ?? ''),
  };
};
const header = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(' ') : (value ?? '');
const clean = (text: string): string =>
  (/[^\x20-\x7e]/.test(text) ? text.replace(/\p{Cc}/gu, ' ') : text).slice(0, CUT);

/** Behind a proxy that is trusted, the last address it names: the one it has seen itself. */
const addressOf = (platform: Platform, request: IncomingMessage): string | null => {
  const forwarded = platform.config.trustProxy
    ? header(request.headers['x-forwarded-for']).split(',').at(-1)?.trim()
    : undefined;
  const address = (forwarded && isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? '')).replace(
    /^::ffff:(?=\d+\.)/,
    '',
  );
  return isIP(address) ? address.replace(/%.*$/, '') : null;
};

const htmlHead = ['Content-Type', 'text/html; charset=utf-8', ...security];
const page = (response: ServerResponse, status: number, html: string): void => {
  response.writeHead(status, [...htmlHead, 'Content-Length', String(Buffer.byteLength(html))]).end(html);
};
const notFound = (response: ServerResponse): void => page(response, 404, NOT_FOUND);
const redirect = (response: ServerResponse, to: string): void => {
  response.writeHead(302, [...security, 'Location', to, 'Content-Length', '0']).end();
};

const fixed = (request: IncomingMessage, response: ServerResponse, url: string): void => {
  const path = url.split('?')[0];
  const read = request.method === 'GET' || request.method === 'HEAD';
  const send = (type: string, text: string) =>
    void response
      .writeHead(200, [
        'Content-Type',
        type,
        'X-Content-Type-Options',
        'nosniff',
        'Content-Length',
        String(Buffer.byteLength(text)),
      ])
      .end(text);
  if (read && path === '/s.js') return send('text/javascript; charset=utf-8', SNIPPET);
  if (read && path === '/robots.txt') return send('text/plain', 'User-agent: *\nDisallow: /\n');
  // Every browser asks for it beside a page; a plain «none» leaves no fault in its console.
  if (read && path === '/favicon.ico') return void response.writeHead(204, security).end();
  if (read && path === '/health') return send('application/json', '{"status":"ok"}');
  return notFound(response);
};
