import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bound } from '../../src/platform/http/bind.ts';
import { routes } from '../../src/app/composition.ts';
import { isNumber, isUuid, leavesOf, NOWHERE, requestWith, type Leaf } from './inputs.ts';
import { idsFor, repeat, tablesFor, type Extent } from './sample.ts';
import { fingerprint, openWorld, superUserOf, type Answer, type World } from './world.ts';

// Sends ids of another organisation in every place of every endpoint that takes an id. The answer must be the same as for
// an id that does not exist, and nothing in the other organisation may change.

const NO_NUMBER = '900000000000';
let world: World;

const isId = (leaf: Leaf) =>
  isUuid(leaf) || (isNumber(leaf) && leaf.part === 'params' && (leaf.json.maximum ?? Infinity) > Number(NO_NUMBER));
const places = routes.flatMap((route) =>
  leavesOf(route.endpoint)
    .filter(isId)
    .map((leaf) => ({ route, leaf, name: `${route.id} ${leaf.part}.${leaf.path}` })),
);
type IdPlace = (typeof places)[number];

let send: ReturnType<typeof superUserOf>;
const ask = (route: Bound, leaf: Leaf, id: string | readonly string[]): Promise<Answer> =>
  send(route, requestWith(route.id, route.endpoint, leaf, id));
/** Content of an answer without the id itself, the request id and values that are new in each answer. */
const contentOf = (answer: Answer, id: string | readonly string[]): string =>
  `${answer.status} ${(typeof id === 'string' ? answer.text.replaceAll(id, '<id>') : answer.text)
    .replace(/"request_id":"[^"]+"/, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')}`;

/** What is sent in a place: a list takes all ids at once; other places get one after the other. */
const foreignIds = (extent: Extent, place: IdPlace): readonly (string | readonly string[])[] => {
  const { rows, id, people } = world.foreign;
  if (!isUuid(place.leaf)) return idsFor(extent, rows, place);
  const isList = place.leaf.path.endsWith('[].');
  const ids = [...new Set([...idsFor(isList ? 'everything' : extent, rows, place), id, people.employee])];
  return isList ? [ids] : ids;
};
const missingLike = (id: string | readonly string[], leaf: Leaf): string | readonly string[] => {
  if (typeof id === 'string') return isUuid(leaf) ? NOWHERE : NO_NUMBER;
  return id.map((_, at) => NOWHERE.replace(/..$/, String(at).padStart(2, '0')));
};

/** Places where an id of the other organisation gets another answer than an id that does not exist. */
const leaks = async (extent: Extent, some: readonly IdPlace[]): Promise<string[]> => {
  const found: string[] = [];
  for (const place of some) {
    const { route, leaf, name } = place;
    const ids = foreignIds(extent, place);
    const missing = missingLike(ids[0]!, leaf);
    let none = await ask(route, leaf, missing);
    for (const id of ids) {
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
  'imports.rejected params.id',
  'learner.module params.id',
  'learner.result params.id',
  'library.starter-differences params.id', // no row is a copy of the starter library
  'phishing.starter-differences params.id',
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

/** Every endpoint with ids of another organisation: a sample of them (`sample.ts`), or all. */
export const walkTenancy = (extent: Extent): void => {
  beforeAll(async () => {
    if (extent === 'sample') console.info(repeat);
    world = await openWorld();
    send = superUserOf(world);
  });
  afterAll(() => world.close());

  it('finds places for ids in path, query and body', () => {
    for (const part of ['params', 'query', 'body']) expect(places.some(({ leaf }) => leaf.part === part)).toBe(true);
  });

  it('has a row of the other organisation in every table', async () => {
    const { rows } = await world.platform.db.owner.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
    for (const { name } of rows) expect(world.foreign.rows.has(name), name).toBe(true);
  });

  describe('ids of another organisation', () => {
    let before: Record<string, string>;
    beforeAll(async () => {
      before = await fingerprint(world.platform, world.foreign.id);
    });

    it.each(byEndpoint)('%s answers as if they did not exist', async (_id, some) => {
      expect(await leaks(extent, some), repeat).toEqual([]);
    });

    it('change nothing in that organisation', async () => {
      expect(withoutNoise(await fingerprint(world.platform, world.foreign.id))).toEqual(withoutNoise(before));
    });
  });

  it('detects a leak', async () => {
    const { owner } = world.platform.db;
    const rule = `organization_id = (select current_setting('app.org'))::uuid`;
    await owner.query('alter policy tenant on tags using (true)');
    const some = places.filter(({ route }) => route.id === 'tags.users');
    expect((await leaks(extent, some)).length).toBeGreaterThan(0);
    await owner.query(`alter policy tenant on tags using (${rule})`);
  });

  /** Guards the tests above against requests that can find nothing, and the sample against missing kinds. */
  it.each(readByPath.map((place) => [place.name, place] as const))(
    '%s finds own ids, of the kinds that it can mean',
    async (_name, place) => {
      const { meant, others } = tablesFor(world.home.rows, place);
      const finds = async (id: string) => (await ask(place.route, place.leaf, id)).status !== 404;
      const found: string[] = [];
      for (const table of extent === 'sample' ? meant : [...meant, ...others]) {
        if (extent === 'sample' && found.length > 0) break;
        if (await finds(String(world.home.rows.get(table)!.id))) found.push(table);
      }
      expect(found.length, meant.join()).toBeGreaterThan(0);
      // Numbers of several tables are equal, so a found number does not tell its table.
      if (isUuid(place.leaf)) expect(found.filter((table) => !meant.includes(table))).toEqual([]);
    },
  );
};
