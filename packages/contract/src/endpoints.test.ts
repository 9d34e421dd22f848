import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { permissions } from './access/permissions.ts';
import { addressOf, type Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { errorCodes } from './errors.ts';

const all = Object.entries(endpoints) as [string, Endpoint][];
type Spread = readonly [string, Endpoint];
const shapeOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const partsOf = (e: Endpoint) => addressOf(e.path).replace(/\/$/, '').split('/');

/** Faults of a table of endpoints, as sentences. */
const faultsOf = (table: readonly Spread[]): string[] => [
  ...table.flatMap(([id, e]) => faultsOfOne(id, e)),
  ...clashes(table),
];

const faultsOfOne = (id: string, e: Endpoint): string[] => {
  const faults: string[] = [];
  if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(id)) faults.push(`${id}: an id is domain.verb`);
  for (const code of e.errors ?? []) if (!(code in errorCodes)) faults.push(`${id}: unknown error ${code}`);
  if (![...permissions, 'signed-in', 'half-open', 'public'].includes(e.permission))
    faults.push(`${id}: unknown permission ${e.permission}`);
  if (!/^[A-Z].*\.$/s.test(e.about)) faults.push(`${id}: about is a sentence`);
  const inPath = [...e.path.matchAll(/:(\w+)/g)].map((match) => match[1]!).sort();
  if (inPath.join() !== shapeOf(e.params).sort().join()) faults.push(`${id}: params do not name what the path names`);
  if (e.tenant && typeof e.tenant === 'object' && ![...inPath, ...shapeOf(e.query)].includes(e.tenant.param))
    faults.push(`${id}: no parameter ${e.tenant.param}`);
  const named = (permissions as readonly string[]).includes(e.permission);
  if (e.least && !named) faults.push(`${id}: a role goes with a permission name`);
  if (isCostly(e) && e.costs === undefined) faults.push(`${id}: name the kind of costly work`);
  if (e.costs !== undefined && ['public', 'half-open'].includes(e.permission))
    faults.push(`${id}: costs are counted for a person`);
  if (e.method !== 'GET') faults.push(...faultsOfWrite(id, e));
  return faults;
};

/** Signs of work that takes much time or memory: a file, another process or server, a long task, a selection of people. */
const isCostly = (e: Endpoint): boolean =>
  (e.method !== 'GET' && (e.upload !== undefined || e.transaction !== undefined)) ||
  (e.errors ?? []).includes('task.limit') ||
  [...shapeOf(e.query), ...shapeOf('body' in e ? e.body : undefined)].some((field) =>
    ['need_all', 'selection', 'expected_count'].includes(field),
  );

/** Participles that do not end in -ed. */
const irregular = [
  'sent',
  'resent',
  'set',
  'made',
  'begun',
  'left',
  'given',
  'taken',
  'withdrawn',
  'rebuilt',
  'read',
  'hidden',
  'shown',
  'put',
  'cut',
  'reset',
];
const inThePast = (action: string) => {
  const last = action.split('_').at(-1)!.split('.').at(-1)!;
  return /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(action) && (/(ed|out|in)$/.test(last) || irregular.includes(last));
};

const faultsOfWrite = (id: string, e: Extract<Endpoint, { audit: unknown }>): string[] => {
  const faults: string[] = [];
  const action = 'action' in e.audit ? e.audit.action : 'own' in e.audit ? e.audit.own : null;
  if (action !== null && !inThePast(action)) faults.push(`${id}: ${action} is not domain.something_done`);
  if ('none' in e.audit && e.audit.none.length < 8) faults.push(`${id}: say why it is not logged`);
  if (e.transaction && e.transaction.own.length < 8) faults.push(`${id}: say what it waits for`);
  if (e.transaction && ['public', 'half-open'].includes(e.permission))
    faults.push(`${id}: without a session the handler opens its own transactions anyway`);
  if (e.permission === 'public' && 'action' in e.audit) faults.push(`${id}: without a session the handler itself logs`);
  return faults;
};

