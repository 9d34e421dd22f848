import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as make from './make/index.ts';
import { openPortal, type Portal } from './portal.ts';

// What the portal does with a request before and after the call itself: limits, hosts, credentials, bodies, errors.

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

  test('count each session behind one address alone', async () => {
    const org = await make.organization();
    const tokens = [];
    for (let i = 0; i < 3; i += 1) tokens.push(await portal.signIn(await make.employee(org)));
    for (const token of tokens) expect(await statuses(5, ME, token)).toEqual([200, 200, 200, 200, 200]);
    const refused = await portal.ask('GET', ME, tokens[0]!);
    expect([refused.status, refused.body.code]).toEqual([429, 'request.rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statuses(1, CONFIG, tokens[0]!)).toEqual([200]);
  });

  test('count requests without a session, and with a token that opens none, by address', async () => {
    for (let i = 0; i < 4; i += 1) {
      expect((await portal.ask('GET', ME, null)).status).toBe(401);
      expect((await portal.ask('GET', ME, `${'x'.repeat(42)}${i}`)).status).toBe(401);
    }
    expect((await portal.ask('GET', ME, 'y'.repeat(43))).status).toBe(429);
    const token = await portal.signIn(await make.employee(await make.organization()));
    expect(await statuses(1, ME, token), 'who has signed in goes on').toEqual([200]);
  });
});
