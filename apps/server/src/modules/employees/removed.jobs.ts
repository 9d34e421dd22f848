import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { enqueue, enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { deleteEmailsTo } from '../../platform/outbox.ts';
import { deleteFileRows } from '../files/public.ts';
import { forgetLinks } from './directory-links.repo.ts';
import * as repo from './removed.repo.ts';

const AT_ONCE = 500;

/** Each minute, enqueues `employees.wipe-removed` for organisations with removed people or imports that are past their time. */
export const sweepRemoved = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const organization_id of await repo.organizationsToWipe(tx))
      await enqueueIn(tx, organization_id, 'employees.wipe-removed', {});
  });

/**
 * Wipes the personal data of people who were removed more than 30 days ago: in `employees`, emails and imports, and through jobs
 * in the tables of other modules. Rows and figures stay. A second run finds no one.
 */
export const wipeRemoved = async (ctx: JobCtx): Promise<void> => {
  for (let wiped = AT_ONCE; wiped === AT_ONCE && !ctx.signal.aborted;) {
    const done = await ctx.run('write', async (tx) => {
      const { ids, avatars } = await repo.wipeNext(tx, AT_ONCE);
      if (ids.length === 0) return { count: 0, bytes: [] };
      await repo.forgetImportedRows(tx, ids);
      await forgetLinks(tx, ids);
      await deleteEmailsTo(tx, ids);
      await enqueue(tx, 'privacy.forget-people', { employee_ids: ids });
      await enqueue(tx, 'certificates.forget-people', { employee_ids: ids });
      return { count: ids.length, bytes: await deleteFileRows(tx, avatars) };
    });
    for (const key of done.bytes) await ctx.platform.files.remove(key);
    wiped = done.count;
  }
  const bytes = await ctx.run('write', async (tx) => deleteFileRows(tx, await repo.deleteOldImports(tx)));
  for (const key of bytes) await ctx.platform.files.remove(key);
};
