import { sql } from 'kysely';
import type { DB } from '../db-types.ts';
import type { Database, SystemTx, Tx } from './db.ts';

/**
 * Gathers PostgreSQL's planner statistics of these tables. Call it after a bulk write has been committed: until autovacuum
 * does the same, up to a minute later, the planner expects one row per organisation, and a join of a few hundred people with
 * their tags takes seconds instead of milliseconds (decision 0291). Connects as the owner: the application's roles may not
 * analyze tables.
 */
export const analyzeTables = async (db: Database, tables: readonly (keyof DB)[]): Promise<void> => {
  await db.owner.query(`analyze ${tables.join(', ')}`);
};

/**
 * Plans the joins of this transaction without nested loops, for statements that join many rows with many. What such a transaction
 * has written is unknown to the planner, which expects one row and would compare each row with each other.
 */
export const avoidNestedLoops = (tx: Tx | SystemTx) =>
  sql`select set_config('enable_nestloop', 'off', true)`.execute(tx);
