import { permissionsOf, type Role } from '@sergak/contract/access/roles.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bound } from '../../src/platform/http/bind.ts';
import { routes } from '../../src/app/composition.ts';
import { isUuid, leavesOf, NOWHERE, plainRequest, requestWith, type Leaf } from './inputs.ts';
import { idsFor, repeat, type Extent } from './sample.ts';
import { fingerprint, openTree, type Answer, type Place, type TreeWorld } from './world.ts';

// Runs over every endpoint with ids: a parent reads a descendant's data exactly as the descendant does (document 3,
// section 1), and changes nothing there without switching to it. Rows of a sibling or an ancestor are not found.

let world: TreeWorld;
let extent: Extent;
let childToken: string;
/** By endpoint: indices of the candidates below that the owning organisation finds. */
const reached = new Map<string, readonly number[]>();
const reachedBy = async (route: Bound): Promise<readonly number[]> => {
  const known = reached.get(route.id);
  if (known) return known;
  const found: number[] = [];
  for (const [at, params] of candidates(route, world.below).entries())
    if ((await read(route, params, childToken)).status !== 404) found.push(at);
  reached.set(route.id, found);
  return found;
};
/** The same candidates of another organisation, for an endpoint that finds them in their own. */
const knownTo = async (route: Bound, place: Place) => {
  const found = await reachedBy(route);
  return candidates(route, place).filter((_, at) => found.includes(at));
};

