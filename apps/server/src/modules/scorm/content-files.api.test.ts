import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { scormImportResult, type AllowedHost } from '@sergak/contract/scorm/scorm.schema.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, platform, runJobs } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { packageEntries, zipOf } from '../../../test/make/scorm.ts';
import type { Platform } from '../../platform/context.ts';
import { createContentOrigin } from '../../platform/http/content-origin.ts';
import { addContentFiles } from './content-files.routes.ts';

const WILDCARD = 'http://*.content.test';
const origins: FastifyInstance[] = [];

/** A content origin on a real port. */
const openOrigin = async (on: Platform): Promise<string> => {
  const app = await createContentOrigin(on, {});
  await addContentFiles(app, on);
  await app.listen({ host: '127.0.0.1', port: 0 });
  origins.push(app);
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
};

let on: Platform;
let base: string;
let page: string;
let allow: (hosts: AllowedHost[]) => Promise<unknown>;

beforeAll(async () => {
  on = await platform();
  on.urls.portal = 'http://portal.test';
  base = await openOrigin(on);
  on.urls.content = base;
  const org = await make.organization();
  const manager = await make.operator(org);
  const path = join(on.files.scratch, `${randomUUID()}.upload`);
  const bytes = zipOf([
    ...packageEntries(),
    { name: 'video.mp4', data: '0123456789' },
    { name: 'tool.exe', data: 'MZ' },
  ]);
  await writeFile(path, bytes);
  const upload = { path, name: 'a.zip', type: 'application/zip', size: bytes.length };
  const { task_id } = await call('scorm.create-course', manager, {}, { package: upload });
  await runJobs('scorm.import-package', org.id);
  const { result } = await call('tasks.get', manager, { id: task_id });
  const { course_id, package_id } = scormImportResult.parse(result);
  allow = (allowed_hosts) => call('scorm.allow-hosts', manager, { id: course_id, allowed_hosts });
  const { url } = await call('scorm.preview', manager, { id: course_id });
  page = url.replace(/player$/, `c/${package_id}/index.html`);
});
afterAll(async () => {
  for (const app of origins) await app.close();
});

test('hosts that the organisation allows are in the policy of the package, for what they are allowed', async () => {
  await allow([
    { host: 'cdn.test', uses: ['script', 'style'] },
    { host: 'video.test', uses: ['frame'] },
  ]);
  const { headers } = await fetch(page);
  const csp = headers.get('content-security-policy')!;
  const of = (name: string) => csp.split('; ').find((rule) => rule.startsWith(`${name} `)) ?? '';
  for (const name of ['script-src', 'style-src']) expect(of(name)).toMatch(/'self'.* https:\/\/cdn\.test$/);
  expect(of('frame-src')).toMatch(/'self'.* https:\/\/video\.test$/);
  expect(of('font-src')).toBe('');
  expect(of('default-src')).not.toContain('.test');
  expect(of('connect-src')).toBe("connect-src 'self'");
  expect(headers.get('referrer-policy')).toBe('strict-origin');
  await allow([]);
  expect((await fetch(page)).headers.get('content-security-policy')).not.toContain('cdn.test');
});

test('a page of a package is sandboxed, has no cookies and is cached for this person only', async () => {
  const answer = await fetch(page);
  expect(answer.status).toBe(200);
  const csp = answer.headers.get('content-security-policy')!;
  expect(csp).toContain('sandbox allow-scripts allow-same-origin');
  for (const rule of ["connect-src 'self'", "form-action 'self'", "frame-ancestors 'self' http://portal.test"])
    expect(csp).toContain(rule);
  expect(csp).not.toContain('allow-top-navigation');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('parts of media are sent on request, unknown types only as a download', async () => {
  const video = page.replace('index.html', 'video.mp4');
  const part = await fetch(video, { headers: { range: 'bytes=2-4' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
  expect((await fetch(video, { headers: { range: 'bytes=20-' } })).status).toBe(416);
  const head = await fetch(video, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
  const tool = await fetch(page.replace('index.html', 'tool.exe'));
  expect([tool.headers.get('content-type'), tool.headers.get('content-disposition')]).toEqual([
    'application/octet-stream',
    'attachment',
  ]);
});

test('forged tokens, other packages, other paths, other methods and service workers are rejected', async () => {
  const token = page.split('/')[4]!;
  const packageId = page.split('/')[6]!;
  const statuses = await Promise.all([
    fetch(page.replace(token, `${token}x`)),
    fetch(page.replace(packageId, randomUUID())),
    fetch(page.replace('index.html', 'INDEX.html')),
    fetch(page.replace('index.html', '%2e%2e%2findex.html')),
    fetch(page, { method: 'POST' }),
    fetch(page, { headers: { 'service-worker': 'script' } }),
  ]);
  expect(statuses.map((one) => one.status)).toEqual([404, 404, 404, 404, 404, 403]);
});

test('with a wildcard each launch has a host name of its own, and other hosts are rejected', async () => {
  const wild: Platform = { ...on, config: { ...on.config, contentWildcard: WILDCARD } };
  const origin = new URL(await openOrigin(wild));
  const { launchOrigin } = await import('./launch-token.ts');
  const path = new URL(page).pathname;
  const host = new URL(launchOrigin(wild, path.split('/')[2]!)).host;
  expect(host).toMatch(/^l-[0-9a-f]{32}\.content\.test$/);
  const statusAt = (name: string) =>
    new Promise<number>((done, fail) => {
      const sent = httpRequest(
        { host: origin.hostname, port: origin.port, path, headers: { host: name } },
        (answer) => {
          void text(answer).then(() => done(answer.statusCode!));
        },
      );
      sent.on('error', fail).end();
    });
  expect(await statusAt(host)).toBe(200);
  expect(await statusAt('l-00000000000000000000000000000000.content.test')).toBe(404);
  expect(await statusAt('a.b.content.test')).toBe(421);
  expect(await statusAt('evil.test')).toBe(421);
});
