import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../src/platform/db.ts';
import type { FileStore } from '../src/platform/files.ts';

/** Not copied: triggers fill these when the rows of other tables are inserted, and then the product seals the audit log. */
const DERIVED = ['campaign_tallies', 'people_tallies', 'audit_pending', 'audit_seals', 'audit_chains'];
const ROWS_AT_ONCE = 1_000;
/**
 * Ids reserved for each table that numbers its rows, and the gap below them, which covers numbers that other connections draw
 * while they are being reserved.
 */
const RESERVED = 1_000_000;
const GAP = 10_000;

type Query = Pick<pg.Pool, 'query'>;
type Table = { readonly name: string; readonly columns: readonly string[] };
const list = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** Tables of organisations with the columns that can be written, each table after those that it refers to. */
const tablesOf = async (db: Query): Promise<Table[]> => {
  const { rows } = await db.query<Table & { refers_to: string[] }>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       array(select distinct f.confrelid::regclass::text from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relname = any($1)
     group by c.oid, c.relname
     having c.relname = 'organizations' or bool_or(a.attname = 'organization_id')
     order by c.relname`,
    [DERIVED],
  );
  const sorted: Table[] = [];
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const ready = [...left.values()].filter((row) => !row.refers_to.some((name) => left.has(name)));
    if (ready.length === 0) throw new Error(`foreign keys form a circle: ${[...left.keys()].join(', ')}`);
    for (const row of ready) {
      sorted.push(row);
      left.delete(row.name);
    }
  }
  return sorted;
};

/**
 * Lets the draft number its rows in a range that the product's database never uses: after the numbers that exist there, and
 * before those that it draws later, so that the order by id stays the order in time.
 */
export const reserveIds = async (product: Query, draft: Query): Promise<void> => {
  const { rows } = await product.query<{ sequence: string; first: string }>(
    `select s.oid::regclass::text as sequence,
       (setval(s.oid::regclass, nextval(s.oid::regclass) + ${GAP + RESERVED}) - ${RESERVED})::text as first
     from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i'
     where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace`,
  );
  for (const { sequence, first } of rows)
    await draft.query(`select setval($1::regclass, $2::bigint)`, [sequence, first]);
};

const copyFiles = async (from: Database, source: FileStore, target: FileStore): Promise<void> => {
  const rows = await from.system.selectFrom('files').select(['storage_key', 'size']).execute();
  for (const { storage_key: key, size } of rows)
    if (await source.exists(key)) await target.putStream(key, await source.read(key), size);
};

/** The rows of a table as JSON texts, in the order in which they were written. */
const readRows = async function* (from: Database, { name, columns }: Table): AsyncGenerator<string> {
  for (let at = 0; ; at += ROWS_AT_ONCE) {
    const { rows } = await sql<{ text: string | null; n: number }>`
      select json_agg(r)::text as text, count(*)::int as n
      from (select ${sql.raw(list(columns))} from ${sql.table(name)} order by ctid limit ${ROWS_AT_ONCE} offset ${at}) r`.execute(
      from.system,
    );
    if (rows[0]!.text !== null) yield rows[0]!.text;
    if (rows[0]!.n < ROWS_AT_ONCE) return;
  }
};

type Stores = { readonly db: Database; readonly files: FileStore };

/**
 * Copies all organisations of a draft database into the product's database in one transaction, so that they appear there as a
 * whole. Keys, checks and triggers of the product's database apply. `complete` runs at the end of the transaction, as the
 * owner.
 */
export const publishContent = async (
  draft: Stores,
  product: Stores,
  complete: (owner: Query) => Promise<void> = async () => undefined,
): Promise<void> => {
  const tables = await tablesOf(draft.db.owner);
  await copyFiles(draft.db, draft.files, product.files);
  const client = await product.db.owner.connect();
  try {
    await client.query('begin');
    // The owner sees no row of an organisation: row-level security is forced.
    await client.query('set local role sergak_system');
    for (const table of tables)
      for await (const rows of readRows(draft.db, table))
        await client.query(
          `insert into "${table.name}" (${list(table.columns)}) overriding system value
           select ${list(table.columns)} from json_populate_recordset(null::"${table.name}", $1::json)`,
          [rows],
        );
    await client.query('reset role');
    await complete(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  // Until autovacuum does the same, the planner expects one row in each table.
  await product.db.owner.query(`analyze ${list(tables.map(({ name }) => name))}`);
};
