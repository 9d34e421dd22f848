import { readCertificateNumber } from '@sergak/contract/certificates/certificates.rules.ts';
import {
  entryKinds,
  fitOf,
  fits,
  mayHaveMistakes,
  THINGS_MAX,
  thingKinds,
  thingPermissions,
  wordsOf,
  RECENT_MAX,
  type EntryKind,
  type ThingKind,
} from '@sergak/contract/search/search.rules.ts';
import type { FoundThing, OpenedThing, RecentThing } from '@sergak/contract/search/search.schema.ts';
import type { Ctx, Viewer as Person } from '../../platform/context.ts';
import { findPeople, findSimilarPeople } from './people.query.ts';
import { insertOpened, selectOpened } from './recent.repo.ts';
import { findCertificate, findTitles, thingsByIds, type Row } from './things.query.ts';

type Viewer = Pick<Person, 'permissions'>;
/** With fewer finds than this, texts with a typing mistake are looked for as well. */
const FEW = 5;

const kindsOf = ({ permissions }: Viewer): ThingKind[] =>
  thingKinds.filter((kind) => permissions.has(thingPermissions[kind]));

type Words = ReturnType<typeof wordsOf>;
/** The rows that fit all words, the best first within each kind, and no more of a kind than are shown. */
const judged = (rows: readonly Row[], words: Words): FoundThing[] => {
  const found = rows.flatMap(({ search_text, ...row }) => {
    const fit = fitOf(search_text, words);
    return fit === null ? [] : [{ ...row, fit }];
  });
  return thingKinds.flatMap((kind) =>
    found
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => a.fit - b.fit)
      .slice(0, THINGS_MAX),
  );
};

/** Things of the organisation that fit a search and that the caller may open; of each kind the best first. */
export const findThings = async (
  { tx, viewer }: Pick<Ctx, 'tx'> & { readonly viewer: Viewer },
  { search }: { search: string },
) => {
  const words = wordsOf(search);
  const kinds = kindsOf(viewer);
  if (words.length === 0 || kinds.length === 0) return { data: [] };
  const withPeople = kinds.includes('employee');
  const number = kinds.includes('certificate') ? readCertificateNumber(search) : null;
  if (number !== null) {
    const certificate = await findCertificate(tx, number);
    const found = await thingsByIds(tx, viewer, { certificate });
    if (found.length > 0) return { data: found.map(({ search_text: _, ...row }) => ({ ...row, fit: fits.whole })) };
  }
  const rows = [
    ...(withPeople ? await thingsByIds(tx, viewer, { employee: await findPeople(tx, words) }) : []),
    ...(await findTitles(tx, viewer, kinds, words)),
  ];
  const found = judged(rows, words);
  if (found.length >= FEW || !words.some(([, sound]) => mayHaveMistakes(sound))) return { data: found };
  const similar = [
    ...(withPeople ? await thingsByIds(tx, viewer, { employee: await findSimilarPeople(tx, words) }) : []),
    ...(await findTitles(tx, viewer, kinds, words, 'similar')),
  ];
  const known = new Set(found.map(({ id }) => id));
  const more = judged(similar, words).filter(({ id, fit }) => fit === fits.similar && !known.has(id));
  return { data: thingKinds.flatMap((kind) => [...found, ...more].filter((one) => one.kind === kind)) };
};

const isEntry = (kind: string): kind is EntryKind => entryKinds.some((one) => one === kind);

/** What the caller opened lately in this organisation and may still open, the latest first. */
export const listRecent = async ({ tx, viewer }: Ctx): Promise<{ data: RecentThing[] }> => {
  const opened = await selectOpened(tx, viewer.id);
  const ids: Partial<Record<ThingKind, string[]>> = {};
  for (const kind of kindsOf(viewer)) ids[kind] = opened.filter((one) => one.kind === kind).map(({ thing }) => thing);
  const rows = new Map((await thingsByIds(tx, viewer, ids)).map((row) => [row.id, row]));
  const data = opened.flatMap(({ kind, thing }): RecentThing[] => {
    if (isEntry(kind)) return [{ kind, thing }];
    const row = rows.get(thing);
    return row === undefined ? [] : [{ kind: row.kind, thing, title: row.title, detail: row.detail, at: row.at }];
  });
  return { data: data.slice(0, RECENT_MAX) };
};

/** Notes that the caller opened something. */
export const noteOpened = async ({ tx, viewer }: Ctx, { opened }: { opened: OpenedThing }) => {
  await insertOpened(tx, viewer.id, opened);
  return null;
};
