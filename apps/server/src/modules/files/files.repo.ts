import type { Permission } from '@sergak/contract/access/permissions.ts';
import { sql } from 'kysely';
import { isAnonymous } from '../directory/public.ts';
import { iso, now } from '../../platform/clock.ts';
import { asOrganization, type SystemTx, type Tx } from '../../platform/db.ts';

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
  /** Without it, the row that owns the file decides when the file is deleted. */
  expiresAt?: Date;
  /** The organisation of whose simulations the file has results. */
  resultsOf?: string;
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
      expires_at: file.expiresAt ?? null,
      results_of: file.resultsOf ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

const findRow = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .select([
      'id',
      'name',
      'content_type',
      'size',
      'storage_key',
      'visibility',
      'permission',
      'created_by',
      'results_of',
    ])
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * A file that may be read: not one with results of an organisation that is anonymous now, although it was not at the order. Looks
 * into that organisation, so calls in one transaction follow one another.
 */
export const findFile = async (tx: Tx, id: string) => {
  const file = await findRow(tx, id);
  if (!file?.results_of) return file;
  return (await asOrganization(tx, file.results_of, () => isAnonymous(tx))) ? undefined : file;
};

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
export const storedFileBytes = async (
  tx: Tx,
  employeeId: string,
): Promise<{ organization: number; person: number }> => {
  const row = await tx
    .selectFrom('files')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('organization'),
      eb.fn.coalesce(eb.fn.sum<number>('size').filterWhere('created_by', '=', employeeId), eb.lit(0)).as('person'),
    ])
    .executeTakeFirstOrThrow();
  return { organization: Number(row.organization), person: Number(row.person) };
};

const EXPIRED_MOST = 1_000;
/**
 * Deletes files that jobs made for one person: after their time, once the person is removed, and if they have results of people
 * and the organisation has become anonymous. Returns the keys of their bytes. Crosses tenants: one sweep for all organisations.
 */
export const deleteExpiredFiles = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ storage_key: string }>`
    delete from files where id in (
      select f.id from files f where f.expires_at is not null and (f.expires_at <= ${iso(now())}
        or exists (select from employees e where e.id = f.created_by and e.deleted_at is not null)
        or exists (select from retention_settings r where r.organization_id = f.results_of and r.anonymous))
      limit ${EXPIRED_MOST})
    returning storage_key`.execute(tx);
  return rows.map((row) => row.storage_key);
};
