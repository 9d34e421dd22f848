import { asksForResults } from '@sergak/contract/privacy/anonymous.rules.ts';
import { shownOf } from '@sergak/contract/privacy/results.rules.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/app/composition.ts';
import type { Bound } from '../../src/platform/http/bind.ts';
import { leavesOf, plainRequest, requestWith, type Leaf, type Request } from './inputs.ts';
import { addKnownResults, setAnonymous, setResults, totalOf, type KnownResults } from './known-results.ts';
import { findOwnIds, type OwnIds } from './own-ids.ts';
import { openTree, type TreeWorld } from './world.ts';

// Reads everything of an anonymous organisation in two states of its results, and compares the answers. Between the states, each
// campaign with a visible total gives its results to other people, and all other campaigns have other results. A number about
// fewer than five people differs between the states, and so does each sum or difference of answers that contains one. Totals of
// whole campaigns are equal. Therefore: the answers reveal a result if and only if they differ.

let world: TreeWorld;
let ids: OwnIds;
let known: KnownResults;

const isSignedIn = (route: Bound) => !['public', 'half-open'].includes(route.endpoint.permission);
const named = (id: string) => routes.find((route) => route.id === id)!;
/** Calls about the session list the sessions of this test. */
const reads = routes.filter(
  (route) => isSignedIn(route) && route.endpoint.method === 'GET' && !route.id.startsWith('session.'),
);
/** Calls about people, campaigns, figures and emails. The others are about courses, files and settings: they are asked once. */
const aboutResults = (route: Bound): boolean =>
  ['totals', 'rejected'].includes(shownOf(route.endpoint)) ||
  /^(campaigns|statistics|reports|audit|events|settings\.(mailbox|outbox).*)\b/.test(route.id);

type Params = Readonly<Record<string, string>>;
/** Path parameters with which a call finds known people, departments and campaigns; undefined if it needs another row. */
const knownParams = ({ id, endpoint: { path } }: Bound): readonly Params[] | undefined => {
  const each = (list: readonly string[]) => list.map((one) => ({ id: one }));
  const [first] = known.campaigns;
  if (id === 'campaigns.email')
    return known.campaigns.flatMap(({ id, emails }) => emails.map((templateId) => ({ id, templateId })));
  if (id === 'campaigns.user-events') return [{ id: first!.id, recipient: String(first!.recipients[0]!.row) }];
  if (/\/:\w+.*\/:\w+/.test(path)) return undefined;
  if (path.includes('/organizations/:id')) return each([world.home.id]);
  if (path.includes('/campaigns/:id')) return each(known.campaigns.map((one) => one.id));
  if (path.includes('/departments/:id')) return each(known.departments);
  if (path.includes('/tags/:id')) return each([known.tag]);
  if (/\/(users|employees?|people)\/:id/.test(path)) return each([known.people[0]!.id, known.people.at(-1)!.id]);
  return undefined;
};
const paramsOf = (route: Bound): readonly (Params | undefined)[] => knownParams(route) ?? [ids.get(route.id)];

/** Values of a filter: all of a list, both of a flag, typical days and numbers, and ids of known things. */
const valuesOf = ({ path, json }: Leaf): readonly unknown[] => {
  if (json.enum) return json.enum;
  if (json.format === 'uuid')
    return [known.departments[3], known.departments[0], known.people[0]!.id, known.campaigns[0]!.id, known.tag];
  if (json.type === 'boolean') return [true, false];
  if (json.type === 'integer' || json.type === 'number') return /days/.test(path) ? [1, 2, 7, 17, 30, 31] : [1, 5];
  if (/month/.test(path)) return [new Date().toISOString().slice(0, 7)];
  return /os/.test(path) ? ['Known OS', 'Other OS'] : ['true', 'Known'];
};

type Asked = { readonly route: Bound; readonly request: Request; readonly name: string };
const ask = (route: Bound, requests: readonly Request[]): Asked[] =>
  paramsOf(route).flatMap((params) =>
    requests.map((one) => {
      const request = params ? { ...one, params } : one;
      return { route, request, name: `${route.id} ${JSON.stringify({ ...params, ...(one.query as object) })}` };
    }),
  );
const plainOf = (route: Bound): Asked[] => ask(route, [plainRequest(route.id, route.endpoint)]);
const filteredOf = (route: Bound): Asked[] => {
  const leaves = leavesOf(route.endpoint).filter((leaf) => leaf.part === 'query');
  const requests = leaves.flatMap((leaf) =>
    valuesOf(leaf).map((value) => requestWith(route.id, route.endpoint, leaf, value)),
  );
  return ask(route, requests);
};

