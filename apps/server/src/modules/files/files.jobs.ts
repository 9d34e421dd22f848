import type { JobPayload } from '../../job-table.ts';
import type { JobCtx } from '../../platform/jobs.ts';

/** Deletes the bytes of deleted rows from the store. Safe to repeat: missing bytes are not an error. */
export const removeBytes = async ({ platform }: JobCtx, { keys }: JobPayload<'files.remove-bytes'>): Promise<void> => {
  for (const key of keys) await platform.files.remove(key);
};
