import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bound } from '../../src/platform/http/bind.ts';
import { routes } from '../../src/app/composition.ts';
import {
  isNumber,
  jsonOf,
  leavesOf,
  NOWHERE,
  parts,
  plainRequest,
  requestWith,
  type Leaf,
  type Request,
} from './inputs.ts';
import { findOwnIds, type OwnIds } from './own-ids.ts';
import { openWorld, type World } from './world.ts';

// Feeds every place of every endpoint with what does not belong there. The rule: a refusal of the registry, never 500.

/** The walk takes seconds; a busy machine may take its time. */
const PATIENCE = 180_000;
let world: World;
let own: OwnIds;
beforeAll(async () => {
  world = await openWorld();
  own = await findOwnIds(world);
}, PATIENCE);
afterAll(() => world.close());

let token: string;
const ask = async (route: Bound, request: object) => {
  if (!token || route.id.startsWith('session.')) token = await world.signIn(world.home, 'super_user'); // those may end it
  return world.send(route, await requestFor(route, request), token);
};
/** The plain request, about a row that is there where the path names one: what is junk must reach as far as may be. */
const requestFor = async (route: Bound, request: Request): Promise<Request> => {
  const params = { ...(request.params as Record<string, unknown>) };
  for (const [name, value] of Object.entries(own.get(route.id) ?? {}))
    if (params[name] === NOWHERE || params[name] === 1) params[name] = value;
  return { ...request, ...(request.params ? { params } : {}) };
};
const places = routes.flatMap((route) =>
  leavesOf(route.endpoint).map((leaf) => [`${route.id} ${leaf.part}.${leaf.path}`, route, leaf] as const),
);
const withValue = (route: Bound, leaf: Leaf, value: unknown) =>
  ask(route, requestWith(route.id, route.endpoint, leaf, value));
const isText = (leaf: Leaf) => leaf.json.type === 'string' && !leaf.json.format && !leaf.json.enum;

describe('junk in every place', () => {
  it(
    'is answered by the registry, never by 500',
    async () => {
      const failed: string[] = [];
      for (const [name, route, leaf] of places) {
        const wrong: unknown[] =
          leaf.part === 'body'
            ? [['a', { b: 1 }], { $ne: null }, '', "'; --", 9_007_199_254_740_991, -0.5, true, null]
            : [['a', 'b'], '', ' ', '%00', "'; --", '2027-99-99', 2_147_483_648, 9_007_199_254_740_991, -0.5];
        for (const value of wrong) {
          const answer = await withValue(route, leaf, value);
          if (answer.status >= 500) failed.push(`${name} = ${JSON.stringify(value)}: ${answer.status} ${answer.code}`);
        }
      }
      expect(failed).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'refuses NUL, which no text of the database can hold',
    async () => {
      const failed: string[] = [];
      for (const [name, route, leaf] of places) {
        const answer = await withValue(route, leaf, 'a\0b');
        const right = leaf.part === 'params' ? [404, 422] : [422];
        if (!right.includes(answer.status)) failed.push(`${name}: ${answer.status} ${answer.code}`);
      }
      expect(failed).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'refuses texts longer than the field, and takes no field without an end',
    async () => {
      const failed: string[] = [];
      for (const [name, route, leaf] of places) {
        const tooLong = await withValue(route, leaf, 'я'.repeat(10_000));
        const fits =
          leaf.json.maxLength === undefined ? !isText(leaf) || endless.has(name) : leaf.json.maxLength >= 10_000;
        if (tooLong.status >= 500 || (!fits && ![422, 404, 413].includes(tooLong.status)))
          failed.push(`${name}: ${tooLong.status} ${tooLong.code}`);
      }
      expect(failed).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'cuts or refuses limits and offsets out of all bounds',
    async () => {
      for (const [name, route, leaf] of places.filter(
        ([, , one]) => /(^|\.)(limit|offset|page|size)$/.test(one.path) && (isNumber(one) || !one.json.type),
      )) {
        for (const value of [1e9, '1e99', 'NaN']) {
          const answer = await withValue(route, leaf, value);
          expect(answer.status, `${name} = ${value}`).toBeLessThan(500);
        }
        expect((await withValue(route, leaf, -1)).status, `${name} = -1`).toBe(422);
      }
    },
    PATIENCE,
  );
});

/** Texts without a greatest length in the schema that are refused by a rule of their own, or end otherwise. */
const endless = new Set<string>([]);

describe('bodies', () => {
  const withBody = routes.filter((route) => jsonOf(route.endpoint, 'body'));

  it(
    'refuse fields that they do not know',
    async () => {
      const failed: string[] = [];
      for (const route of withBody) {
        const request = plainRequest(route.id, route.endpoint);
        const answer = await ask(route, { ...request, body: { ...(request.body as object), unknown_field: 1 } });
        if (answer.status !== 422) failed.push(`${route.id}: ${answer.status} ${answer.code}`);
      }
      expect(failed).toEqual([]);
    },
    PATIENCE,
  );

  it('are refused when they are no object, or no JSON', async () => {
    for (const route of withBody.filter((one) => !('upload' in one.endpoint && one.endpoint.upload))) {
      for (const body of [[], 'text', 1, [[]]]) {
        const answer = await ask(route, { ...plainRequest(route.id, route.endpoint), body });
        expect([route.id, body, answer.status]).toEqual([route.id, body, 422]);
      }
    }
  });
});

it('knows every place of at least one endpoint of each part', () => {
  for (const part of parts) expect(places.some(([, , leaf]) => leaf.part === part)).toBe(true);
});
