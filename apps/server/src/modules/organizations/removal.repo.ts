import { sql } from 'kysely';
import type pg from 'pg';
import type { SystemTx } from '../../platform/db.ts';

// The only place that deletes rows of all tables, by their names in the catalogue: an organisation is deleted with its rows.

export const isBeingRemoved = async (tx: SystemTx, id: string): Promise<boolean> => {
  const row = await tx.selectFrom('organizations').select('removal_started_at').where('id', '=', id).executeTakeFirst();
  return Boolean(row?.removal_started_at);
};

/**
 * Tables with rows of organisations, read from the catalogue so that none is forgotten; referencing tables come before the
 * referenced ones. Omitted, because the last step deletes them at once: tables that reference themselves, directly or in a
 * cycle, and the audit log with its chain, from which no role may delete and half of which would look tampered with.
 */
export const listTables = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ name: string; targets: string[] }>`
    select c.relname::text as name, array(select distinct t.relname::text from pg_constraint k join pg_class t on t.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and t.relname <> 'organizations') as targets
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'audit\\_%' order by 1`.execute(
    tx,
  );
  const waiting = new Map(rows.map((row) => [row.name, row.targets]));
  const ordered: string[] = [];
  for (let free = ['']; free.length > 0;) {
    const pointedAt = new Set([...waiting.values()].flat());
    free = [...waiting.keys()].filter((name) => !pointedAt.has(name));
    for (const name of free) waiting.delete(name);
    ordered.push(...free);
  }
  return ordered;
};

export const countRows = async (tx: SystemTx, table: string, id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where organization_id = ${id}`.execute(tx);
  return rows[0]!.n;
};

/** Deletes up to `most` rows; returns their number. */
export const deleteOrganizationRows = async (
  tx: SystemTx,
  table: string,
  id: string,
  most: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where organization_id = ${id} limit ${most}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
};

/** The next files in a stable order: the same files until they are deleted. */
export const nextFiles = (tx: SystemTx, id: string, most: number) =>
  tx
    .selectFrom('files')
    .select(['id', 'storage_key'])
    .where('organization_id', '=', id)
    .orderBy('id')
    .limit(most)
    .execute();

/** Deletes the row of the organisation with all dependent rows; returns the keys of stored files. */
export const deleteOrganization = async (tx: SystemTx, id: string): Promise<string[]> => {
  const files = await nextFiles(tx, id, 1_000_000);
  await tx.deleteFrom('organizations').where('id', '=', id).execute();
  return files.map((file) => file.storage_key);
};

/** Removes the waiting jobs of the organisation from the queue; a job that runs now finds nothing to do. */
export const forgetJobs = (owner: pg.Pool, id: string) =>
  owner.query(
    `select count(*) from graphile_worker.complete_jobs(array(
       select j.id from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
       where p.payload->>'organization_id' = $1 and j.locked_at is null))`,
    [id],
  );
