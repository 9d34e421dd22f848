import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** A search that finds at most this many people goes on by their ids; any other compares the words row by row. */
const RARE = 20_000;

export type Search = {
  /** On `employees e`. */
  readonly condition: RawBuilder<unknown>;
  /** The same, for a walk through the text of everybody who may be meant. */
  readonly inText: RawBuilder<unknown>;
  /** How many living people of the organisation it finds; null where they are many, so that they were not counted. */
  readonly total: number | null;
};

/** Such a word is found by `like` in half the time of `strpos`, which counts the emails before it; of other words not so. */
const plain = /^[\x20-\x7e]+$/;
const likeAny = (word: string) => sql`e.search_text like '%' || lower(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`;

/**
 * Looks a search up; null for an empty one. Row-level security keeps the trigram index from queries of the app's role,
 * so a function of the system role answers with the ids of few people. The words of a common search are found in many
 * rows anyway, and reading in the order of the list stops after one page.
 */
export const findSearch = async (tx: Tx, needle: string): Promise<Search | null> => {
  const words = needle.split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const { rows } = await sql<{ total: number | null; ids: string | null }>`
    select total, ids from find_employees(${needle}, ${RARE})`.execute(tx);
  const { total, ids } = rows[0]!;
  if (ids !== null) {
    const condition = sql`e.id = any(${ids}::uuid[])`;
    return { condition, inText: condition, total };
  }
  // Not `like`: without the statistics that row-level security hides, the planner takes every pattern for a rare one, and
  // would not read in the order of the list.
  const held = (word: string) => sql`strpos(e.search_text, lower(${word})) > 0`;
  const inText = words.map((word) => (plain.test(word) ? likeAny(word) : held(word)));
  return { condition: sql.join(words.map(held), sql` and `), inText: sql.join(inText, sql` and `), total: null };
};

/** A search as a condition on `employees e`, or null for an empty one. */
export const searchCondition = async (tx: Tx, needle: string): Promise<RawBuilder<unknown> | null> =>
  (await findSearch(tx, needle))?.condition ?? null;

/** How many people `e` a query finds that reads `from` this. */
export const countFound = async (tx: Tx, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${from}`.execute(tx);
  return rows[0]!.n;
};

/** How many people a condition on `employees e` finds. */
export const countWhere = (tx: Tx, where: RawBuilder<unknown>): Promise<number> =>
  countFound(tx, sql`employees e where ${where}`);
