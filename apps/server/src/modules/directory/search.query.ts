import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** A search that finds fewer people than this goes by their ids; any other compares the words row by row. */
const RARE = 20_000;

const patterns = (needle: string): string[] =>
  needle
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/**
 * A search as a condition on `employees e`, or null for an empty one. Row-level security keeps the trigram index from
 * queries of the app's role, so a rare word is looked up by a function of the system role; the words of a common one
 * are found in nearly every row anyway, and reading in the order of the list stops after one page.
 */
export const searchCondition = async (tx: Tx, needle: string): Promise<RawBuilder<unknown> | null> => {
  const words = patterns(needle);
  if (words.length === 0) return null;
  const { rows } = await sql<{ ids: string[] }>`select find_employees(${needle}, ${RARE}) as ids`.execute(tx);
  const { ids } = rows[0]!;
  if (ids.length < RARE) return sql`e.id = any(${`{${ids.join(',')}}`}::uuid[])`;
  return sql.join(
    words.map((word) => sql`e.search_text like ${word}`),
    sql` and `,
  );
};
