import { sql } from 'kysely';
import type { SystemTx } from './db.ts';

/** Where sealed values are stored: `key` names the columns that identify a row. */
export type SealedColumn = { readonly table: string; readonly column: string; readonly key: readonly string[] };
export type SealedRow = { readonly key: Readonly<Record<string, string>>; readonly sealed: Buffer };

/** The values of a column that do not begin with this label. Crosses tenants: a secret belongs to the installation. */
export const listSealed = async (
  tx: SystemTx,
  { table, column, key }: SealedColumn,
  label: Buffer,
): Promise<SealedRow[]> => {
  const keys = sql.join(key.flatMap((name) => [sql.lit(name), sql.ref(name)]));
  const { rows } = await sql<SealedRow>`
    select jsonb_build_object(${keys}) as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and substring(${sql.ref(column)} from 1 for ${sql.lit(label.length)}) <> ${label}`.execute(
    tx,
  );
  return rows;
};

/** Replaces a value if it is still the one that was read. */
export const replaceSealed = async (
  tx: SystemTx,
  { table, column, key }: SealedColumn,
  row: SealedRow & { readonly next: Buffer },
): Promise<boolean> => {
  const isRow = sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${row.key[name]}::uuid`),
    sql` and `,
  );
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${row.next} where ${isRow} and ${sql.ref(column)} = ${row.sealed}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
};
