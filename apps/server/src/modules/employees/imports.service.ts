import type { Input } from '@sergak/contract/endpoint.ts';
import { leaversWithoutAsking } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { importsEndpoints } from '@sergak/contract/employees/imports.endpoints.ts';
import {
  staffTable,
  importSummary,
  type TableChoice,
  type EmployeeImport,
  type ImportResult,
  type ImportSummary,
} from '@sergak/contract/employees/imports.schema.ts';
import { Logged, type Ctx, type FileAnswer } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/jobs.ts';
import { avoidNestedLoops } from '../../platform/planner-statistics.repo.ts';
import { openHeavyTask } from '../../platform/tasks.ts';
import { joinPath, pathsById } from '../departments/public.ts';
import { findFile, storeUpload } from '../files/public.ts';
import { countPeople, lockLicence } from './employees.repo.ts';
import { listRows } from './imports.query.ts';
import { powersOf } from './import-read.service.ts';
import * as repo from './imports.repo.ts';
import { settleImports } from './import-notifications.service.ts';

type In<K extends keyof typeof importsEndpoints> = Input<(typeof importsEndpoints)[K]>;

/** Stores the file of an import and starts reading it. */
export const startReading = async (ctx: Ctx) => {
  const { file } = ctx.uploads;
  if (!file || file.size === 0) throw new AppError('import.unreadable', { code: 'empty' });
  // Must run before the file is stored: the bytes of a rejected file would stay without counting towards a quota.
  const task_id = await openHeavyTask(ctx.tx, {
    kind: 'employees.read-import',
    createdBy: ctx.viewer.id,
    cancellable: true,
  });
  const fileId = await storeUpload(ctx, file, 'owner');
  const import_id = await repo.insertPeopleImport(ctx.tx, {
    by: ctx.viewer.id,
    taskId: task_id,
    fileName: file.name,
    fileId,
  });
  await enqueue(ctx.tx, 'employees.read-import', { import_id });
  return { task_id, import_id };
};

const requireImport = async (ctx: Ctx, by: { id: string } | { task_id: string }) => {
  const found = await repo.findPeopleImport(ctx.tx, by);
  if (!found) throw new AppError('import.not_found');
  return found;
};

export const getImport = async (ctx: Ctx, input: { id: string }): Promise<EmployeeImport> => {
  const found = await requireImport(ctx, input);
  return {
    id: found.id,
    task_id: found.task_id,
    apply_task_id: found.apply_task_id,
    file_name: found.file_name,
    status: found.status,
    created_at: found.created_at,
    columns: found.columns as repo.Columns | null,
    summary: found.summary as ImportSummary | null,
    result: found.result as ImportResult | null,
    from_directory: found.from_directory,
    has_rejected_file: found.rejected_file_id !== null,
  };
};

export const getRows = async (ctx: Ctx, input: In<'imports.rows'>) => {
  const found = await requireImport(ctx, input);
  const paths = await pathsById(ctx.tx);
  return listRows(ctx.tx, found.id, input, (id) => joinPath(paths.get(id) ?? []));
};

/** The people who would leave if the import were applied with its leavers; nobody once it is applied. */
export const getLeavers = async (ctx: Ctx, input: In<'imports.leavers'>) => {
  const found = await requireImport(ctx, input);
  if (found.status !== 'ready') return { data: [], total_count: 0 };
  const importer = (await repo.findImporter(ctx.tx, found))!;
  const by = { ...powersOf(importer), fromDirectory: found.from_directory, onlyMarked: input.only_marked };
  await avoidNestedLoops(ctx.tx); // the lines are too new for statistics of the planner
  const [paths, { rows, total_count }] = [await pathsById(ctx.tx), await repo.listLeavers(ctx.tx, found.id, by, input)];
  const data = rows.map(({ department_id, ...row }) => ({
    ...row,
    department: joinPath(paths.get(department_id) ?? []),
  }));
  return { data, total_count };
};

/** The earlier choices with the new ones. Another sheet or line of headings has other columns. */
const mergeChoices = (columns: repo.Columns, { sheet, header_line, map, name_order }: TableChoice): TableChoice => {
  const moves = sheet !== undefined || header_line !== undefined;
  const { map: _, ...earlier } = columns.wanted ?? {};
  const chosenSheet = sheet ?? earlier.sheet;
  const chosenLine = header_line ?? (sheet === undefined ? earlier.header_line : undefined);
  const chosenMap = map ?? (moves ? undefined : columns.map);
  return {
    ...(chosenSheet === undefined ? {} : { sheet: chosenSheet }),
    ...(chosenLine === undefined ? {} : { header_line: chosenLine }),
    ...(chosenMap ? { map: chosenMap } : {}),
    ...((name_order ?? (moves ? undefined : earlier.name_order))
      ? { name_order: name_order ?? earlier.name_order }
      : {}),
  };
};

