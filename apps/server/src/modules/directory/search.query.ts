import { searchWords, spellingsOf } from '@sergak/contract/fold.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** A search that finds at most this many people returns their ids; any other search compares the text of each row. */
const IDS_MAX = 20_000;

export type Search = {
  /** The condition on `employees e`. */
  readonly condition: RawBuilder<unknown>;
  /** The same condition for a scan of the text of many people. */
  readonly inText: RawBuilder<unknown>;
  /** The number of people found who are not removed; null if there are too many to count. */
  readonly total: number | null;
};

/** For ASCII words `like` takes half the time of `strpos`; for other words it does not. */
const ascii = /^[\x20-\x7e]+$/;
const isLike = (word: string) => sql`e.search_text like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`;
const contains = (word: string) => sql`strpos(e.search_text, ${word}) > 0`;
/** A word in any of its spellings. */
const inSpellings = (word: string, test: (spelling: string) => RawBuilder<unknown>) =>
  sql`(${sql.join(spellingsOf(word).map(test), sql` or `)})`;

/**
 * Prepares a search; returns null if it is empty. Row-level security keeps the trigram index from queries of the app's role, so a
 * function of the system role returns the ids if few people match. A common search compares the text of each row: matches are
 * frequent, and reading in list order stops after one page.
 */
export const findSearch = async (tx: Tx, needle: string): Promise<Search | null> => {
  const words = searchWords(needle);
  if (words.length === 0) return null;
  const { rows } = await sql<{ total: number | null; ids: string | null }>`
    select total, ids from find_employees_spelled(${JSON.stringify(words.map(spellingsOf))}::jsonb, ${IDS_MAX})`.execute(
    tx,
  );
  const { total, ids } = rows[0]!;
  if (ids !== null) {
    const condition = sql`e.id = any(${ids}::uuid[])`;
    return { condition, inText: condition, total };
  }
  // Do not use `like`: row-level security hides the statistics, so the planner treats every pattern as rare and would not read in
  // list order.
  const inText = words.map((word) => inSpellings(word, (one) => (ascii.test(one) ? isLike(one) : contains(one))));
  const condition = words.map((word) => inSpellings(word, contains));
  return { condition: sql.join(condition, sql` and `), inText: sql.join(inText, sql` and `), total: null };
};

/** A search as a condition on `employees e`; null if the search is empty. */
export const searchCondition = async (tx: Tx, needle: string): Promise<RawBuilder<unknown> | null> =>
  (await findSearch(tx, needle))?.condition ?? null;

/** The number of people `e` that a `from` part finds. */
export const countFound = async (tx: Tx, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${from}`.execute(tx);
  return rows[0]!.n;
};

/** The number of people that a condition on `employees e` finds. */
export const countWhere = (tx: Tx, where: RawBuilder<unknown>): Promise<number> =>
  countFound(tx, sql`employees e where ${where}`);
