import { asksForResults, shownBy } from '@sergak/contract/privacy/anonymous.rules.ts';
import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/app/composition.ts';
import type { Bound } from '../../src/platform/http/bind.ts';
import { plainRequest } from './inputs.ts';
import { findOwnIds, type OwnIds } from './own-ids.ts';
import { openWorld, type Answer, type World } from './world.ts';

// Calls every endpoint of an anonymous organisation: no answer contains a result of a person.

let world: World;
let ids: OwnIds;
let token: string;
/** The level of each person, which no other figure equals. */
let levels: readonly string[];

beforeAll(async () => {
  world = await openWorld();
  const { owner } = world.platform.db;
  ids = await findOwnIds(world);
  const { rows } = await owner.query<{ level: string }>(
    `update employees e set risk_level = 2.17 + n.n * n.n * 0.061, phishing_indicator = 30.17 + n.n * 1.37
     from (select id, row_number() over (order by role, email) as n from employees where organization_id = $1) n
     where n.id = e.id returning round(e.risk_level, 2)::text as level`,
    [world.home.id],
  );
  levels = rows.map((row) => row.level);
  await owner.query(
    `insert into retention_settings (organization_id, anonymous) values ($1, true)
     on conflict (organization_id) do update set anonymous = true`,
    [world.home.id],
  );
});
afterAll(() => world.close());

const ask = async (route: Bound): Promise<Answer> => {
  if (!token || route.id.startsWith('session.')) token = await world.signIn(world.home, 'super_user');
  const plain = plainRequest(route.id, route.endpoint);
  const params = ids.get(route.id);
  return world.send(route, params ? { ...plain, params } : plain, token);
};
const refuses = (route: Bound) => {
  const { params: _, ...rest } = plainRequest(route.id, route.endpoint);
  return shownBy(route.id) === 'refused' || Object.values(rest).some(asksForResults);
};
const reads = routes.filter((route) => route.endpoint.method === 'GET');
const signedIn = (route: Bound) => !['public', 'half-open'].includes(route.endpoint.permission);

describe('an anonymous organisation', () => {
  it('has people whose results could be shown', () => {
    expect(levels.length).toBeGreaterThanOrEqual(SMALLEST_GROUP);
    expect(new Set(levels).size).toBe(levels.length);
  });

  it.each(routes.filter((route) => signedIn(route) && refuses(route)).map((route) => [route.id, route] as const))(
    '%s is refused',
    async (_, route) => {
      expect(await ask(route)).toMatchObject({ status: 403, code: 'privacy.anonymous' });
    },
  );

  it.each(
    reads.filter((route) => signedIn(route) && shownBy(route.id) !== 'own').map((route) => [route.id, route] as const),
  )('%s shows no result of a person', async (_, route) => {
    const answer = await ask(route);
    expect(answer.status).toBeLessThan(500);
    for (const level of levels) expect(answer.text).not.toMatch(new RegExp(`[^\\d]${level.replace('.', '\\.')}[^\\d]`));
    expect(answer.text).not.toMatch(/"phishing_indicator":[1-9][^}]*"full_name"/);
  });
});
