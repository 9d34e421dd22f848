import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as make from './make/index.ts';
import { openPortal, type Portal } from './portal.ts';

// Without TLS, a page of the content origin on the same host can set the session cookie for other paths and parent
// domains. The browser then sends several values, those of narrower paths first.

const ME = '/lk/api/v2/users/me';
let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const signIn = async () => portal.signIn(await make.employee(await make.organization()));
const withCookies = (...values: readonly string[]) =>
  portal.ask('GET', ME, null, undefined, { cookie: values.map((value) => `sergak_session=${value}`).join('; ') });
const expired = (headers: Headers) =>
  headers
    .getSetCookie()
    .filter((line) => /Max-Age=0|1970/.test(line))
    .map((line) => /Path=([^;]*)/.exec(line)![1]!);

describe('several session cookies', () => {
  test('the valid one is used, wherever it is, and the others are expired in every narrower path', async () => {
    const token = await signIn();
    for (const values of [
      ['evil', token],
      [token, 'evil'],
      ['evil', 'evil2', token],
      ['', 'evil', token, token],
    ]) {
      const answer = await withCookies(...values);
      expect(answer.status, values.join()).toBe(200);
      expect(expired(answer.headers)).toEqual(expect.arrayContaining(['/lk', '/lk/', '/lk/api', '/lk/api/v2', ME]));
      expect(expired(answer.headers)).not.toContain('/');
    }
  });

  test('a hundred foreign values do not hide the own one', async () => {
    const token = await signIn();
    const foreign = Array.from({ length: 100 }, (_, at) => `evil${at}`);
    expect((await withCookies(...foreign, token)).status).toBe(200);
  });

  test('none of them valid: no session', async () => {
    expect((await withCookies('evil', 'evil2')).body.code).toBe('session.required');
  });

  test('two sessions of one person are that person', async () => {
    const person = await make.employee(await make.organization());
    expect((await withCookies(await portal.signIn(person), await portal.signIn(person))).status).toBe(200);
  });

  test('sessions of different people are rejected, and all are expired', async () => {
    const answer = await withCookies(await signIn(), await signIn());
    expect(answer.body.code).toBe('request.two_sessions');
    expect(expired(answer.headers)).toEqual(expect.arrayContaining(['/', '/lk', ME]));
  });

  test('one value is used as before and expires nothing', async () => {
    const answer = await withCookies(await signIn());
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  });

  test('a header beside a foreign cookie is rejected, beside its own cookie accepted', async () => {
    const token = await signIn();
    const ask = (cookie: string) => portal.ask('GET', ME, token, undefined, { cookie });
    expect((await ask(`sergak_session=${await signIn()}`)).body.code).toBe('request.two_sessions');
    expect((await ask(`sergak_session=evil; sergak_session=${token}`)).status).toBe(200);
  });
});
