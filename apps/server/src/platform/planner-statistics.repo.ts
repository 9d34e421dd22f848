import type { DB } from '../db-types.ts';
import type { Database } from './db.ts';

/**
 * Gathers PostgreSQL's planner statistics of these tables. Call it after a bulk write has been committed: until autovacuum
 * does the same, up to a minute later, the planner expects one row per organisation, and a join of a few hundred people with
 * their tags takes seconds instead of milliseconds (decision 0291). Connects as the owner: the application's roles may not
 * analyze tables.
 */
export const analyzeTables = async (db: Database, tables: readonly (keyof DB)[]): Promise<void> => {
  await db.owner.query(`analyze ${tables.join(', ')}`);
};
