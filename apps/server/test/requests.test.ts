import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@sergak/contract/access/roles.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Platform } from '../src/platform/context.ts';
import { serveWeb } from '../src/platform/http/web-files.ts';
import { createPlatform } from '../src/platform/platform.ts';
import { runJobs, stored } from './app.ts';
import * as make from './make/index.ts';
import { PASSWORD, withPassword } from './own-password.ts';
import { openPortal, type Portal } from './portal.ts';

// Request handling before and after the call itself: limits, hosts, credentials, bodies, errors.

const ME = '/lk/api/v2/users/me';
const CONFIG = '/lk/config.json';

describe('limits', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal(undefined, {
      limits: { session: { reads: 5, writes: 5 }, address: { reads: 8, writes: 8 } },
    });
  });
  afterAll(() => portal.close());
  const statuses = async (count: number, path: string, token: string | null) => {
    const all = [];
    for (let i = 0; i < count; i += 1) all.push((await portal.ask('GET', path, token)).status);
    return all;
  };

  test('count each session behind one address separately', async () => {
    const org = await make.organization();
    const tokens = [];
    for (let i = 0; i < 3; i += 1) tokens.push(await portal.signIn(await make.employee(org)));
    for (const token of tokens) expect(await statuses(5, ME, token)).toEqual([200, 200, 200, 200, 200]);
    const rejected = await portal.ask('GET', ME, tokens[0]!);
    expect([rejected.status, rejected.body.code]).toEqual([429, 'request.rate_limited']);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statuses(1, CONFIG, tokens[0]!)).toEqual([200]);
  });

  test('count requests without a valid session by address', async () => {
    for (let i = 0; i < 4; i += 1) {
      expect((await portal.ask('GET', ME, null)).status).toBe(401);
      expect((await portal.ask('GET', ME, `${'x'.repeat(42)}${i}`)).status).toBe(401);
    }
    expect((await portal.ask('GET', ME, 'y'.repeat(43))).status).toBe(429);
    const token = await portal.signIn(await make.employee(await make.organization()));
    expect(await statuses(1, ME, token), 'who has signed in goes on').toEqual([200]);
  });
});

