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
import { stageImport, startApplying } from '../employees/public.ts';
import * as ldap from '../ldap/public.ts';
import { administratorAddresses, countStaff } from './staff.query.ts';

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
  { event_id }: JobPayload<'directory-sync.read-preview'>,
): Promise<void> => {
  const row = await ctx.run('read', ldap.findDirectory);
  if (row) return sync(ctx, row, event_id, false);
  await ctx.run('write', (tx) => endTask(tx, event_id, { status: 'error', message: 'directory.not_found' }));
};

/**
 * Reads the directory and applies the import at once, all or nothing, unless too many people would leave: then the import waits
 * as well. The next sync is planned first, so that a failed one is not tried again every minute.
 */
export const runScheduled = async (ctx: JobCtx): Promise<void> => {
  const row = await ctx.run('read', ldap.findDirectory);
  if (!row) return;
  const eventId = await ctx.run('write', async (tx) => {
    await ldap.planNext(tx, row);
    return openTask(tx, taskOf(row.saved_by));
  });
  await sync(ctx, row, eventId, true);
};

const sync = async (ctx: JobCtx, row: ldap.DirectoryRow, eventId: string, scheduled: boolean): Promise<void> => {
  try {
    const people = await readPeople(ctx, row, eventId);
    await ctx.run('write', async (tx) => {
      const locked = await ldap.lockDirectory(tx);
      if (locked?.version !== row.version) throw new TaskCancelled();
      const made = await stage(ctx, tx, { row, eventId, people });
      const failure = scheduled ? await applyScheduled(tx, row, made) : null;
      await ldap.noteRead(tx, made.importId, failure);
      await endTask(tx, eventId, { status: 'success', result: { import_id: made.importId } });
    });
  } catch (error) {
    await end(ctx, row, eventId, error);
  }
};

export const taskOf = (createdBy: string) => ({ kind: 'directory-sync.read', createdBy, cancellable: true });

/** Reads all people, before any transaction: no transaction waits for the network. */
const readPeople = async (ctx: JobCtx, row: ldap.DirectoryRow, eventId: string): Promise<DirectoryPerson[]> => {
  const config = ldap.storedConfig(ctx.platform, row);
  const open = await ldap.openDirectory(config);
  const people: DirectoryPerson[] = [];
  try {
    for await (const page of ldap.searchPages(open, config, ldap.neededAttributes(row))) {
      for (const entry of page) people.push(ldap.personOf(entry, row));
      await stepTask(ctx, eventId, { done: people.length, stage: 'reading' });
    }
  } finally {
    open.close();
  }
  // A wrong filter or base would otherwise remove everyone.
  if (people.length === 0) throw new ldap.DirectoryFault('filter', 'nobody_found', row.filter);
  return people;
};

type Staging = { readonly row: ldap.DirectoryRow; readonly eventId: string; readonly people: DirectoryPerson[] };

const stage = async (ctx: JobCtx, tx: Tx, { row, eventId, people }: Staging) => {
  const administrators = await administratorAddresses(tx);
  const rows = async function* () {
    for (const [at, person] of people.entries()) {
      const isAbove = administrators.has(person.email.toLowerCase());
      const cells = columns.map((name) => (name === 'role' && isAbove ? '' : person[name]));
      yield { line: at + 1, cells };
    }
  };
  return stageImport(ctx, tx, {
    title: `LDAP: ${row.host}`,
    eventId,
    by: row.saved_by,
    headers: columns,
    map,
    rows: rows(),
  });
};

/** Applies a scheduled sync. Returns why it waits for a person, or null. */
const applyScheduled = async (
  tx: Tx,
  row: ldap.DirectoryRow,
  { importId, summary }: { importId: string; summary: ImportSummary },
) => {
  const leaving = row.leavers === 'remove' ? summary.leavers : 0;
  if (leaving > leaversWithoutAsking(await countStaff(tx))) return failureOf('filter', 'leavers_many', String(leaving));
  if (summary.added + summary.returned + summary.changed + leaving === 0) return null;
  await startApplying(
    tx,
    importId,
    summary,
    { add_type: row.leavers === 'remove' ? 'add_update_leave' : 'add_update', need_message: false, returning: 'restore' },
    row.saved_by,
  );
  return null;
};

const failureOf = (
  step: ldap.DirectoryFault['step'],
  code: ldap.DirectoryFault['code'],
  detail: string,
) => ({ step, code, detail, ok: false, at: iso(now()) });

const end = async (ctx: JobCtx, row: ldap.DirectoryRow, eventId: string, error: unknown): Promise<void> => {
  if (error instanceof ldap.DirectoryFault) {
    const { step, code, detail } = error;
    ctx.platform.log.warn({ step, code }, 'a directory could not be read');
    await ctx.run('write', async (tx) => {
      await ldap.noteFailure(tx, failureOf(step, code, detail));
      await writeAudit(
        tx,
        { action: 'directory.failed', actorId: null, actorName: '' },
        { kind: 'directory', title: row.host, details: { note: code } },
      );
      await endTask(tx, eventId, { status: 'error', message: 'directory.unreadable', detail: JSON.stringify({ step, code }) });
    });
    return;
  }
  const message =
    error instanceof TaskCancelled
      ? 'task.cancelled'
      : error instanceof AppError && error.status < 500
        ? error.code
        : undefined;
  if (message === undefined && !ctx.lastAttempt) throw error;
  await ctx.run('write', (tx) => endTask(tx, eventId, { status: 'error', message: message ?? 'server.failed' }));
};

/** Once a minute: reads the directories whose sync is due, and plans the next one. */
export const sweepDirectories = async (platform: Platform): Promise<void> => {
  await inSystem(platform.db, async (tx) => {
    for (const { organization_id } of await ldap.dueDirectories(tx))
      await enqueueIn(tx, organization_id, 'directory-sync.run-scheduled', {});
  });
};