/** Two calls with the same address: the same pattern, or a parameter that also matches a literal part of another path. */
const clashes = (table: readonly Spread[]): string[] =>
  table.flatMap(([id, e], at) =>
    table.slice(at + 1).flatMap(([otherId, other]) => {
      const [mine, theirs] = [partsOf(e), partsOf(other)];
      if (e.method !== other.method || mine.length !== theirs.length) return [];
      const answers = mine.every((part, i) => takes(e, part, theirs[i]!) || takes(other, theirs[i]!, part));
      return answers ? [`${id} and ${otherId} answer the same address: ${e.method} ${addressOf(e.path)}`] : [];
    }),
  );

const takes = (e: Endpoint, part: string, text: string): boolean => {
  if (!part.startsWith(':')) return part === text;
  if (text.startsWith(':')) return true;
  const schema = e.params instanceof z.ZodObject ? (e.params.shape[part.slice(1)] as z.ZodType | undefined) : undefined;
  return schema?.safeParse(text).success ?? true;
};

describe('the table of endpoints', () => {
  it('has no faults', () => expect(faultsOf(all)).toEqual([]));

  it('has one list of endpoints for each domain', () => {
    expect(new Set(all.map(([id]) => id)).size).toBe(all.length);
  });
});

describe('the check itself', () => {
  const good = {
    method: 'POST',
    path: '/things/:id',
    permission: 'admin',
    about: 'Does it.',
    params: z.strictObject({ id: z.uuid() }),
    response: z.null(),
    audit: { action: 'thing.changed' },
    touches: [],
  } as const satisfies Endpoint;
  const faults = (
    changes: Partial<Record<keyof typeof good | 'errors' | 'tenant' | 'least' | 'transaction', unknown>>,
    id = 'things.change',
  ) => faultsOf([[id, { ...good, ...changes } as Endpoint]]);

  it('accepts a correct endpoint', () => expect(faults({})).toEqual([]));
  it.each([
    [{ errors: ['thing.nowhere'] }, 'unknown error'],
    [{ permission: 'admin.things' }, 'unknown permission'],
    [{ about: 'does it' }, 'about is a sentence'],
    [{ params: undefined }, 'params do not name'],
    [{ tenant: { param: 'organization' } }, 'no parameter'],
    [{ audit: { action: 'thing.change' } }, 'not domain.something_done'],
    [{ audit: { none: 'so' } }, 'say why'],
    [{ permission: 'public' }, 'the handler itself logs'],
    [{ permission: 'signed-in', least: 'operator' }, 'a role goes with a permission name'],
    [{ transaction: { own: 'so' } }, 'say what it waits for'],
    [{ permission: 'half-open', transaction: { own: 'asks a name server' } }, 'its own transactions anyway'],
  ])('finds %o', (changes, said) => expect(faults(changes).join()).toContain(said));
  it('finds an id in another format', () => expect(faults({}, 'changeThing').join()).toContain('domain.verb'));
  it('finds two calls for one address, and accepts a literal next to a uuid parameter', () => {
    const read = (path: string, params: z.ZodType | undefined): Endpoint => ({
      method: 'GET',
      path: path as '/',
      permission: 'admin',
      about: 'Reads.',
      params,
      response: z.null(),
    });
    const byName = read('/things/:name', z.strictObject({ name: z.string() }));
    const byId = read('/things/:id', z.strictObject({ id: z.uuid() }));
    const word = read('/things/modal', undefined);
    expect(
      faultsOf([
        ['things.one', byName],
        ['things.two', word],
      ]),
    ).toHaveLength(1);
    expect(
      faultsOf([
        ['things.one', byId],
        ['things.two', byName],
      ]),
    ).toHaveLength(1);
    expect(
      faultsOf([
        ['things.one', byId],
        ['things.two', word],
      ]),
    ).toEqual([]);
  });
});
