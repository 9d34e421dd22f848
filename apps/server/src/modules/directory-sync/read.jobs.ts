import { leaversWithoutAsking } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectoryPerson } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import type { ImportField, ImportSummary } from '@sergak/contract/employees/imports.schema.ts';
import type { JobPayload } from '../../job-table.ts';
import { writeAudit } from '../../platform/audit.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { endTask, openTask, stepTask, TaskCancelled } from '../../platform/tasks.ts';
import { linkLines, stageImport, startApplying } from '../employees/public.ts';
import * as ldap from '../ldap/public.ts';
import { settleNotifications } from '../notifications/public.ts';
import { askingSync } from './waiting.query.ts';
import { administratorCheck, countRecentLeavers, countStaff, isLicensed } from './staff.query.ts';

const columns = [
  'email',
  'last_name',
  'first_name',
  'middle_name',
  'position',
  'department',
  'role',
] as const satisfies readonly ImportField[];
const map = Object.fromEntries(columns.map((name, at) => [name, at]));

/** Reads the directory of the organisation into an import that waits for its confirmation. */
export const readPreview = async (
  ctx: JobCtx,
  { task_id }: JobPayload<'directory-sync.read-preview'>,
): Promise<void> => {
  const row = await ctx.run('read', ldap.findDirectory);
  if (row) return sync(ctx, row, task_id, false);
  await ctx.run('write', (tx) => endTask(tx, task_id, { status: 'error', message: 'directory.not_found' }));
};

/**
 * Reads the directory and applies the import at once, all or nothing, unless too many people would leave: then the import waits
 * as well. The next sync is planned first, so that a failed one is not tried again every minute.
 */
export const runScheduled = async (ctx: JobCtx): Promise<void> => {
  const row = await ctx.run('read', ldap.findDirectory);
  if (!row) return;
  const taskId = await ctx.run('write', async (tx) => {
    await ldap.planNext(tx, row);
    if (await isLicensed(tx)) return openTask(tx, taskOf(row.saved_by));
    await reportFailure(tx, row, failureOf('filter', 'licence_expired', ''));
    return undefined;
  });
  if (taskId !== undefined) await sync(ctx, row, taskId, true);
};

const sync = async (ctx: JobCtx, row: ldap.DirectoryRow, taskId: string, scheduled: boolean): Promise<void> => {
  try {
    const people = await readPeople(ctx, row, taskId);
    await ctx.run('write', async (tx) => {
      const locked = await ldap.lockDirectory(tx);
      if (locked?.version !== row.version) throw new TaskCancelled();
      const staged = await stage(ctx, tx, { row: locked, taskId, people });
      await ldap.noteRead(tx, staged.importId);
      const failure = scheduled ? await applyScheduled(tx, row, staged) : null;
      if (failure) await reportFailure(tx, row, failure);
      await endTask(tx, taskId, { status: 'success', result: { import_id: staged.importId } });
      await settleNotifications(tx, askingSync);
    });
  } catch (error) {
    await end(ctx, row, { taskId, scheduled, error });
  }
};

export const taskOf = (createdBy: string) => ({ kind: 'directory-sync.read', createdBy, cancellable: true });

/** Reads all people, before any transaction: no transaction waits for the network. */
const readPeople = async (ctx: JobCtx, row: ldap.DirectoryRow, taskId: string): Promise<DirectoryPerson[]> => {
  const config = ldap.storedDirectoryConfig(ctx.platform, row);
  const open = await ldap.openDirectory(config);
  const people: DirectoryPerson[] = [];
  try {
    const groups = await ldap.readDirectoryGroups(
      open,
      config,
      row.group_roles.map(({ group }) => group),
    );
    for await (const page of ldap.searchPages(open, config, ldap.neededAttributes(row), {
      buffers: ldap.bufferAttributes(row),
    })) {
      for (const entry of page) people.push(ldap.personOf(entry, row, groups));
      await stepTask(ctx, taskId, { done: people.length, stage: 'reading' });
    }
  } finally {
    open.close();
  }
  // A wrong filter or base would otherwise remove everyone.
  if (people.length === 0) throw new ldap.DirectoryFault('filter', 'nobody_found', row.filter);
  return people;
};

type Staging = { readonly row: ldap.DirectoryRow; readonly taskId: string; readonly people: DirectoryPerson[] };

