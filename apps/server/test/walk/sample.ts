import { createHash } from 'node:crypto';
import type { Bound } from '../../src/platform/http/bind.ts';
import { always } from './always.ts';
import type { Rows } from './fill.ts';
import { isUuid, type Leaf } from './inputs.ts';

// The walks of every day take a sample; the same walks of `npm run test:all` take everything.

export type Extent = 'sample' | 'everything';

/** How to repeat a sampled walk. The seed is made once for a run, in global-setup.ts. */
export const repeat = `SERGAK_WALK_SEED=${process.env.SERGAK_WALK_SEED}`;

/** Up to `count` elements: for one seed and one key always the same. */
export const pick = <T>(list: readonly T[], count: number, key: string): T[] =>
  list
    .map((value, at) => ({ value, rank: createHash('sha1').update(`${repeat} ${key} ${at}`).digest('hex') }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ value }) => value);

/** Words of a table name by which an address or a field means this table, besides the words of the name itself. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  employee: ['user', 'person', 'people', 'learner', 'administrator', 'manager', 'inspector'],
  assignment: ['course'],
  course: ['rule'],
  task: ['event'],
  email: ['template', 'letter'],
  template: ['email', 'phishing'],
  campaign: ['phishing'],
  page: ['landing', 'redirect'],
  token: ['api'],
  department: ['group'],
  organization: ['company', 'parent', 'child'],
};
const IGNORED = new Set(['id', 'of', 'by', 'to', 'from', 'body', 'ids', 'filter', 'include', 'exclude', 'selection']);

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
    .filter((word) => word && !IGNORED.has(word));
const meant = (tables: readonly string[], words: readonly string[]): string[] =>
  tables.filter((table) =>
    wordsOf(table).some((own) => words.includes(own) || (synonyms[own] ?? []).some((word) => words.includes(word))),
  );

/**
 * Tables whose ids a place can mean: by the name of the field, then the words of the address around it, then the
 * domain of the endpoint. The full walk fails where a place finds a row of another table.
 */
const kindsOf = (route: Bound, leaf: Pick<Leaf, 'part' | 'path'>, tables: readonly string[]): string[] => {
  const own = wordsOf(leaf.path);
  const before = leaf.part === 'params' ? route.endpoint.path.split(`/:${leaf.path}`)[0]!.split('/').at(-1)! : '';
  const exact = meant(tables, [...own, ...wordsOf(before)]);
  return exact.length > 0 ? exact : meant(tables, [...wordsOf(route.id), ...wordsOf(route.endpoint.path)]);
};

type IdPlace = { readonly route: Bound; readonly leaf: Leaf; readonly name: string };
type Tables = { readonly meant: readonly string[]; readonly others: readonly string[] };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Tables with ids of the form that the place takes: those that it can mean, and the others. */
export const tablesFor = (rows: Rows, { route, leaf }: Pick<IdPlace, 'route' | 'leaf'>): Tables => {
  const fits = (id: unknown) => (isUuid(leaf) ? UUID.test(String(id)) : typeof id === 'number');
  const tables = [...rows].filter(([, row]) => fits(row.id)).map(([table]) => table);
  const meant = kindsOf(route, leaf, tables);
  return { meant, others: tables.filter((table) => !meant.includes(table)) };
};

/** Ids of rows for one place: all, or one of each table that the place can mean and three others. */
export const idsFor = (extent: Extent, rows: Rows, place: IdPlace): string[] => {
  const { meant, others } = tablesFor(rows, place);
  const caught = others.filter((table) => always.some(([name, one]) => name === place.name && one === table));
  const chosen = extent === 'everything' ? others : [...new Set([...caught, ...pick(others, 3, place.name)])];
  return [...meant, ...chosen].map((table) => String(rows.get(table)!.id));
};
