import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '../../platform/context.ts';
import { now } from '../../platform/clock.ts';
import { portFailure } from '../../platform/ports.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { isEventId, newEventId } from './event-id.ts';
import { gotchaAddress, knownFields, knownFormats, openPages, type Pages } from './pages.ts';
import { askingPage, laterPage, NOT_FOUND, SNIPPET } from './snippet.ts';
import { findPinnedPicture, findRecipient } from './pages.query.ts';
import type { Hit, HitKind, Seen } from './tracking.types.ts';

export type TrackingListener = { readonly server: Server; readonly recorder: Recorder; stop(): Promise<void> };
type Served = { readonly platform: Platform; readonly recorder: Recorder; readonly pages: Pages };

/** A transparent GIF as a latin1 string, so that head and body are sent in one write. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString('latin1');
const PATH = /^\/([A-Za-z0-9_-]{22})(?:\/(o\.gif|d\.gif|a|r|s|h))?\/?(?:\?(.*))?$/;
const PICTURE_PATH = /^\/i\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;
const CUT = 500;

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

/** Starts the listener of the phishing origin. It reads no body, sets no cookie, and answers after the event is stored. */
export const startTracking = async (platform: Platform, port: number, host: string): Promise<TrackingListener> => {
  const served: Served = { platform, recorder: openRecorder(platform), pages: openPages(platform) };
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 15_000, noDelay: true },
    (request, response) => {
      answer(served, request, response).catch((error: Error) => {
        // The batch logs the cause at a higher level; a flood of requests must not flood the log.
        platform.log.debug({ reason: error.message }, 'a tracking request failed');
        if (response.headersSent) response.end();
        else page(response, 503, laterPage((request.url ?? '/').replace(/[^\w/?=&.,-]/g, '')), ['Retry-After', '3']);
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
  rejectBody(request, response);
  const { method, url = '/' } = request;
  const match = PATH.exec(url);
  if (!match) {
    const picture = PICTURE_PATH.exec(url)?.[1];
    return picture ? sendPicture(served.platform, request, response, picture) : fixed(request, response, url);
  }
  const [, key = '', part = '', query = ''] = match;
  // HEAD is answered alike for any key and stores nothing, because previews use it.
  if (method === 'HEAD') return void response.writeHead(200, part.endsWith('.gif') ? pixelHead : htmlHead).end();
  if (method !== (part === 's' || part === 'h' ? 'POST' : 'GET')) return notFound(response);
  if (part === 'r') return showRedirectPage(served, response, key);
  const hit = hitOf(served.platform, request, key, part, query);
  const seen = await served.recorder.record(hit);
  if (seen === 'later') return answerForRetry(response, hit, part);
  if (!seen) return notFound(response);
  if (part.endsWith('.gif')) return void response.writeHead(200, pixelHead).end(PIXEL, 'latin1');
  if (part === 'h') return void response.writeHead(204, security).end();
  // The event is stored. If a page cannot be read now, the repeated request carries the same event id.
  return follow(served, response, hit, seen, part).catch(() => answerForRetry(response, hit, part));
};

/** Answers a stored click or form. If the click waits for evidence, the landing page reports its first use. */
const follow = async (
  { pages }: Served,
  response: ServerResponse,
  { key }: Hit,
  seen: Seen,
  part: string,
): Promise<void> => {
  if (part === 's') return json(response, 200, { to: await pages.next(key, seen) });
  const html = await pages.landing(seen);
  if (html === null) return redirect(response, await pages.next(key, seen));
  page(response, 200, seen.unconfirmed ? askingPage(html) : html);
};

/**
 * Answers while the database is away. The event is kept in memory and not confirmed as stored: a page and a form are
 * requested again under the same event id until it is. A picture is not requested again.
 */
const answerForRetry = (response: ServerResponse, { key, id }: Hit, part: string): void => {
  if (part.endsWith('.gif')) return void response.writeHead(200, pixelHead).end(PIXEL, 'latin1');
  if (part === 's' || part === 'h') return json(response, 503, { again: id });
  page(response, 503, laterPage(`/${key}${part === '' ? '' : `/${part}`}?e=${id}`), ['Retry-After', '3']);
};

const json = (response: ServerResponse, status: number, value: object): void => {
  const body = JSON.stringify(value);
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, ['Content-Type', 'application/json', 'Content-Length', length, ...security]).end(body);
};

const kinds: Readonly<Record<string, HitKind>> = {
  'o.gif': 'opened',
  s: 'entered_data',
  h: 'used_page',
  a: 'opened_attachment',
  'd.gif': 'opened_attachment',
};

/** Shows the campaign's redirect page, or the explanation if it has none. No event is stored: the form already was one. */
const showRedirectPage = async (served: Served, response: ServerResponse, key: string): Promise<void> => {
  const seen = await findRecipient(served.platform.db, key);
  if (!seen) return notFound(response);
  const html = await served.pages.redirect(seen);
  return html === null ? redirect(response, gotchaAddress(served.platform, key)) : page(response, 200, html);
};

/** Never reads a body: answers and closes the connection instead. */
const rejectBody = (request: IncomingMessage, response: ServerResponse): void => {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return;
  request.pause();
  response.setHeader('Connection', 'close');
  response.shouldKeepAlive = false;
  response.once('finish', () => request.socket.destroySoon());
};

const hitOf = (platform: Platform, request: IncomingMessage, key: string, part: string, query: string): Hit => {
  const { headers } = request;
  const ahead = `${header(headers.purpose)} ${header(headers['sec-purpose'])} ${header(headers['x-purpose'])} ${header(headers['x-moz'])}`;
  const named = query === '' ? null : new URLSearchParams(query.slice(0, 1_000));
  const at = now();
  const kind = kindOf(part, named?.get('f') ?? '');
  const id = named?.get('e') ?? '';
  const again = isEventId(id, kind);
  return {
    id: again ? id : newEventId(at, kind),
    again,
    key,
    kind,
    picture: part === 'd.gif',
    fields: fieldsOf(kind, named?.get('f') ?? ''),
    at,
    address: addressOf(platform, request),
    userAgent: clean(headers['user-agent'] ?? ''),
    prefetch: /prefetch|prerender|preview/i.test(ahead),
    browserLike: headers['accept-language'] !== undefined && /text\/html|image\/|\*\/\*/.test(headers.accept ?? ''),
  };
};
/** A form without anything typed is only another click. */
const kindOf = (part: string, filled: string): HitKind =>
  part === 's' && knownFields(filled).length === 0 ? 'clicked' : (kinds[part] ?? 'clicked');

/** The kinds of filled fields of a form, or the format of the attachment that reported. */
const fieldsOf = (kind: HitKind, list: string): string[] =>
  kind === 'entered_data' ? knownFields(list) : kind === 'opened_attachment' ? knownFormats(list) : [];
const header = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(' ') : (value ?? '');
const clean = (text: string): string =>
  (/[^\x20-\x7e]/.test(text) ? text.replace(/\p{Cc}/gu, ' ') : text).slice(0, CUT);

/** Behind a trusted proxy, returns the last forwarded address, which is the one that the proxy itself saw. */
const addressOf = (platform: Platform, request: IncomingMessage): string | null => {
  const forwarded = platform.config.trustProxy
    ? header(request.headers['x-forwarded-for']).split(',').at(-1)?.trim()
    : undefined;
  const address = (forwarded && isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? '')).replace(
    /^::ffff:(?=\d+\.)/,
    '',
  );
  return isIP(address) ? address.replace(/%[^]*$/, '') : null;
};

const htmlHead = ['Content-Type', 'text/html; charset=utf-8', ...security];
const page = (response: ServerResponse, status: number, html: string, more: readonly string[] = []): void => {
  response.writeHead(status, [...htmlHead, ...more, 'Content-Length', String(Buffer.byteLength(html))]).end(html);
};
/** Sends a picture of a landing or redirect page. The bytes of a file never change. */
const sendPicture = async (
  platform: Platform,
  request: IncomingMessage,
  response: ServerResponse,
  fileId: string,
): Promise<void> => {
  const found = request.method === 'GET' ? await findPinnedPicture(platform.db, fileId) : undefined;
  if (!found) return notFound(response);
  const stream = await platform.files.read(found.storage_key);
  const head = ['Content-Type', found.content_type, 'Content-Length', String(found.size), ...security.slice(2)];
  response.writeHead(200, [...head, 'Cache-Control', 'public, max-age=31536000, immutable']);
  await pipeline(stream, response);
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
  // Every browser requests the icon; a 204 avoids an error in its console.
  if (read && path === '/favicon.ico') return void response.writeHead(204, security).end();
  if (read && path === '/health') return send('application/json', '{"status":"ok"}');
  return notFound(response);
};
