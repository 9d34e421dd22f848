import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from './portal.ts';
import { platform } from './app.ts';
import * as make from './make/index.ts';
import { PASSWORD, withPassword } from './own-password.ts';

// Proofs of claims of docs/security.md about the answers of the portal.

const ME = '/lk/api/v2/users/me';
let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('another origin can read nothing: no answer has CORS headers, not even one to a preflight', async () => {
  const token = await portal.signIn(await make.operator(await make.organization()));
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  for (const method of ['GET', 'OPTIONS', 'HEAD'])
    for (const path of [ME, '/lk/api/v2/auth/login', '/lk/config.json', '/lk/nothing']) {
      const answer = await fetch(portal.url + path, {
        method,
        headers: { ...headers, authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect([method, path, allowed]).toEqual([method, path, []]);
    }
});

test('every answer has a policy without plug-ins and base, nosniff, its referrer policy and a type with a charset', async () => {
  for (const path of [ME, '/lk/api/v2/nothing', '/lk/api/v2/auth/login']) {
    const { headers } = await portal.ask('GET', path, null);
    const policy = headers.get('content-security-policy')!;
    for (const part of ["object-src 'none'", "base-uri 'none'"])
      expect([path, policy]).toEqual([path, expect.stringContaining(part)]);
    expect(policy).not.toMatch(/script-src[^;]*(?:unsafe|\*|https?:)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

test('TRACE is not answered', async () => {
  const { statusCode, body } = await portal.app.inject({
    method: 'TRACE' as never,
    url: ME,
    headers: { 'x-secret': 'echo' },
  });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(body).not.toContain('echo');
});

test('with TLS the session cookie is the only one: Secure, HttpOnly, SameSite, and bound to the host', async () => {
  const shared = await platform();
  const urls = { ...shared.urls, portal: 'https://portal.example' };
  const secure = await openPortal(undefined, { on: { ...shared, urls } });
  const person = await make.employee(await make.organization());
  await withPassword(person);
  const answer = await secure.app.inject({
    method: 'POST',
    url: '/lk/api/v2/auth/login',
    headers: { host: 'portal.example', 'x-requested-with': 'sergak' },
    payload: { email: person.email, password: PASSWORD },
  });
  await secure.close();
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies).toHaveLength(1);
  expect(answer.cookies[0]).toMatchObject({
    name: '__Host-sergak_session',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: expect.stringMatching(/^(?:Lax|Strict)$/i),
  });
  expect(answer.cookies[0]).not.toHaveProperty('domain');
});