type Answers = ReadonlyMap<string, string>;
const AT_ONCE = 4;
/** The answers by question, without what always differs: ids of requests, instants, signed addresses. */
const readAll = async (asked: readonly Asked[], role: Role): Promise<Answers> => {
  const token = tokens.get(role)!;
  const answers = new Map<string, string>();
  const queue = asked.values();
  const work = async () => {
    for (const { route, request, name } of queue) {
      const { status, text } = await world.send(route, request, token);
      if (status >= 500) throw new Error(`${name}: ${text}`);
      answers.set(name, `${status} ${text.replace(/"request_id":"[^"]+"|\d{4}-\d\d-\d\dT[\d:.]+Z|eyJ[\w.-]+/g, '')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
};
const different = (before: Answers, now: Answers): string[] =>
  [...before.keys()].filter((name) => before.get(name) !== now.get(name));

/** Roles that read the administration. The highest one asks about everything and with every filter. */
const highest = 'super_user';
const others: readonly Role[] = ['system_admin', 'operator', 'content_manager', 'pdf_service'];
const tokens = new Map<Role, string>();
const plainAnswers = (among = reads) => readAll(among.flatMap(plainOf), highest);
const allAnswers = async (): Promise<Map<Role, Answers>> => {
  const plain = await plainAnswers();
  const asked = reads.filter((route) => aboutResults(route) && shownOf(route.endpoint) !== 'rejected');
  const filtered = await readAll(asked.flatMap(filteredOf), highest);
  const answers = new Map<Role, Answers>([[highest, new Map([...plain, ...filtered])]]);
  for (const role of others)
    answers.set(
      role,
      await readAll(
        reads.filter(aboutResults).map((route) => plainOf(route)[0]!),
        role,
      ),
    );
  return answers;
};
/** Calls whose rows are written by work that this organisation has not done. */
const withoutRows = ['automation.person-runs', 'automation.runs', 'statistics.course-effects'];

/** Each of the preparations reads hundreds of answers. */
const READING_TIMEOUT_MS = 180_000;

describe('an anonymous organisation', () => {
  let first: Map<Role, Answers>;
  let second: Map<Role, Answers>;
  let open: Answers;
  beforeAll(async () => {
    world = await openTree();
    known = await addKnownResults(world);
    ids = await findOwnIds(
      world,
      reads.filter((route) => knownParams(route) === undefined),
    );
    for (const role of [highest, ...others] as const) tokens.set(role, await world.signIn(world.home, role));
  }, READING_TIMEOUT_MS);
  beforeAll(async () => {
    await setResults(world, known, 0);
    open = await plainAnswers(reads.filter(aboutResults));
    await setAnonymous(world, known, true);
    first = await allAnswers();
  }, READING_TIMEOUT_MS);
  beforeAll(async () => {
    await setResults(world, known, 1);
    second = await allAnswers();
  }, READING_TIMEOUT_MS);
  afterAll(() => world.close());

  it('answers the same whoever had the results, to every role and with every filter', () => {
    expect(first.get(highest)!.size).toBeGreaterThan(500);
    for (const role of [highest, ...others] as const)
      expect(different(first.get(role)!, second.get(role)!), role).toEqual([]);
  });

  it('shows the totals of campaigns with final results of five people, and of no others', async () => {
    const token = tokens.get('operator')!;
    for (const campaign of known.campaigns) {
      const { body } = await world.send(named('campaigns.get'), { params: { id: campaign.id } }, token);
      const { statistics } = body as { statistics: unknown };
      if (campaign.shown) expect(statistics).toMatchObject(totalOf(campaign));
      else expect(statistics).toBeNull();
    }
  });

  it('counts whole campaigns in every period', async () => {
    const token = tokens.get('operator')!;
    const sums = known.campaigns.filter((one) => one.shown).map((one) => totalOf(one).entered_data);
    const possible = [0, ...sums, sums[0]! + sums[1]!];
    const seen = new Set<number>();
    for (let days = 1; days <= 60; days += 1) {
      const request = { params: { id: world.home.id }, query: { days_period: days } };
      const { body } = await world.send(named('statistics.phishing'), request, token);
      seen.add((body as { groups: { entered_data: { value: number } } }).groups.entered_data.value);
    }
    expect([...seen].filter((value) => !possible.includes(value))).toEqual([]);
    expect(seen.size).toBeGreaterThan(2);
  });

  it('rejects files that have its results, here and in the organisation above', async () => {
    const readFiles = () =>
      Promise.all(
        [world.home, world.above].map(async (place, i) => {
          const token = await world.signIn(place, highest);
          const { status, text } = await world.send(named('files.get'), { params: { id: known.files[i]! } }, token);
          return { status, text };
        }),
      );
    expect((await readFiles()).map((one) => one.status)).toEqual([404, 404]);
    await setAnonymous(world, known, false);
    expect(await readFiles()).toMatchObject([
      { status: 200, text: '1' },
      { status: 200, text: '1' },
    ]);
    await setAnonymous(world, known, true);
  });

  it('would show who had the results without the mode', async () => {
    await setAnonymous(world, known, false);
    const now = await plainAnswers(reads.filter(aboutResults));
    await setAnonymous(world, known, true);
    const revealing = new Set(different(open, now).map((name) => name.split(' ')[0]!));
    const rejected = reads.filter((route) => shownOf(route.endpoint) === 'rejected').map((route) => route.id);
    expect(rejected.filter((id) => !revealing.has(id)).toSorted()).toEqual(withoutRows);
  });

  const rejects = (route: Bound) => {
    const { params: _, ...rest } = plainRequest(route.id, route.endpoint);
    return shownOf(route.endpoint) === 'rejected' || Object.values(rest).some(asksForResults);
  };
  it.each(routes.filter((route) => isSignedIn(route) && rejects(route)).map((route) => [route.id, route] as const))(
    '%s is rejected',
    async (_, route) => {
      const token = tokens.get(highest)!;
      const plain = plainRequest(route.id, route.endpoint);
      const params = knownParams(route)?.[0];
      const answer = await world.send(route, params ? { ...plain, params } : plain, token);
      expect(answer).toMatchObject({ status: 403, code: 'privacy.anonymous' });
    },
  );
});
