import { jobs, type JobPayload } from '../../job-table.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue, type JobCtx } from '../../platform/jobs.ts';
import { handleStalled } from '../../platform/stalled-work.repo.ts';
import { TaskCancelled } from '../../platform/tasks.ts';
import { ScormPackageError } from './packages-error.ts';
import { failImport, importPackageFile } from './packages-import.service.ts';
import { idlePackageImports, type IdlePackageImport } from './packages.query.ts';

/** The reason shown to the person. Undefined if only another attempt can help. */
const reasonFor = (error: unknown): { message: string; detail?: string } | undefined => {
  if (error instanceof TaskCancelled) return { message: 'task.cancelled' };
  if (error instanceof ScormPackageError)
    return {
      message: `scorm.rejected.${error.code}`,
      detail: JSON.stringify({ code: error.code, places: error.places }),
    };
  return error instanceof AppError && error.status < 500 ? { message: error.code } : undefined;
};

/** Imports an uploaded package. A second run starts over and stores its files under the same keys. */
export const importPackage = async (ctx: JobCtx, { import_id }: JobPayload<'scorm.import-package'>): Promise<void> => {
  try {
    await importPackageFile(ctx, import_id);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    const reason = reasonFor(error) ?? (ctx.lastAttempt ? { message: 'server.failed' } : undefined);
    if (!reason) throw error;
    await ctx.run('write', (tx) => failImport(tx, import_id, reason));
  }
};

/** Restarts imports that no job works on any more, three times at most. */
export const sweepPackageImports = async (platform: Platform): Promise<void> => {
  const idle = await inSystem(platform.db, idlePackageImports);
  const found = idle.map((one) => ({ ...one, jobKey: jobs['scorm.import-package'].key({ import_id: one.id }) }));
  await handleStalled<IdlePackageImport & { jobKey: string }>(platform, found, {
    putBack: (tx, { id }) => enqueue(tx, 'scorm.import-package', { import_id: id }),
    giveUp: (tx, { id }) => failImport(tx, id, { message: 'task.lost' }),
  });
};