const assertChoice = (columns: repo.Columns, { sheet, header_line, map }: TableChoice): void => {
  const isLost =
    (sheet !== undefined && !columns.sheets.some(({ name }) => name === sheet)) ||
    (header_line !== undefined &&
      header_line > 0 &&
      sheet === undefined &&
      !columns.head.some(({ line }) => line === header_line));
  const numbers = Object.values(map ?? {});
  const moves = sheet !== undefined || header_line !== undefined;
  const isWrong =
    map !== undefined &&
    (map.email === undefined ||
      new Set(numbers).size !== numbers.length ||
      (!moves && numbers.some((column) => column >= columns.headers.length)));
  if (isLost || isWrong) throw new AppError('import.columns_missing', { required: ['email'] });
};

/** Changes where the table is or what its columns mean, and reads the file again. */
export const mapColumns = async (ctx: Ctx, { id, ...choice }: In<'imports.map-columns'>) => {
  const found = await repo.lockPeopleImport(ctx.tx, id);
  if (!found) throw new AppError('import.not_found');
  if (found.status !== 'ready' || !found.columns)
    throw new AppError('import.already_started', { status: found.status });
  const columns: repo.Columns = {
    ...staffTable.parse(found.columns),
    wanted: (found.columns as repo.Columns).wanted ?? {},
  };
  assertChoice(columns, choice);
  const task_id = await openHeavyTask(ctx.tx, {
    kind: 'employees.read-import',
    createdBy: ctx.viewer.id,
    cancellable: true,
  });
  await repo.updateImport(ctx.tx, found.id, {
    status: 'reading',
    taskId: task_id,
    columns: { ...columns, wanted: mergeChoices(columns, choice) },
    summary: null,
    rejectedFileId: null,
  });
  await enqueue(ctx.tx, 'employees.read-import', { import_id: found.id });
  await settleImports(ctx.tx);
  return { task_id, import_id: found.id };
};

/** Confirms an import. Throws if it does not fit into the licence; the job checks the licence again under the lock. */
export const confirmImport = async (ctx: Ctx, input: In<'imports.apply'>) => {
  const { id } = await requireImport(ctx, { task_id: input.task_id });
  const found = (await repo.lockPeopleImport(ctx.tx, id))!;
  if (found.status !== 'ready' || !found.summary)
    throw new AppError('import.already_started', { status: found.status });
  await requireSeenLeavers(ctx.tx, found.summary, input);
  const { task_id, counts } = await startApplying(ctx.tx, found.id, found.summary, input, ctx.viewer.id);
  await settleImports(ctx.tx, found.from_directory);
  return new Logged({ task_id, import_id: id }, { kind: 'import', id, title: found.file_name, details: counts });
};

/** Throws if the import would remove many people, and the caller did not confirm their present number: the file may be incomplete. */
const requireSeenLeavers = async (tx: Tx, stored: unknown, input: In<'imports.apply'>): Promise<void> => {
  const leavers = countLeavers(importSummary.parse(stored), input.add_type);
  if (leavers === 0) return;
  const people = await countPeople(tx);
  const isSeen = input.expected_leavers === leavers;
  if (isSeen || (input.expected_leavers === undefined && leavers <= leaversWithoutAsking(people))) return;
  throw new AppError('import.leavers_many', { leavers, people });
};

/** Starts the application of an import that is ready, if it changes something and fits into the licence. */
export const startApplying = async (tx: Tx, id: string, stored: unknown, input: repo.Confirmed, by: string) => {
  const summary = importSummary.parse(stored);
  const { added, returned } = summary;
  const changed = input.add_type === 'add' ? 0 : summary.changed;
  const leaving = countLeavers(summary, input.add_type);
  if (added + returned + changed + leaving === 0) throw new AppError('import.nothing_to_do');
  const { users_limit, users_count, given_to_children } = await lockLicence(tx);
  const room = Math.max(0, users_limit - users_count - given_to_children + leaving);
  if (added + returned > room)
    throw new AppError('licence.users_limit', {
      users_limit,
      users_count,
      given_to_children,
      added: added + returned,
      room,
    });
  const task_id = await openHeavyTask(tx, {
    kind: 'employees.apply-import',
    createdBy: by,
    cancellable: true,
    total: added + returned + changed,
  });
  const { add_type, need_message, returning, unasked } = input;
  const confirmed = { add_type, need_message, returning };
  await repo.updateImport(tx, id, { status: 'running', applyTaskId: task_id, confirmed: { ...confirmed, unasked } });
  await enqueue(tx, 'employees.apply-import', { import_id: id, task_id, ...confirmed });
  return { task_id, counts: { added, returned, changed, left: leaving } };
};

/** How many people an import removes, by what the administrator confirmed. */
const countLeavers = ({ leavers, marked_leavers }: ImportSummary, addType: string): number =>
  addType === 'add_update_leave' ? leavers : addType === 'add_update_marked' ? marked_leavers : 0;

export const getRejected = async (ctx: Ctx, input: { id: string }): Promise<FileAnswer> => {
  const found = await requireImport(ctx, input);
  const file = found.rejected_file_id ? await findFile(ctx.tx, found.rejected_file_id) : undefined;
  if (!file) throw new AppError('file.not_found');
  return {
    stream: await ctx.platform.files.read(file.storage_key),
    name: file.name,
    type: file.content_type,
    size: file.size,
    inline: false,
  };
};
