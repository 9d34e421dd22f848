import { Kysely, PostgresDialect, sql } from 'kysely';
import type { DB } from '../apps/server/src/db-types.ts';
import type { Tx } from '../apps/server/src/platform/db.ts';
import type { StaffDatabase } from './staff-database.ts';

const tables =
  /\b(from|join) "?(employees|departments|tags|tag_employees|assignments|learners|campaigns|campaign_recipients)"?(?![\w"])/g;

/**
 * The product's own statements without row-level security: run as the owner of the tables, with a condition on the
 * organisation for each table, since the indexes begin with it.
 */
export const unlimited = ({ platform, organizationId }: StaffDatabase) => {
  const limited = (text: string) =>
    text.replaceAll(tables, `$1 (select * from $2 where organization_id = '${organizationId}')`);
  const pool = {
    async connect() {
      const client = await platform.db.owner.connect();
      return {
        query: (text: string, values: unknown[]) => client.query(limited(text), values),
        release: () => client.release(),
      };
    },
    end: async () => undefined,
  };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) });
  return <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`select set_config('app.org', ${organizationId}, true)`.execute(tx);
        return work(tx as never);
      });
};
