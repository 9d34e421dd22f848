import type {
  DirectoryField,
  DirectorySecurity,
  SyncSchedule,
} from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectoryDiagnosis } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import type { EntryMap } from './entries.ts';

export type DirectoryFailure = DirectoryDiagnosis['steps'][number] & { readonly at: string };

export type DirectoryRow = {
  organization_id: string;
  host: string;
  port: number;
  security: DirectorySecurity;
  plain_allowed: boolean;
  ca: string;
  bind_dn: string;
  password_sealed: Buffer | null;
  base_dn: string;
  filter: string;
  attributes: Record<DirectoryField, string>;
  department_from: 'none' | 'ou' | 'attribute';
  department_attribute: string;
  group_roles: { group: string; role: EntryMap['group_roles'][number]['role'] }[];
  key_attribute: string;
  leavers: 'keep' | 'remove';
  sign_in: boolean;
  schedule: SyncSchedule;
  hour: number;
  saved_by: string;
  next_at: string | null;
  read_at: string | null;
  failure: DirectoryFailure | null;
  import_id: string | null;
  version: number;
};

export const findDirectory = async (tx: Tx): Promise<DirectoryRow | undefined> =>
  (await tx.selectFrom('directories').selectAll().executeTakeFirst()) as DirectoryRow | undefined;

export const lockDirectory = async (tx: Tx): Promise<DirectoryRow | undefined> =>
  (await tx.selectFrom('directories').selectAll().forUpdate().executeTakeFirst()) as DirectoryRow | undefined;

export type DirectoryValues = Omit<DirectoryRow, 'organization_id' | 'next_at' | 'read_at' | 'failure' | 'import_id'>;

/** When a sync of this schedule is due next. */
const nextAt = (schedule: SyncSchedule, hour: number) => {
  const at = sql`${iso(now())}::timestamptz`;
  if (schedule === 'off') return sql<string | null>`null::timestamptz`;
  if (schedule === 'hourly') return sql<string | null>`${at} + interval '1 hour'`;
  const zone = sql`(select o.time_zone from organizations o where o.id = current_setting('app.org')::uuid)`;
  const today = sql`(date_trunc('day', ${at} at time zone ${zone}) + make_interval(hours => ${hour})) at time zone ${zone}`;
  return sql<string | null>`case when ${today} > ${at} then ${today} else ${today} + interval '1 day' end`;
};

export const putDirectory = async (tx: Tx, row: DirectoryValues): Promise<void> => {
  const values = {
    ...row,
    attributes: JSON.stringify(row.attributes),
    group_roles: JSON.stringify(row.group_roles),
    failure: null,
    next_at: nextAt(row.schedule, row.hour),
    updated_at: now(),
  };
  await tx
    .insertInto('directories')
    .values(values)
    .onConflict((oc) => oc.column('organization_id').doUpdateSet(values))
    .execute();
};

export const deleteDirectory = (tx: Tx) => tx.deleteFrom('directories').execute();

/** Organisations whose directory is to be read now. */
export const dueDirectories = (tx: SystemTx) =>
  tx
    .selectFrom('directories as d')
    .innerJoin('organizations as o', 'o.id', 'd.organization_id')
    .select('d.organization_id')
    .where('d.next_at', '<=', sql<string>`${iso(now())}::timestamptz`)
    .where('o.removal_started_at', 'is', null)
    .orderBy('d.next_at')
    .limit(1_000)
    .execute();

/** The directories of all organisations. Crosses tenants: the doctor checks the whole installation. */
export const listDirectories = async (tx: SystemTx): Promise<(DirectoryRow & { title: string })[]> =>
  (await tx
    .selectFrom('directories as d')
    .innerJoin('organizations as o', 'o.id', 'd.organization_id')
    .selectAll('d')
    .select('o.title')
    .where('o.removal_started_at', 'is', null)
    .orderBy('o.title')
    .execute()) as (DirectoryRow & { title: string })[];

/** Plans the next scheduled sync. */
export const planNext = (tx: Tx, row: DirectoryRow) =>
  tx
    .updateTable('directories')
    .set({ next_at: nextAt(row.schedule, row.hour) })
    .execute();

/** Notes a read without a fault, and the import that it filled. */
export const noteRead = (tx: Tx, importId: string) =>
  tx.updateTable('directories').set({ read_at: now(), import_id: importId, failure: null }).execute();

export const noteDirectoryFailure = (tx: Tx, failure: DirectoryFailure) =>
  tx
    .updateTable('directories')
    .set({ failure: JSON.stringify(failure) })
    .execute();

/** Directories in which a person with this address may sign in: of these organisations, or of the verified domain. */
export const signInDirectories = async (
  tx: SystemTx,
  organizationIds: readonly string[],
  domain: string,
): Promise<DirectoryRow[]> =>
  (await tx
    .selectFrom('directories as d')
    .selectAll('d')
    .where('d.sign_in', '=', true)
    .where(
      sql<boolean>`(d.organization_id = any(${organizationIds}::uuid[])
        or exists (select from organization_domains m
          where m.organization_id = d.organization_id and m.domain = ${domain} and m.verified_at is not null))`,
    )
    .orderBy('d.organization_id')
    .limit(3)
    .execute()) as DirectoryRow[];
