import type { Permission } from '@sergak/contract/access/permissions.ts';
import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

export type Visibility = 'organization' | 'admin' | 'owner';
export type NewFile = {
  name: string;
  type: string;
  size: number;
  storageKey: string;
  createdBy: string | null;
  visibility?: Visibility;
  /** Permission needed to read the file, in addition to its visibility. */
  permission?: Permission;
};

/** Inserts the row of a file whose bytes are stored already; returns its id. */
export const insertFile = async (tx: Tx, file: NewFile): Promise<string> => {
  const row = await tx
    .insertInto('files')
    .values({
      name: file.name,
      content_type: file.type,
      size: file.size,
      storage_key: file.storageKey,
      visibility: file.visibility ?? 'organization',
      permission: file.permission ?? null,
      created_by: file.createdBy,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const findFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .select(['id', 'name', 'content_type', 'size', 'storage_key', 'visibility', 'permission', 'created_by'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Deletes rows of files that nothing references any more; returns the keys of their bytes, to be deleted after the commit. */
export const deleteFileRows = async (tx: Tx | SystemTx, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await (tx as Tx)
    .deleteFrom('files')
    .where('id', 'in', [...ids])
    .returning('storage_key')
    .execute();
  return rows.map((row) => row.storage_key);
};

/** Total size in bytes of the organisation's files, and of the files that one person stored. */
export const storedBytes = async (tx: Tx, employeeId: string): Promise<{ organization: number; person: number }> => {
  const row = await tx
    .selectFrom('files')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('organization'),
      eb.fn.coalesce(eb.fn.sum<number>('size').filterWhere('created_by', '=', employeeId), eb.lit(0)).as('person'),
    ])
    .executeTakeFirstOrThrow();
  return { organization: Number(row.organization), person: Number(row.person) };
};