describe('the portal', () => {
  let portal: Portal;
  beforeAll(async () => {
    const web = await mkdtemp(join(tmpdir(), 'sergak-web-'));
    await mkdir(join(web, 'assets'));
    await writeFile(join(web, 'index.html'), '<!doctype html>');
    await writeFile(join(web, 'assets', 'app.js'), '1');
    portal = await openPortal((app, on) => serveWeb(app, on, web, async () => ({})));
  });
  afterAll(() => portal.close());

  const start = async (role: Role = 'super_user') => {
    const org = await make.organization();
    const administrator = await make.employee(org, { role });
    return { org, administrator, token: await portal.signIn(administrator) };
  };
  /** Sends raw text, which no HTTP client would send; returns the status line and everything after it. */
  const raw = (text: string): Promise<string> =>
    new Promise((done, fail) => {
      const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
      let answer = '';
      socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
      socket.once('error', fail).once('close', () => done(answer));
      socket.write(text);
    });
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

  describe('hosts', () => {
    const ask = async (host: string, more = '') =>
      statusOf(await raw(`GET ${CONFIG} HTTP/1.1\r\nhost: ${host}\r\n${more}connection: close\r\n\r\n`));

    test('that are unknown are rejected before anything else', async () => {
      for (const host of ['evil.example', 'evil.example:4100', '10.1.2.3', '127.0.0.1.evil.example'])
        expect([host, await ask(host)]).toEqual([host, 421]);
      expect(await ask('evil.example', 'x-forwarded-host: 127.0.0.1\r\n'), 'no proxy is trusted').toBe(421);
    });

    test('of this machine and of the configured origin are accepted', async () => {
      for (const host of ['localhost:1', '127.0.0.1', '[::1]:4100', new URL(portal.platform.urls.portal).host])
        expect([host, await ask(host)]).toEqual([host, 200]);
    });

    test('behind a proxy are taken from its header and from the configured names', async () => {
      const on: Platform = {
        ...portal.platform,
        config: { ...portal.platform.config, trustProxy: true, allowedHosts: ['portal.internal'] },
        urls: { ...portal.platform.urls, portal: 'https://learn.company.test' },
      };
      const behind = await openPortal(undefined, { on });
      const get = async (headers: Record<string, string>) =>
        (await behind.app.inject({ url: CONFIG, headers: { host: 'upstream:4100', ...headers } })).statusCode;
      expect(await get({})).toBe(421);
      expect(await get({ 'x-forwarded-host': 'learn.company.test' })).toBe(200);
      expect(await get({ 'x-forwarded-host': 'evil.example' })).toBe(421);
      expect(await get({ host: 'Learn.Company.test' })).toBe(200);
      expect(await get({ host: 'portal.internal:8080' })).toBe(200);
      await behind.close();
    });
  });

  describe('credentials', () => {
    test('of two sessions in one request are rejected; the same one twice is accepted', async () => {
      const [first, second] = [await start(), await start()];
      const me = (cookie: string, headers: Record<string, string> = {}) =>
        portal.ask('GET', ME, first.token, undefined, { cookie: `sergak_session=${cookie}`, ...headers });
      const mixed = await me(second.token);
      expect([mixed.status, mixed.body.code]).toEqual([400, 'request.two_sessions']);
      expect((await me(first.token)).body.id).toBe(first.administrator.id);
      expect((await me(first.token, { 'x-auth-token': second.token })).status).toBe(400);
    });

    test('are cleared at sign-out, together with the browser cache', async () => {
      const { token } = await start();
      const out = await portal.ask('POST', '/lk/api/v2/auth/logout', token, {});
      expect([out.status, out.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
      expect(out.headers.get('set-cookie')).toMatch(/sergak_session=;/);
    });
  });

  test('the web gets its texts, and not those of emails and files', async () => {
    const found = async (file: string) => (await portal.ask('GET', `/lk/locales/${file}.json`, null)).status;
    expect([await found('ru/employees/import'), await found('ru/server')]).toEqual([200, 404]);
    // The specification: a double underscore in the name of a namespace is a slash of its path.
    expect(await found('ru/employees__import')).toBe(200);
    const { headers } = await portal.ask('GET', '/lk/locales/ru/commons.json', null);
    expect(headers.get('content-encoding')).toBe('gzip');
  });

  describe('errors', () => {
    test('are never cached', async () => {
      for (const path of [ME, '/lk/api/v2/nothing', '/lk/assets/nothing.js'])
        expect([path, (await portal.ask('GET', path, null)).headers.get('cache-control')]).toEqual([path, 'no-store']);
    });

    test('of paths with `..` are 4xx', async () => {
      for (const path of [
        '/lk/assets/../../package.json',
        '/lk/assets/%2e%2e/%2e%2e/package.json',
        '/lk/assets/..%2f..%2fx',
      ]) {
        const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
        expect([path, statusOf(answer) >= 400 && statusOf(answer) < 500]).toEqual([path, true]);
      }
    });

    test('of malformed forms are 400', async () => {
      const { token } = await start();
      const forms = [
        [
          'multipart/form-data; boundary=x',
          '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na',
        ],
        ['multipart/form-data; boundary=x', 'nothing of a form'],
        ['multipart/form-data', '--x--'],
        ['multipart/form-data; boundary=x', '--x\r\n\r\n\r\n--x--\r\n'],
      ];
      for (const [type, body] of forms) {
        const answer = await fetch(`${portal.url}/lk/api/v2/users/employee/csv/info`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': type! },
          body: body!,
        });
        expect([body, answer.status >= 400 && answer.status < 500], await answer.text()).toEqual([body, true]);
      }
    });

    test('of a disk that rejects an upload are 503, and the client gets the answer', async () => {
      const broken: Platform = {
        ...portal.platform,
        files: { ...portal.platform.files, scratch: join(portal.platform.files.scratch, 'gone') },
      };
      const other = await openPortal(undefined, { on: broken });
      const { token } = await start();
      const form = new FormData();
      form.set('file', new Blob([Buffer.alloc(20_000_000, 'a;b\n')]), 'staff.csv');
      const answer = await fetch(`${other.url}/lk/api/v2/users/employee/csv/info`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ code: 'server.unavailable' });
      await other.close();
    });

    test('of an unavailable database are 503', async () => {
      const { config, log } = portal.platform;
      const on = await createPlatform(config, 'postgres://nobody@127.0.0.1:1/nothing', log);
      const other = await openPortal(undefined, { on });
      const answer = await other.ask('GET', ME, 'x'.repeat(43));
      expect([answer.status, answer.body.code]).toEqual([503, 'server.unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      await other.close();
      await on.db.close();
    });
  });

  describe('bodies', () => {
    test('that a call would ignore are rejected; none and an empty one are accepted', async () => {
      const { token } = await start();
      const end = (body?: unknown, headers = {}) =>
        portal.ask('DELETE', '/lk/api/v2/auth/sessions', token, body, headers);
      for (const body of [{ all: true }, ['a'], 'true', '"a"']) {
        const answer = await end(body);
        expect([body, answer.status, answer.body.code]).toEqual([body, 422, 'request.invalid']);
      }
      for (const body of [undefined, {}, 'null']) expect([body, (await end(body)).status]).toEqual([body, 200]);
      expect((await end('', { 'content-type': 'application/json' })).status, 'an empty text as JSON').toBe(200);
    });

    test('are required by a bulk call, whatever its address contains', async () => {
      const { token, org } = await start();
      await make.employee(org);
      const answer = await portal.ask('POST', '/lk/api/v2/users/employee/bulk-delete?need_all=true', token);
      expect([answer.status, answer.body.code]).toEqual([422, 'request.invalid']);
      expect((await portal.ask('GET', '/lk/api/v2/users', token)).body.total_count).toBe(2);
    });
  });

  test('security events are counted and logged, without the value that was tried', async () => {
    const { administrator } = await start();
    const lines: Record<string, unknown>[] = [];
    const log = { ...portal.platform.log, warn: (line: Record<string, unknown>) => lines.push(line) } as never;
    const other = await openPortal(undefined, { on: { ...portal.platform, log } });
    const employee = await other.signIn(await make.employee(await make.organization()));
    const { securityEvents } = portal.platform.metrics;
    const counted = async () => {
      const { values } = await securityEvents.get();
      return Object.fromEntries(values.map((one) => [`${one.labels.event} ${one.labels.code}`, one.value]));
    };
    const before = await counted();
    await other.ask(
      'POST',
      '/lk/api/v2/auth/login',
      null,
      { email: administrator.email, password: 'guess-42' },
      { 'x-requested-with': 'sergak' },
    );
    await other.ask('GET', '/lk/api/v2/users', employee);
    await other.app.inject({ url: CONFIG, headers: { host: 'evil.example' } });
    const after = await counted();
    for (const name of [
      'failed_sign_in session.wrong_credentials',
      'rejected_access session.forbidden',
      'rejected_access request.unknown_host',
    ])
      expect([name, (after[name] ?? 0) - (before[name] ?? 0)]).toEqual([name, 1]);
    expect(lines.map((line) => line.event)).toEqual(['failed_sign_in', 'rejected_access', 'rejected_access']);
    expect(lines[0]).toMatchObject({ address: '127.0.0.1', accounts: [administrator.id] });
    expect(lines[1]).toMatchObject({ person: expect.any(String), security_code: 'session.forbidden' });
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`guess-42|${administrator.email}`));
    await other.close();
  });

  test('the sixth export of a person is rejected until one of the five ends', async () => {
    const { administrator, token } = await start();
    const order = () => portal.ask('POST', '/lk/api/v2/users/report', token, { all: true });
    for (let i = 0; i < 5; i += 1) expect((await order()).status).toBe(200);
    const rejected = await order();
    expect([rejected.status, rejected.body.code]).toEqual([429, 'task.limit']);
    expect(rejected.headers.get('retry-after')).toBe('60');
    await runJobs('employees.write-export', administrator.organization_id);
    expect((await order()).status).toBe(200);
  });

  test('a machine token is never stored for a repeated call, nor anything from which the own password can be guessed', async () => {
    const { administrator, token } = await start();
    await withPassword(administrator);
    const input = { kind: 'statistics', title: 'Отчёты', password: PASSWORD };
    const create = () =>
      portal.ask('POST', '/lk/api/v2/settings/api-tokens', token, input, { 'idempotency-key': 'token-of-a-machine' });
    const made = await create();
    expect(made.status).toBe(200);
    const again = await create();
    expect([again.status, again.body.code]).toEqual([409, 'request.answered_once']);
    const kept = await stored<{ answer: unknown; request_hash: string }>(
      `select answer, request_hash from idempotency_keys where key = 'token-of-a-machine'`,
    );
    expect(kept).toEqual([{ answer: null, request_hash: expect.any(String) }]);
    expect(kept[0]!.request_hash).not.toBe(createHash('sha256').update(JSON.stringify(input)).digest('hex'));
    const tokens = await portal.ask('GET', '/lk/api/v2/settings/api-tokens?kind=statistics', token);
    expect(tokens.body.data).toHaveLength(1);
  });
});
