import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bound } from '../../src/platform/http/bind.ts';
import { routes } from '../../src/app/composition.ts';
import { idsOf } from './fill.ts';
import { isNumber, isUuid, leavesOf, NOWHERE, requestWith, type Leaf } from './inputs.ts';
import { fingerprint, openWorld, type Answer, type World } from './world.ts';

// Sends every id of another organisation in every place of every endpoint that takes an id. The answer must be the
// same as for an id that does not exist, and nothing in the other organisation may change.

const NO_NUMBER = '900000000000';
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const isId = (leaf: Leaf) =>
  isUuid(leaf) || (isNumber(leaf) && leaf.part === 'params' && (leaf.json.maximum ?? Infinity) > Number(NO_NUMBER));
const places = routes.flatMap((route) =>
  leavesOf(route.endpoint)
    .filter(isId)
    .map((leaf) => ({ route, leaf, name: `${route.id} ${leaf.part}.${leaf.path}` })),
);

let token: string;
const ask = async (route: Bound, leaf: Leaf, id: string | readonly string[]): Promise<Answer> => {
  if (!token || route.id.startsWith('session.')) token = await world.signIn(world.home, 'super_user'); // these calls may end the session
  return world.send(route, requestWith(route.id, route.endpoint, leaf, id), token);
};
/** Content of an answer without the id itself, the request id and values that are new in each answer. */
const contentOf = (answer: Answer, id: string | readonly string[]): string =>
  `${answer.status} ${(typeof id === 'string' ? answer.text.replaceAll(id, '<id>') : answer.text)
    .replace(/"request_id":"[^"]+"/, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')}`;

it('finds places for ids in path, query and body', () => {
  for (const part of ['params', 'query', 'body']) expect(places.some(({ leaf }) => leaf.part === part)).toBe(true);
});

it('has a row of the other organisation in every table', async () => {
  const { rows } = await world.platform.db.owner.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  for (const { name } of rows) expect(world.foreign.rows.has(name), name).toBe(true);
});

/** Places where an id of the other organisation gets another answer than an id that does not exist. */
const leaks = async (some: typeof places): Promise<string[]> => {
  const { uuids, numbers } = idsOf(world.foreign.rows);
  const wanted = [...new Set([...uuids, world.foreign.id, world.foreign.people.employee])];
  const found: string[] = [];
  for (const { route, leaf, name } of some) {
    // A list takes all ids at once; other places get one after the other.
    const inList = leaf.path.endsWith('[].') && isUuid(leaf);
    const nowhere = wanted.map((_, at) => NOWHERE.replace(/..$/, String(at).padStart(2, '0')));
    const missing = inList ? nowhere : isUuid(leaf) ? NOWHERE : NO_NUMBER;
    let none = await ask(route, leaf, missing);
    for (const id of inList ? [wanted] : isUuid(leaf) ? wanted : numbers) {
      let foreign = await ask(route, leaf, id);
      if (contentOf(none, missing) !== contentOf(foreign, id)) {
        // The first of the two calls may have changed the own organisation: repeat.
        none = await ask(route, leaf, missing);
        foreign = await ask(route, leaf, id);
      }
      if (contentOf(none, missing) !== contentOf(foreign, id))
        found.push(
          `${name} = ${String(id)}:\n  none    ${contentOf(none, missing)}\n  foreign ${contentOf(foreign, id)}`,
        );
      if (leaf.part === 'params' && foreign.status < 400)
        found.push(`${name}: ${foreign.status} for an id of another organisation`);
    }
  }
  return found;
};

/** The places of each endpoint: one test an endpoint, so that none takes long. */
const byEndpoint = [...Map.groupBy(places, ({ route }) => route.id)];

describe('ids of another organisation', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await fingerprint(world.platform, world.foreign.id);
  });

  it.each(byEndpoint)('%s answers as if they did not exist', async (_id, some) => {
    expect(await leaks(some)).toEqual([]);
  });

  it('change nothing in that organisation', async () => {
    expect(withoutNoise(await fingerprint(world.platform, world.foreign.id))).toEqual(withoutNoise(before));
  });
});

it('detects a leak', async () => {
  const { owner } = world.platform.db;
  const rule = `organization_id = (select current_setting('app.org'))::uuid`;
  await owner.query('alter policy tenant on tags using (true)');
  expect((await leaks(places.filter(({ route }) => route.id === 'tags.users'))).length).toBeGreaterThan(0);
  await owner.query(`alter policy tenant on tags using (${rule})`);
});

const withoutNoise = ({ jobs: _, ...tables }: Record<string, string>) => tables;

/** Endpoints that return data only after work that the plain rows do not include. */
const unreached = [
  // the course of the plain rows is a native one
  'learning.scorm-assignment params.id',
  'learning.scorm-groups params.id',
  'learning.scorm-people params.id',
  'learning.scorm-progress params.id',
  'learning.scorm-progress-change params.id',
  'files.get params.id',
  'imports.refused params.id',
  'learner.module params.id',
  'learner.result params.id',
  'organizations.logo params.file_id',
  'reports.get-own params.id', // the caller has ordered no certificate
  'scorm.course params.id',
  'scorm.my-course params.id',
  'scorm.preview params.id',
];

const readByPath = places.filter(
  ({ route, leaf, name }) =>
    leaf.part === 'params' &&
    route.endpoint.method === 'GET' &&
    !/:\w+.*:\w+/.test(route.endpoint.path) && // needs two ids that belong together
    !unreached.includes(name),
);
/** Guards the tests above against requests that can find nothing: own ids must be found. */
it.each(readByPath.map((place) => [place.name, place] as const))('%s finds own ids', async (_name, { route, leaf }) => {
  const { uuids, numbers } = idsOf(world.home.rows);
  let found = false;
  for (const id of isUuid(leaf) ? [...uuids, world.home.id] : numbers)
    found ||= (await ask(route, leaf, id)).status !== 404;
  expect(found).toBe(true);
});
