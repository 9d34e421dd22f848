import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isServerText, type TextTree } from '@sergak/contract/texts.rules.ts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { AppError } from '../errors.ts';
import { ownValue } from '../own-value.ts';
import { textFiles } from '../texts.ts';
import { typesetTree } from '../typeset.ts';
import { serveAssets } from './assets.ts';
import { sendText } from './send-json.ts';

const PLACEHOLDER = /(<script type="application\/json" id="sergak-config">)[^<]*(<\/script>)/;

/** Texts of the catalogue hold no secret that their length could reveal. */
const COMPRESSED_FROM = 1_000;
const typesetFile = (json: string): string => JSON.stringify(typesetTree(JSON.parse(json) as TextTree));
/** The texts of the web by path below `locales`, with their tags: no path of a request reaches the file system. */
const served = new Map(
  [...textFiles]
    .filter(([file]) => !isServerText(file))
    .map(([file, json]): [string, string] => [file, file.startsWith('ru/') ? typesetFile(json) : json])
    .map(([file, text]) => [file, { text, tag: `W/"${createHash('sha1').update(text).digest('base64url')}"` }]),
);

/**
 * Serves the built web under /lk: its files with long-lived caching, its texts, and index.html with the
 * run-time configuration for every other address (`configuration` returns it as JSON).
 */
export const serveWeb = async (
  app: FastifyInstance,
  platform: Platform,
  folder: string,
  configuration: () => Promise<object>,
): Promise<void> => {
  app.get<{ Params: { '*': string } }>('/lk/locales/*', async (request, reply) => {
    const name = request.params['*'].replaceAll('__', '/');
    const found = served.get(name);
    if (!found) throw new AppError('common.not_found');
    void reply.header('etag', found.tag).header('cache-control', 'no-cache').type('application/json; charset=utf-8');
    if (request.headers['if-none-match'] === found.tag) return reply.status(304).send();
    await sendText(request, reply, found.text, COMPRESSED_FROM);
    return reply;
  });
  app.get('/', (_request, reply) => reply.redirect('/lk/'));
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /\n'));
  if (!existsSync(join(folder, 'index.html'))) {
    platform.log.warn('the web application is not built: run `npm start`, or `npm run dev` for development');
    return;
  }
  await serveAssets(app, join(folder, 'assets'), '/lk/assets/');
  const shell = readFileSync(join(folder, 'index.html'), 'utf8');
  const publicFiles = new Map(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'index.html')
      .map((entry) => [`/lk/${entry.name}`, readFileSync(join(folder, entry.name))]),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!;
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const file = publicFiles.get(path);
    if (file && reading) return reply.type(typeOf(path)).header('cache-control', 'max-age=3600').send(file);
    const page = reading && /^\/lk(\/|$)/.test(path) && !/^\/lk\/(api|assets|locales|events|files)\//.test(path);
    if (!page) throw new AppError('common.not_found');
    const json = JSON.stringify(await configuration()).replaceAll('<', '\\u003c');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(shell.replace(PLACEHOLDER, (_, open: string, close: string) => open + json + close));
  });
};

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  txt: 'text/plain',
  webmanifest: 'application/manifest+json',
};
const typeOf = (path: string) => ownValue(types, path.slice(path.lastIndexOf('.') + 1)) ?? 'application/octet-stream';
