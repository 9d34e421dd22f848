import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cost, COST_WINDOW_SECONDS, costLimits } from '@sergak/contract/costs.rules.ts';
import { atTime } from '../src/platform/clock.ts';
import { countCost } from '../src/platform/http/cost-limits.ts';
import { platform } from './app.ts';
import * as make from './make/index.ts';
import { openPortal, type Portal } from './portal.ts';

const kinds = Object.keys(costLimits) as Cost[];
const costs = Object.fromEntries(kinds.map((kind) => [kind, { person: 3, organization: 5 }])) as Record<
  Cost,
  { person: number; organization: number }
>;
let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(undefined, { costs });
});
afterAll(() => portal.close());

const signIn = async (org: make.TestOrganization) => portal.signIn(await make.operator(org));
const act = (token: string) => portal.ask('POST', '/lk/api/v2/users/reinvite', token, { ids: { include_ids: [] } });
const attempts = async (token: string, times: number) => {
  const answers = [];
  for (let n = 0; n < times; n += 1) answers.push(await act(token));
  return answers;
};
const isRejected = ({ status }: { status: number }) => status === 429;

test('costly work of one person, and of one organisation, is rejected past its limit, with the time to wait', async () => {
  const org = await make.organization();
  const [one, two] = [await signIn(org), await signIn(org)];
  const first = await attempts(one, 4);
  expect(first.map(isRejected)).toEqual([false, false, false, true]);
  const rejected = first[3]!;
  expect(rejected.body).toMatchObject({ code: 'request.too_costly', details: { minutes: expect.any(Number) } });
  const seconds = Number(rejected.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(COST_WINDOW_SECONDS);
  expect(rejected.body.details.minutes).toBe(Math.ceil(seconds / 60));
  // The organisation has two of five left; another organisation has all.
  expect((await attempts(two, 3)).map(isRejected)).toEqual([false, false, true]);
  expect(isRejected(await act(await signIn(await make.organization())))).toBe(false);
});

test('work of another kind and cheap calls go on', async () => {
  const token = await signIn(await make.organization());
  await attempts(token, 4);
  expect((await portal.ask('POST', '/lk/api/v2/audit/report', token, {})).status).not.toBe(429);
  expect((await portal.ask('GET', '/lk/api/v2/users', token)).status).toBe(200);
});

test('each kind is counted by itself, and anew in the next hour', async () => {
  const { db } = await platform();
  const owner = { person: 'p', organization: (await make.organization()).id };
  const count = (kind: Cost) => countCost(db, { costs: kind }, owner, costs);
  const hour = new Date('2026-12-07T04:10:00Z');
  for (const kind of kinds)
    await atTime(hour, async () => {
      for (let n = 0; n < costs[kind].person; n += 1) await count(kind);
      await expect(count(kind)).rejects.toMatchObject({
        code: 'request.too_costly',
        details: { minutes: 50 },
        retryAfter: 3_000,
      });
    });
  await atTime(new Date('2026-12-07T05:00:01Z'), () => count('report'));
  await countCost(db, {}, owner, costs);
});

test('the limits of an organisation leave room for several people at their own limit', () => {
  for (const kind of kinds) expect(costLimits[kind].organization).toBeGreaterThanOrEqual(5 * costLimits[kind].person);
});
