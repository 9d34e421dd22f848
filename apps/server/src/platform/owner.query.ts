import { sql } from 'kysely';
import { type Database, inTenant, type Scope } from './db.ts';

/** The organisation that a row belongs to. */
export type OwnerOrganization = { readonly id: string; readonly time_zone: string };

const tables = new WeakMap<Database, Promise<readonly string[]>>();

/** Tables that have an id and belong to an organisation, read from the catalogue so that no table is missed. */
const tablesWithIds = (db: Database): Promise<readonly string[]> => {
  const cached = tables.get(db);
  if (cached) return cached;
  const listed = sql<{ name: string }>`
    select c.relname::text as name from pg_class c
      join pg_attribute o on o.attrelid = c.oid and o.attname = 'organization_id' and not o.attisdropped
      join pg_attribute i on i.attrelid = c.oid and i.attname = 'id' and i.atttypid = 'uuid'::regtype and not i.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege('sergak_reader', c.oid, 'select')
    order by 1`
    .execute(db.app)
    .then(({ rows }) => rows.map((row) => row.name));
  tables.set(db, listed);
  listed.catch(() => tables.delete(db));
  return listed;
};

/**
 * Organisations of a subtree that own rows with these ids. Row-level security hides all organisations outside the
 * subtree.
 */
export const findOwners = async (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly OwnerOrganization[]> => {
  const names = await tablesWithIds(db);
  const owners = names.map(
    (name) => sql`select organization_id from ${sql.table(name)} where id = any(${ids}::uuid[])`,
  );
  return inTenant(db, scope, 'subtree', async (tx) => {
    const { rows } = await sql<OwnerOrganization>`
      select id, time_zone from organizations where id in (${sql.join(owners, sql` union `)})`.execute(tx);
    return rows;
  });
};