const stage = async (ctx: JobCtx, tx: Tx, { row, taskId, people }: Staging) => {
  const isAdministrator = await administratorCheck(tx);
  const rows = async function* () {
    for (const [at, person] of people.entries()) {
      const isAbove = isAdministrator(person);
      const cells = columns.map((name) => (name !== 'email' && isAbove ? '' : person[name]));
      yield { line: at + 1, cells, key: person.key };
    }
  };
  return stageImport(ctx, tx, {
    title: `LDAP: ${row.host}`,
    taskId,
    by: row.saved_by,
    headers: columns,
    map,
    rows: rows(),
    keys: people.map(({ key }) => key).filter(Boolean),
    replaces: row.import_id,
  });
};

/** Applies a scheduled sync; without changes, it only links the people who were found. Returns why it waits for a person, or null. */
const applyScheduled = async (
  tx: Tx,
  row: ldap.DirectoryRow,
  { importId, summary }: { importId: string; summary: ImportSummary },
): Promise<ldap.DirectoryFailure | null> => {
  const leaving = row.leavers === 'remove' ? summary.leavers : 0;
  const left = leaving === 0 ? 0 : await countRecentLeavers(tx);
  if (leaving > 0 && leaving + left > leaversWithoutAsking((await countStaff(tx)) + left))
    return failureOf('filter', 'leavers_many', String(leaving + left));
  if (summary.added + summary.returned + summary.changed + leaving === 0) {
    await linkLines(tx, importId);
    return null;
  }
  const add_type = row.leavers === 'remove' ? 'add_update_leave' : 'add_update';
  try {
    const order = { add_type, need_message: false, returning: 'restore', unasked: true };
    await startApplying(tx, importId, summary, order, row.saved_by);
    return null;
  } catch (error) {
    // The check of the licence writes nothing, so the transaction goes on and keeps the import.
    if (error instanceof AppError && error.code === 'licence.users_limit')
      return failureOf('filter', 'licence_full', String(summary.added + summary.returned));
    throw error;
  }
};

const failureOf = (
  step: ldap.DirectoryFault['step'],
  code: ldap.DirectoryFault['code'],
  detail: string,
): ldap.DirectoryFailure => ({ step, code, detail, ok: false, at: iso(now()) });

/** Shows on the page of the directory, and in the log, why it was not read or not applied. */
const reportFailure = async (tx: Tx, row: ldap.DirectoryRow, failure: ldap.DirectoryFailure): Promise<void> => {
  await ldap.noteDirectoryFailure(tx, failure);
  await writeAudit(
    tx,
    { action: 'directory.failed', actorId: null, actorName: '' },
    { kind: 'directory', title: row.host, details: { note: failure.code } },
  );
};

type Ending = { readonly taskId: string; readonly scheduled: boolean; readonly error: unknown };

/** Ends the task of a failed run. A fault of the directory is not tried again before the next sync; other errors are. */
const end = async (ctx: JobCtx, row: ldap.DirectoryRow, { taskId, scheduled, error }: Ending): Promise<void> => {
  if (error instanceof ldap.DirectoryFault) {
    const { step, code, detail } = error;
    ctx.platform.log.warn({ step, code }, 'a directory could not be read');
    return ctx.run('write', async (tx) => {
      await reportFailure(tx, row, failureOf(step, code, detail));
      const reason = { message: 'directory.unreadable', detail: JSON.stringify({ step, code }) };
      await endTask(tx, taskId, { status: 'error', ...reason });
    });
  }
  const message =
    error instanceof TaskCancelled
      ? 'task.cancelled'
      : error instanceof AppError && error.status < 500
        ? error.code
        : undefined;
  const again = message === undefined && !ctx.lastAttempt;
  // The next attempt of a scheduled sync opens a task of its own; that of a preview continues with this task.
  if (!again || scheduled)
    await ctx.run('write', (tx) => endTask(tx, taskId, { status: 'error', message: message ?? 'server.failed' }));
  if (again) throw error;
};

/** Once a minute: reads the directories whose sync is due, and plans the next one. */
export const sweepDirectories = async (platform: Platform): Promise<void> => {
  await inSystem(platform.db, async (tx) => {
    for (const { organization_id } of await ldap.dueDirectories(tx))
      await enqueueIn(tx, organization_id, 'directory-sync.run-scheduled', {});
  });
};
