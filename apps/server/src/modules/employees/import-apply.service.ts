import { importSummary, type ImportResult } from '@sergak/contract/employees/imports.schema.ts';
import { writeAudit } from '../../platform/audit.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../job-table.ts';
import { avoidNestedLoops } from '../../platform/planner-statistics.repo.ts';
import { endTask, stepTask } from '../../platform/tasks.ts';
import { ensurePaths, pathKey, splitPath } from '../departments/public.ts';
import { enrolNewcomers } from '../tags/public.ts';
import { defaultDepartment } from './employees.repo.ts';
import { handleAddressChange, handleRoleChange, removePeople } from './access.service.ts';
import { moveAddresses } from './addresses.repo.ts';
import { linkLines } from './directory-links.repo.ts';
import * as apply from './import-apply.repo.ts';
import { powersOf } from './import-read.service.ts';
import * as repo from './imports.repo.ts';
import { inviteEmployees } from './invitations.service.ts';
import { takeLicences } from './licence.service.ts';
import { enqueueRefresh } from './removed.service.ts';
import { settleImports } from './import-notifications.service.ts';

type Order = JobPayload<'employees.apply-import'>;
/** People per statement. Progress and cancellation are handled between statements. */
const INVITED_AT_ONCE = 2_000;
const REMOVED_AT_ONCE = 2_000;

/**
 * Applies an import in one transaction: completely, or not at all if the licence is too small or the import is cancelled. Its seats
 * are reserved before, so that nobody waits for the lock of the licence until the transaction ends.
 */
export const applyImportFile = async (ctx: JobCtx, order: Order): Promise<void> => {
  await ctx.run('write', (tx) => reserveSeats(tx, order));
  await ctx.run('write', async (tx) => {
    const found = await repo.lockPeopleImport(tx, order.import_id);
    if (found?.status !== 'running') return;
    await repo.allowTime(tx);
    await avoidNestedLoops(tx);
    const importer = (await repo.findImporter(tx, found))!;
    const result = await applyRows(ctx, tx, order, {
      importer,
      fromDirectory: found.from_directory,
      seats: found.seats,
    });
    await repo.updateImport(tx, found.id, { status: 'done', result });
    const actorName =
      importer.full_name || (await inSystem(ctx.platform.db, (system) => repo.findActorName(system, importer.id)));
    const { import_id: _, ...details } = result;
    await writeAudit(
      tx,
      { action: 'employees.imported', actorId: importer.id, actorName },
      { kind: 'import', id: found.id, title: found.file_name, details },
    );
    await endTask(tx, order.task_id, { status: 'success', result });
    await settleImports(tx);
  });
};

const readCounts = async (tx: Tx, id: string) =>
  importSummary.parse((await repo.findPeopleImport(tx, { id }))!.summary);

/** Reserves the seats that the import needs beyond those of its leavers, until it ends. Throws if the licence is too small. */
const reserveSeats = async (tx: Tx, order: Order): Promise<void> => {
  const found = await repo.lockPeopleImport(tx, order.import_id);
  if (found?.status !== 'running') return;
  await repo.allowTime(tx);
  await avoidNestedLoops(tx);
  await repo.updateImport(tx, found.id, { seats: 0 });
  const importer = (await repo.findImporter(tx, found))!;
  const leavers = await findLeavers(tx, order, { importer, fromDirectory: found.from_directory });
  const { added, returned } = await readCounts(tx, found.id);
  await takeLicences(tx, added + returned, leavers.length);
  await repo.updateImport(tx, found.id, { seats: Math.max(0, added + returned - leavers.length) });
};

type Batch = { readonly last: number | null; readonly n: number };
/** Runs the batches of one kind in line order until no line is left. */
const inBatches = async <B extends Batch>(
  next: (after: number) => Promise<B>,
  take: (batch: B) => Promise<unknown>,
) => {
  for (let after = 0; ;) {
    const batch = await next(after);
    if (batch.last === null) return;
    await take(batch);
    after = batch.last;
  }
};

type Source = { readonly importer: repo.Importer; readonly fromDirectory: boolean; readonly seats: number };

const findLeavers = async (
  tx: Tx,
  order: Order,
  { importer, fromDirectory }: Omit<Source, 'seats'>,
): Promise<string[]> => {
  const onlyMarked = order.add_type === 'add_update_marked';
  return onlyMarked || order.add_type === 'add_update_leave'
    ? repo.leaverIds(tx, order.import_id, { ...powersOf(importer), fromDirectory, onlyMarked })
    : [];
};

