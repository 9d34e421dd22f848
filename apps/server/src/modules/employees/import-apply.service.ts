import type { ImportResult, ImportSummary } from '@sergak/contract/employees/imports.schema.ts';
import { writeAudit } from '../../platform/audit.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../platform/job-table.ts';
import { endTask, stepTask } from '../../platform/tasks.ts';
import { ensurePaths, pathKey, splitPath } from '../departments/public.ts';
import { enrolNewcomers } from '../tags/public.ts';
import { defaultDepartment, removeEmployees } from './employees.repo.ts';
import * as apply from './import-apply.repo.ts';
import { powersOf } from './import-read.service.ts';
import * as repo from './imports.repo.ts';
import { inviteEmployees } from './invitations.service.ts';
import { takeLicences } from './licence.service.ts';

type Order = JobPayload<'employees.apply-import'>;
const INVITED_AT_ONCE = 2_000;

/** Does what an import announced, in one transaction: all of it, or nothing where the licence is too small or it is cancelled. */
export const applyImportFile = async (ctx: JobCtx, order: Order): Promise<void> => {
  await ctx.run('write', async (tx) => {
    const found = await repo.lockImport(tx, order.import_id);
    if (found?.status !== 'running') return;
    await repo.allowTime(tx);
    const importer = (await repo.findImporter(tx, found.created_by))!;
    const result = await applyRows(ctx, tx, order, importer);
    await repo.updateImport(tx, found.id, { status: 'done' });
    await writeAudit(tx, {
      action: 'employees.imported',
      target: found.id,
      actorId: importer.id,
      actorName:
        importer.full_name || (await inSystem(ctx.platform.db, (system) => repo.findActorName(system, importer.id))),
      changes: { file: found.file_name, ...result },
    });
    await endTask(tx, order.event_id, { status: 'success', result });
  });
};

const applyRows = async (ctx: JobCtx, tx: Tx, order: Order, importer: repo.Importer): Promise<ImportResult> => {
  const importId = order.import_id;
  const counts = (await repo.findImport(tx, { id: importId }))!.summary as ImportSummary;
  const withChanges = order.add_type !== 'add';
  const leavers = order.add_type === 'add_update_leave' ? await repo.leaverIds(tx, importId, powersOf(importer)) : [];
  await takeLicences(tx, counts.added, leavers.length);
  const places = await makeDepartments(tx, importId, withChanges);
  const total = counts.added + (withChanges ? counts.changed : 0) + (order.need_message ? counts.added : 0);
  let done = 0;
  const step = (n: number, stage: string) => stepTask(ctx, order.event_id, { done: (done += n), total, stage });

  await step(0, 'adding');
  const added: string[] = [];
  for (let after = 0; ;) {
    const batch = await apply.addBatch(tx, importId, after, places);
    if (batch.last === null) break;
    await enrolNewcomers(tx, batch.ids);
    added.push(...batch.ids);
    after = batch.last;
    await step(batch.n, 'adding');
  }
  let changed = 0;
  for (let after = 0; withChanges;) {
    const batch = await apply.changeBatch(tx, importId, after, places, powersOf(importer).manageable);
    if (batch.last === null) break;
    changed += batch.changed;
    after = batch.last;
    await step(batch.n, 'changing');
  }
  const left = leavers.length > 0 ? await removeEmployees(tx, leavers, importer.id) : [];
  let invited = 0;
  for (let from = 0; order.need_message && from < added.length; from += INVITED_AT_ONCE) {
    invited += (await inviteEmployees({ tx, platform: ctx.platform }, added.slice(from, from + INVITED_AT_ONCE)))
      .length;
    await step(Math.min(INVITED_AT_ONCE, added.length - from), 'inviting');
  }
  return { import_id: importId, added: added.length, changed, left: left.length, refused: counts.refused, invited };
};

const makeDepartments = async (tx: Tx, importId: string, withChanges: boolean) => {
  const paths = await apply.pathsOf(tx, importId, withChanges);
  const ids = await ensurePaths(tx, paths.map(splitPath));
  return apply.placesOf(
    new Map(paths.map((path) => [path, ids.get(pathKey(splitPath(path)))!])),
    await defaultDepartment(tx),
  );
};
