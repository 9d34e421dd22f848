import { setTimeout } from 'node:timers/promises';
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
import { pick, repeat, type Extent } from './sample.ts';
import { findOwnIds, type OwnIds } from './own-ids.ts';
import { openWorld, superUserOf, type World } from './world.ts';

// Sends invalid values in every place of every endpoint. The answer must be an error of the registry, never 500.

/** Timeout of the search for own ids, which tries many rows of every endpoint. */
const SEARCH_TIMEOUT_MS = 180_000;
let world: World;
let own: OwnIds;

let send: ReturnType<typeof superUserOf>;
const ask = async (route: Bound, request: object) => {
  for (;;) {
    const answer = await send(route, await requestFor(route, request));
    if (answer.code !== 'file.too_many_uploads') return answer;
    await setTimeout(10); // the share of an upload is released after its answer
  }
};
/** The plain request, with an existing row in its path, so that the invalid value is processed as far as possible. */
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

/** The places of each endpoint: one test an endpoint, so that none takes long. */
const byEndpoint = [...Map.groupBy(places, ([, route]) => route.id)];

/** Texts without a maximum length in the schema that are limited by a rule of their own. */
const endless = new Set<string>([]);

type Place = (typeof places)[number];
/** One invalid value; `right` says whether a status is a correct answer to it. */
type Junk = { readonly value: unknown; right(status: number): boolean };

const notAFault = (status: number) => status < 500;
/** Everything that is sent in a place: values of a wrong kind, NUL, which no text of the database can hold, and a long text. */
const junkFor = ([name, , leaf]: Place): readonly Junk[] => {
  const wrong: readonly unknown[] =
    leaf.part === 'body'
      ? [['a', { b: 1 }], { $ne: null }, '', "'; --", 9_007_199_254_740_991, -0.5, true, null]
      : [['a', 'b'], '', ' ', '%00', "'; --", '2027-99-99', 2_147_483_648, 9_007_199_254_740_991, -0.5];
  const rejectsNul = leaf.part === 'params' ? [404, 422] : [422];
  const fits = leaf.json.maxLength === undefined ? !isText(leaf) || endless.has(name) : leaf.json.maxLength >= 10_000;
  return [
    ...wrong.map((value) => ({ value, right: notAFault })),
    { value: 'a\0b', right: (status) => rejectsNul.includes(status) },
    { value: 'я'.repeat(10_000), right: (status) => (fits ? notAFault(status) : [422, 404, 413].includes(status)) },
  ];
};

/** Every place of every endpoint with invalid values: three of them in each place, or all. */
export const walkJunk = (extent: Extent): void => {
  beforeAll(async () => {
    if (extent === 'sample') console.info(repeat);
    world = await openWorld();
    send = superUserOf(world);
    own = await findOwnIds(world);
  }, SEARCH_TIMEOUT_MS);
  afterAll(() => world.close());

  describe('junk in every place', () => {
    it.each(byEndpoint)('%s returns an error of the registry, never 500', async (_id, some) => {
      const failed: string[] = [];
      for (const place of some) {
        const [name, route, leaf] = place;
        const junk = junkFor(place);
        for (const { value, right } of extent === 'sample' ? pick(junk, 3, name) : junk) {
          const { status, code } = await withValue(route, leaf, value);
          if (!right(status)) failed.push(`${name} = ${JSON.stringify(value).slice(0, 40)}: ${status} ${code}`);
        }
      }
      expect(failed, repeat).toEqual([]);
    });

    it('caps or rejects limits and offsets out of bounds', async () => {
      for (const [name, route, leaf] of places.filter(
        ([, , one]) => /(^|\.)(limit|offset|page|size)$/.test(one.path) && (isNumber(one) || !one.json.type),
      )) {
        for (const value of [1e9, '1e99', 'NaN']) {
          const answer = await withValue(route, leaf, value);
          expect(answer.status, `${name} = ${value}`).toBeLessThan(500);
        }
        expect((await withValue(route, leaf, -1)).status, `${name} = -1`).toBe(422);
      }
    });
  });

  describe('bodies', () => {
    const withBody = routes.filter((route) => jsonOf(route.endpoint, 'body'));

    it('with unknown fields are rejected', async () => {
      const failed: string[] = [];
      for (const route of withBody) {
        const request = plainRequest(route.id, route.endpoint);
        const answer = await ask(route, { ...request, body: { ...(request.body as object), unknown_field: 1 } });
        if (answer.status !== 422) failed.push(`${route.id}: ${answer.status} ${answer.code}`);
      }
      expect(failed).toEqual([]);
    });

    it('are rejected if they are no object, or no JSON', async () => {
      for (const route of withBody.filter((one) => !('upload' in one.endpoint && one.endpoint.upload))) {
        for (const body of [[], 'text', 1, [[]]]) {
          const answer = await ask(route, { ...plainRequest(route.id, route.endpoint), body });
          expect([route.id, body, answer.status]).toEqual([route.id, body, 422]);
        }
      }
    });
  });

  it('covers at least one endpoint of each part', () => {
    for (const part of parts) expect(places.some(([, , leaf]) => leaf.part === part)).toBe(true);
  });
};