/** Counts the work that is done, for the person who waits. The process that is stopping ends it: all is rolled back, and the job runs again. */
const openSteps = (ctx: JobCtx, order: Order, total: number) => {
  let done = 0;
  return (n: number, stage: string) => {
    ctx.signal.throwIfAborted();
    return stepTask(ctx, order.task_id, { done: (done += n), total, stage });
  };
};

const applyRows = async (ctx: JobCtx, tx: Tx, order: Order, source: Source): Promise<ImportResult> => {
  const { importer, fromDirectory } = source;
  const importId = order.import_id;
  const counts = await readCounts(tx, importId);
  const withChanges = order.add_type !== 'add';
  const { manageable } = powersOf(importer);
  const leavers = await findLeavers(tx, order, source);
  const coming = counts.added + counts.returned;
  // Fewer people leave than when the seats were reserved: somebody else has removed some of them, and their seats may be taken.
  if (coming - leavers.length > source.seats) await takeLicences(tx, coming, leavers.length + source.seats);
  const places = await makeDepartments(tx, importId, withChanges);
  // Lines of returning people count twice: `addBatch` reads them again, because a person who could not return becomes new.
  const total =
    coming + counts.returned + (withChanges ? counts.changed : 0) + leavers.length + (order.need_message ? coming : 0);
  const step = openSteps(ctx, order, total);
  await step(0, 'adding');
  const returned: string[] = [];
  const how = { manageable, nameless: order.returning === 'add', by: importer.id, fromDirectory };
  await inBatches(
    (after) => apply.restoreBatch(tx, importId, after, places, how),
    async (batch) => {
      returned.push(...batch.ids);
      await step(batch.n, 'adding');
    },
  );
  if (returned.length > 0) await enqueueRefresh(tx, returned);
  if (withChanges && fromDirectory) await followAddresses(ctx, tx, importId, importer);
  const added: string[] = [];
  await inBatches(
    (after) => apply.addBatch(tx, importId, after, places, how),
    async (batch) => {
      await enrolNewcomers(tx, batch.ids);
      added.push(...batch.ids);
      await step(batch.n, 'adding');
    },
  );
  let changed = 0;
  if (withChanges)
    await inBatches(
      (after) => apply.changeBatch(tx, importId, after, places, manageable, importer.id),
      async (batch) => {
        changed += batch.changed;
        await handleRoleChange({ tx, platform: ctx.platform }, batch.roles);
        await step(batch.n, 'changing');
      },
    );
  if (fromDirectory) await linkLines(tx, importId);
  const left = await remove(tx, leavers, { by: importer.id, importId, step: (n) => step(n, 'leaving') });
  const invited = order.need_message ? await invite(ctx, tx, [...added, ...returned], (n) => step(n, 'inviting')) : 0;
  return {
    import_id: importId,
    added: added.length,
    returned: returned.length,
    changed,
    left,
    rejected: counts.rejected,
    invited,
  };
};

/**
 * Gives people the addresses that their entries have now, before newcomers get an address that became free. Sessions, links and
 * codes end, the old address is notified, and the log names both addresses.
 */
const followAddresses = async (ctx: JobCtx, tx: Tx, importId: string, importer: repo.Importer) => {
  for (const { id, before, email } of await moveAddresses(tx, importId)) {
    await handleAddressChange({ tx, platform: ctx.platform }, id, before);
    await writeAudit(
      tx,
      { action: 'employee.changed', actorId: importer.id, actorName: importer.full_name },
      { kind: 'employee', id, changes: { email: [before, email] } },
    );
  }
};

const remove = async (
  tx: Tx,
  ids: readonly string[],
  o: { by: string; importId: string; step: (n: number) => Promise<unknown> },
) => {
  let left = 0;
  for (let from = 0; from < ids.length; from += REMOVED_AT_ONCE) {
    const some = ids.slice(from, from + REMOVED_AT_ONCE);
    left += (await removePeople(tx, some, o.by, o.importId)).length;
    await o.step(some.length);
  }
  return left;
};

const invite = async (ctx: JobCtx, tx: Tx, ids: readonly string[], step: (n: number) => Promise<unknown>) => {
  let invited = 0;
  for (let from = 0; from < ids.length; from += INVITED_AT_ONCE) {
    const some = ids.slice(from, from + INVITED_AT_ONCE);
    invited += (await inviteEmployees({ tx, platform: ctx.platform }, some)).length;
    await step(some.length);
  }
  return invited;
};

const makeDepartments = async (tx: Tx, importId: string, withChanges: boolean) => {
  const paths = await apply.pathsOf(tx, importId, withChanges);
  const ids = await ensurePaths(tx, paths.map(splitPath));
  return apply.placesOf(
    new Map(paths.map((path) => [path, ids.get(pathKey(splitPath(path)))!])),
    await defaultDepartment(tx),
  );
};
