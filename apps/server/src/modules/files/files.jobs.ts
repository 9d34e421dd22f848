import type { JobPayload } from '../../job-table.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { deleteExpiredFiles } from './files.repo.ts';

/** Deletes the bytes of deleted rows from the store. Safe to repeat: missing bytes are not an error. */
export const removeBytes = async ({ platform }: JobCtx, { keys }: JobPayload<'files.remove-bytes'>): Promise<void> => {
  for (const key of keys) await platform.files.remove(key);
};

/** Each minute, deletes the files of tasks that are no longer kept. Rows first: a row without bytes would be worse. */
export const sweepFiles = async (platform: Platform): Promise<void> => {
  for (const key of await inSystem(platform.db, deleteExpiredFiles)) await platform.files.remove(key);
};
