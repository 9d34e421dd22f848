import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** Number of seats reserved for people who are being restored or imported. `lock_licence` counts the same seats. */
export const countReservedSeats = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select (select coalesce(sum(seats), 0) from bulk_works)
      + (select coalesce(sum(seats), 0) from employee_imports where seats > 0) as n`.execute(tx);
  return rows[0]!.n;
};