const namesOf = (route: Bound) => [...route.endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
/**
 * Endpoints of the acting organisation. The others name an organisation, or concern the person's own courses and
 * profile.
 */
const isOfOwn = ({ endpoint: e }: Bound) =>
  e.permission !== 'public' && e.permission !== 'half-open' && (e.tenant ?? 'own') === 'own';
const reads = routes.filter((route) => isOfOwn(route) && route.endpoint.method === 'GET');
const idLeaves = (route: Bound, part: Leaf['part']) =>
  leavesOf(route.endpoint).filter((leaf) => leaf.part === part && isUuid(leaf));

type Params = Readonly<Record<string, string>>;
const idOf = (place: Place, table: string, column = 'id') => String(place.rows.get(table)![column]);
/** Ids of one organisation that belong together, for endpoints with several path parameters. */
const together: Readonly<Record<string, (place: Place) => Params>> = {
  'learning.person-course': (place) => ({ id: place.people.super_user, course_id: idOf(place, 'assignments') }),
  'learning.person-attempt': (place) => ({
    id: place.people.super_user,
    course_id: idOf(place, 'assignments'),
    attempt_id: idOf(place, 'quiz_attempts'),
  }),
  'campaigns.email': (place) => ({
    id: idOf(place, 'campaigns'),
    templateId: idOf(place, 'campaign_emails', 'email_id'),
  }),
  'questions.get': (place) => ({ id: idOf(place, 'modules'), questionId: idOf(place, 'questions') }),
  'scorm.person-results': (place) => ({ id: place.people.super_user, course_id: idOf(place, 'assignments') }),
  'scorm.statement': (place) => ({ course_id: idOf(place, 'assignments'), user_id: place.people.super_user }),
  'campaigns.user-events': (place) => ({ id: idOf(place, 'campaigns'), recipient: idOf(place, 'campaign_recipients') }),
};
/** Endpoints with a number as id: emails of the built-in mailbox, which are read in the organisation itself. */
const byNumber = ['settings.mailbox-email', 'settings.mailbox-attachment'];
/** Endpoints that return data only after work that the plain rows do not include; the course of these rows is native. */
const unreached = [
  'files.get',
  'imports.rejected',
  'learning.person-attempt',
  'learning.scorm-assignment',
  'learning.scorm-groups',
  'learning.scorm-people',
  'learning.scorm-progress',
  'learning.scorm-progress-change',
  'library.starter-differences', // no row is a copy of the starter library
  'phishing.starter-differences',
  'scorm.course',
  'scorm.preview',
];

const candidates = (route: Bound, place: Place): Params[] => {
  const names = namesOf(route);
  if (names.length > 1) return [together[route.id]!(place)];
  const [leaf] = idLeaves(route, 'params');
  return [...idsIn(place, route, leaf!), place.people.employee].map((id) => ({ [names[0]!]: id }));
};
const idsIn = (place: Place, route: Bound, leaf: Leaf): string[] =>
  idsFor(extent, place.rows, { route, leaf, name: `${route.id} ${leaf.part}.${leaf.path}` });
const read = (route: Bound, params: Params, token: string): Promise<Answer> =>
  world.send(route, { ...plainRequest(route.id, route.endpoint), params }, token);
/** Content of an answer without the parts that always differ: the request id and signed addresses. */
const content = (answer: Answer) =>
  `${answer.status} ${answer.text.replace(/"request_id":"[^"]+"/, '').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')}`;

/** Answers that count the sessions which this walk opens, or say what the caller may do: only their status is compared. */
const aboutCaller = ['session.of-person'];

/** Endpoints whose path names something of an organisation; a `slug` is the name of something in the starter library. */
const byPath = reads.filter((route) => idLeaves(route, 'params').length > 0 && !byNumber.includes(route.id));

const named = <T extends { readonly id: string }>(some: readonly T[]) => some.map((one) => [one.id, one] as const);
const roles: Role[] = ['super_user', 'operator', 'content_manager'];
const tokens = new Map<string, Promise<string>>();
const tokenOf = (place: Place, role: Role): Promise<string> => {
  const key = `${place.id} ${role}`;
  const known = tokens.get(key) ?? world.signIn(place, role);
  tokens.set(key, known);
  return known;
};

/** Every endpoint with ids of a descendant, an ancestor and a sibling: a sample of them (`sample.ts`), or all. */
export const walkDescendants = (wanted: Extent): void => {
  beforeAll(async () => {
    if (wanted === 'sample') console.info(repeat);
    extent = wanted;
    reached.clear();
    tokens.clear();
    world = await openTree();
    childToken = await world.signIn(world.below, 'super_user');
  });
  afterAll(() => world.close());

  it('has ids that belong together for every path with several parameters', () => {
    const several = byPath.filter((route) => namesOf(route).length > 1).map((route) => route.id);
    expect(Object.keys(together).sort()).toEqual(several.sort());
  });

  it.each(named(byPath))(
    '%s returns data of a descendant as the descendant gets it, only to roles that administer organisations',
    async (_id, route) => {
      const { permission } = route.endpoint;
      const wrong: string[] = [];
      for (const role of roles) {
        if (permission !== 'signed-in' && !permissionsOf(role).has(permission as never)) continue;
        for (const params of await knownTo(route, world.below)) {
          const own = await read(route, params, await tokenOf(world.below, role));
          const shown = aboutCaller.includes(route.id) ? String(own.status) : content(own);
          const expected = permissionsOf(role).has('admin.organization') ? shown : '404';
          const above = content(await read(route, params, await tokenOf(world.home, role)));
          if (!above.startsWith(expected)) wrong.push(`as ${role}: ${above} instead of ${expected}`);
        }
      }
      expect(wrong, repeat).toEqual([]);
      expect((await reachedBy(route)).length > 0).toBe(!unreached.includes(route.id));
    },
  );

  /** Queries whose ids led to the descendant that owns them. */
  let followed = 0;
  it.each(named(reads.filter((one) => namesOf(one).length === 0 && idLeaves(one, 'query').length > 0)))(
    '%s reads in the descendant that owns an id of the query',
    async (_id, route) => {
      const wrong: string[] = [];
      const [parent, child] = [await tokenOf(world.home, 'operator'), await tokenOf(world.below, 'operator')];
      for (const leaf of idLeaves(route, 'query')) {
        const ask = async (id: string, token: string) =>
          world.send(route, requestWith(route.id, route.endpoint, leaf, leaf.path.endsWith('[].') ? [id] : id), token);
        const nothing = content(await ask(NOWHERE, child));
        for (const id of idsIn(world.below, route, leaf).filter((one) => one !== world.below.id)) {
          const own = content(await ask(id, child));
          if (own === nothing) continue; // the id has no effect here
          followed += 1;
          const above = content(await ask(id, parent));
          if (above !== own) wrong.push(`${leaf.path}: ${above} instead of ${own}`);
        }
      }
      expect(wrong, repeat).toEqual([]);
    },
  );
  it('some ids of queries lead to a descendant', () => expect(followed).toBeGreaterThan(5));

  it.each(named(byPath))('%s returns nothing for ids of an ancestor or a sibling', async (_id, route) => {
    const found: string[] = [];
    for (const place of [world.above, world.foreign])
      for (const params of await knownTo(route, place)) {
        const answer = await read(route, params, await tokenOf(world.home, 'super_user'));
        if (answer.status !== 404) found.push(`${JSON.stringify(params)}: ${answer.status}`);
      }
    expect(found, repeat).toEqual([]);
  });

  describe('writes while acting in the parent', () => {
    let before: Record<string, string>;
    beforeAll(async () => {
      before = await fingerprint(world.platform, world.below.id);
    });
    const writes = routes.filter(
      (one) => isOfOwn(one) && one.endpoint.method !== 'GET' && idLeaves(one, 'params').length > 0,
    );

    it.each(named(writes.filter((one) => !one.id.startsWith('session.'))))(
      '%s finds nothing in a descendant',
      async (_id, route) => {
        const token = await tokenOf(world.home, 'super_user');
        const send = (leaf: Leaf, id: string) =>
          world.send(route, requestWith(route.id, route.endpoint, leaf, id), token);
        const wrong: string[] = [];
        for (const leaf of idLeaves(route, 'params')) {
          const { status: missing } = await send(leaf, NOWHERE);
          for (const id of idsIn(world.below, route, leaf).filter((one) => one !== world.below.id)) {
            const { status } = await send(leaf, id);
            if (status !== missing) wrong.push(`${id}: ${status} instead of ${missing}`);
          }
        }
        expect(wrong, repeat).toEqual([]);
      },
    );

    it('change nothing in the descendant', async () => {
      const { jobs: _a, ...tables } = await fingerprint(world.platform, world.below.id);
      const { jobs: _b, ...earlier } = before;
      expect(tables).toEqual(earlier);
    });
  });
};
