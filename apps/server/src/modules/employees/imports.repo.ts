import { assignableRoles, type Role } from '@sergak/contract/access/roles.ts';
import type {
  StaffTable,
  ImportLeaver,
  ImportResult,
  ImportSummary,
  TableChoice,
} from '@sergak/contract/employees/imports.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** The table that was read, and what the administrator chose about it. Imports of an earlier release have no choice. */
export type Columns = StaffTable & { wanted?: TableChoice };

export const insertPeopleImport = async (
  tx: Tx,
  made: { by: string; taskId: string; fileName: string; fileId: string | null; fromDirectory?: boolean },
): Promise<string> => {
  const row = await tx
    .insertInto('employee_imports')
    .values({
      created_by: made.by,
      task_id: made.taskId,
      file_name: made.fileName,
      file_id: made.fileId,
      from_directory: made.fromDirectory ?? false,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

const columns = [
  'id',
  'task_id',
  'apply_task_id',
  'confirmed',
  'created_by',
  'file_name',
  'file_id',
  'rejected_file_id',
  'from_directory',
  'seats',
  'status',
  'columns',
  'summary',
  'result',
  'created_at',
] as const;

export const findPeopleImport = (tx: Tx, by: { id: string } | { task_id: string }) => {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['task_id', by.task_id] as const);
  return tx.selectFrom('employee_imports').select(columns).where(column, '=', value).executeTakeFirst();
};
export const lockPeopleImport = (tx: Tx, id: string) =>
  tx.selectFrom('employee_imports').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

type Status = 'reading' | 'ready' | 'running' | 'done' | 'cancelled' | 'failed';
export type ImportRowChange = {
  status?: Status;
  columns?: Columns | null;
  summary?: ImportSummary | null;
  rejectedFileId?: string | null;
  taskId?: string;
  applyTaskId?: string;
  confirmed?: Confirmed;
  result?: ImportResult;
  /** Seats of the licence reserved while the import is applied; every other status releases them. */
  seats?: number;
};
/**
 * The options that the administrator confirmed. They are stored so that a lost job can be created again. `unasked`: a schedule
 * started the application, and no person confirmed it.
 */
export type Confirmed = {
  add_type: string;
  need_message: boolean;
  returning?: string | undefined;
  unasked?: boolean | undefined;
};

export const updateImport = (tx: Tx, id: string, c: ImportRowChange) =>
  tx
    .updateTable('employee_imports')
    .set({
      ...(c.status ? { status: c.status, ...(c.status === 'running' ? {} : { seats: 0 }) } : {}),
      ...(c.seats === undefined ? {} : { seats: c.seats }),
      ...(c.status === 'done' || c.status === 'cancelled' || c.status === 'failed' ? { finished_at: now() } : {}),
      ...(c.columns === undefined ? {} : { columns: c.columns && JSON.stringify(c.columns) }),
      ...(c.summary === undefined ? {} : { summary: c.summary && JSON.stringify(c.summary) }),
      ...(c.rejectedFileId === undefined ? {} : { rejected_file_id: c.rejectedFileId }),
      ...(c.taskId ? { task_id: c.taskId } : {}),
      ...(c.applyTaskId ? { apply_task_id: c.applyTaskId } : {}),
      ...(c.result ? { result: JSON.stringify(c.result) } : {}),
      ...(c.confirmed ? { confirmed: JSON.stringify(c.confirmed) } : {}),
    })
    .where('id', '=', id)
    .execute();

/** Statements of one import may take longer than those of a request, and imports wait for each other. */
export const allowTime = (tx: Tx) =>
  sql`select set_config('statement_timeout', '600s', true), set_config('lock_timeout', '300s', true),
  set_config('idle_in_transaction_session_timeout', '600s', true)`.execute(tx);

export type Importer = { id: string; full_name: string; role: Role; language: Language; time_zone: string };

/**
 * The person who started an import, with the role that limits it. An import of a directory has the role of an operator, whoever saved
 * the settings or confirms it: a directory never changes administrators.
 */
export const findImporter = async (
  tx: Tx,
  { created_by: id, from_directory }: { created_by: string; from_directory: boolean },
): Promise<Importer | undefined> => {
  const { rows } = await sql<Importer>`
    select e.id, e.full_name, e.role, coalesce(e.language, o.language) as language, o.time_zone
    from organizations o left join employees e on e.id = ${id} and e.deleted_at is null
    where o.id = current_setting('app.org')::uuid`.execute(tx);
  const [row] = rows;
  // An administrator of a parent organisation acts here without being one of its people.
  const role = from_directory ? 'operator' : (row?.role ?? 'operator');
  return row && { ...row, id, full_name: row.full_name ?? '', role };
};

/** The name of an administrator of a parent organisation, for the log. Crosses tenants: this person belongs to another one. */
export const findActorName = async (tx: SystemTx, id: string): Promise<string> =>
  (await tx.selectFrom('employees').select('full_name').where('id', '=', id).executeTakeFirst())?.full_name ?? '';

export const deleteImportRows = (tx: Tx, importId: string) =>
  tx.deleteFrom('employee_import_rows').where('import_id', '=', importId).execute();

export const deleteUnchangedRows = (tx: Tx, importId: string) =>
  tx.deleteFrom('employee_import_rows').where('import_id', '=', importId).where('verdict', '=', 'unchanged').execute();

export const deleteImport = (tx: Tx, id: string) => tx.deleteFrom('employee_imports').where('id', '=', id).execute();

/**
 * Who started an import, the roles that this person may change, and whether a directory is its source. `onlyMarked`: of the leavers,
 * only people whom the file marks as having left.
 */
export type By = {
  readonly id: string;
  readonly manageable: readonly Role[];
  readonly fromDirectory: boolean;
  readonly onlyMarked?: boolean;
};

/**
 * People who are not in the file and whom the importer may remove. People added after the upload are left out. A sync removes only
 * people whom the directory has brought; a line that is rejected keeps its person as well. A person whose entry is gone is not
 * kept by a line of somebody else with the same address. A line that marks a person as having left does not keep the person.
 */
const leavers = (importId: string, by: By) => sql`
  from employees e left join directory_links l on l.employee_id = e.id where e.deleted_at is null and e.id <> ${by.id}
    and e.created_at <= (select i.created_at from employee_imports i where i.id = ${importId})
    and e.role = any(${assignableRoles}::text[]) and e.role = any(${by.manageable}::text[])
    and (not ${by.fromDirectory} or l.employee_id is not null)
    and not exists (select from employee_import_rows r where r.import_id = ${importId} and lower(r.email) = e.email_key
      and not ('left' = any(r.reasons)) and not (${by.fromDirectory} and l.entry_key is not null and (coalesce(r.employee_id <> e.id, false) or 'address_of_other' = any(r.reasons))))
    and not exists (select from employee_import_rows r
      where r.import_id = ${importId} and r.entry_key <> '' and r.entry_key = l.entry_key)
    ${by.onlyMarked ? sql`and exists (select from employee_import_rows r where r.import_id = ${importId} and lower(r.email) = e.email_key and 'left' = any(r.reasons))` : sql``}`;

/** Ids of the people whom an import with its leavers would remove, in order: imports and bulk tasks lock people in one order. */
export const leaverIds = async (tx: Tx, importId: string, by: By): Promise<string[]> =>
  (await sql<{ id: string }>`select e.id ${leavers(importId, by)} order by e.id`.execute(tx)).rows.map((row) => row.id);

/** The people whom an import with its leavers would remove, by name. */
export const listLeavers = async (tx: Tx, importId: string, by: By, o: { limit: number; offset: number }) => {
  const { rows } = await sql<Omit<ImportLeaver, 'department'> & { department_id: string }>`
    select e.id, e.full_name, e.email, e.position, e.department_id ${leavers(importId, by)}
    order by e.full_name collate "ru-RU-x-icu", e.id limit ${o.limit} offset ${o.offset}`.execute(tx);
  const count = await sql<{ n: number }>`select count(*) as n ${leavers(importId, by)}`.execute(tx);
  return { rows, total_count: count.rows[0]!.n };
};

/** Counts of an import that has been read. */
export const summarize = async (tx: Tx, importId: string, by: By) => {
  type Counts = {
    lines: number;
    added: number;
    returned: number;
    changed: number;
    unchanged: number;
    rejected: number;
    leavers: number;
    marked_leavers: number;
  };
  const counts = await sql<Counts>`
    select count(*) as lines, count(*) filter (where verdict = 'added') as added, count(*) filter (where verdict = 'returned') as returned,
      count(*) filter (where verdict = 'changed') as changed, count(*) filter (where verdict = 'unchanged') as unchanged, count(*) filter (where verdict = 'rejected') as rejected,
      (select count(*) ${leavers(importId, by)}) as leavers,
      (select count(*) ${leavers(importId, { ...by, onlyMarked: true })}) as marked_leavers
    from employee_import_rows where import_id = ${importId}`.execute(tx);
  const reasons = await sql<{ code: string; n: number }>`
    select split_part(reason, ':', 1) as code, count(*) as n
    from employee_import_rows r, unnest(r.reasons) as reason where r.import_id = ${importId} group by 1`.execute(tx);
  return { ...counts.rows[0]!, reasons: Object.fromEntries(reasons.rows.map((row) => [row.code, row.n])) };
};
