import type { Input } from '@sergak/contract/endpoint.ts';
import type { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx, type Platform } from '../../platform/context.ts';
import { asOrganization, inSystem, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { JobPayload } from '../../job-table.ts';
import { enqueue, type JobCtx } from '../../platform/jobs.ts';
import { deleteQueuedEmails } from '../../platform/outbox.ts';
import { endTask, openTask, stepTask } from '../../platform/tasks.ts';
import { endAllCampaigns } from '../campaigns/public.ts';
import { deleteFileRows } from '../files/public.ts';
import { endAllAccess, endVisits } from '../session/public.ts';
import { requireBelow } from './children.service.ts';
import { findChildLimits } from './organizations.query.ts';
import { lockOrganization, updateOrganization } from './organizations.repo.ts';
import * as removal from './removal.repo.ts';

const BATCH = 5_000;

/**
 * Starts the removal of a descendant with all its data. From the commit on it sends nothing, its people are signed out and no
 * list shows it; a job deletes the rows. Its own children must be removed before.
 */
export const removeChild = async (
  ctx: Ctx,
  input: Input<(typeof organizationsEndpoints)['organizations.remove-child']>,
) => {
  const { tx, viewer, platform } = ctx;
  const { id } = input;
  if (id === viewer.scope.organizationId || id === viewer.homeOrganizationId)
    throw new AppError('organization.own_removal');
  requireBelow(ctx, id);
  const changes = await asOrganization(tx, id, async () => {
    const row = await lockOrganization(tx);
    if (row.removal_started_at) throw new AppError('organization.not_found');
    if (input.title.trim() !== row.title.trim()) throw new AppError('organization.title_mismatch');
    const { count } = await inSystem(platform.db, (system) => findChildLimits(system, id));
    if (count > 0) throw new AppError('organization.has_children', { count });
    await beginRemoval(tx);
    return { title: [row.title, null], users_limit: [row.users_limit, null] } as const;
  });
  const task_id = await openTask(tx, { kind: 'organizations.remove-child', createdBy: viewer.id });
  await enqueue(tx, 'organizations.remove-child', { child_id: id, task_id });
  return new Logged({ task_id }, { kind: 'organization', id, title: changes.title[0], changes, details: { task_id } });
};

/**
 * Deletes an organisation: files and rows in batches, referenced rows last, then its own row, which cascades to the rest (the
 * audit log can be deleted in no other way). Safe to repeat: it continues where it stopped.
 */
export const removeOrganization = async (ctx: JobCtx, payload: JobPayload<'organizations.remove-child'>) => {
  const { platform, signal } = ctx;
  const { child_id, task_id } = payload;
  if (await inSystem(platform.db, (tx) => removal.isBeingRemoved(tx, child_id)))
    await removeAll(platform, child_id, signal, (done, total) => stepTask(ctx, task_id, { done, total }));
  await ctx.run('write', (tx) => endTask(tx, task_id, { status: 'success' }));
};

/** From its commit on, the transaction's organisation sends nothing and its people are signed out. */
const beginRemoval = async (tx: Tx): Promise<void> => {
  await updateOrganization(tx, { removal_started_at: now(), sending_paused: true });
  await endAllAccess(tx);
  await deleteQueuedEmails(tx);
  await endAllCampaigns(tx);
};

const removeAll = async (
  platform: Platform,
  id: string,
  signal: AbortSignal,
  onStep?: (done: number, total: number) => Promise<void>,
): Promise<void> => {
  const system = <T>(work: Parameters<typeof inSystem<T>>[1]) => inSystem(platform.db, work);
  await removal.forgetJobs(platform.db.owner, id);
  const tables = await system(removal.listTables);
  let total = 0;
  for (const table of tables) total += await system((tx) => removal.countRows(tx, table, id));
  let done = 0;
  for (const table of tables) {
    for (let gone = BATCH; gone === BATCH;) {
      signal.throwIfAborted();
      gone =
        table === 'files'
          ? await removeFiles(platform, id)
          : await system((tx) => removal.deleteOrganizationRows(tx, table, id, BATCH));
      done += gone;
      await onStep?.(Math.min(done, total), total);
    }
  }
  const keys = await system(async (tx) => {
    await endVisits(tx, id);
    return removal.deleteOrganization(tx, id);
  });
  for (const key of keys) await platform.files.remove(key);
  await removal.forgetJobs(platform.db.owner, id);
};

/** Bytes are deleted first: the next run retries a row without its file, but nothing would find a file without its row. */
const removeFiles = async (platform: Platform, organizationId: string): Promise<number> => {
  const files = await inSystem(platform.db, (tx) => removal.nextFiles(tx, organizationId, BATCH));
  for (const file of files) await platform.files.remove(file.storage_key);
  if (files.length > 0)
    await inSystem(platform.db, (tx) =>
      deleteFileRows(
        tx,
        files.map((file) => file.id),
      ),
    );
  return files.length;
};
