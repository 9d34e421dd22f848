import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** Number of daily points of persons before a day. */
export const countPersonPoints = async (tx: Tx, before: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from risk_points where scope = 'employee' and day < ${before}::date`.execute(tx);
  return rows[0]!.n;
};

/** Deletes up to `most` daily points of persons before a day. Points of departments and of the organisation stay. */
export const deletePersonPoints = async (tx: Tx, before: string, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from risk_points where ctid = any(array(
      select ctid from risk_points where scope = 'employee' and day < ${before}::date limit ${most}))`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};
