import type { JobPayload } from '../../job-table.ts';
import type { JobCtx } from '../../platform/jobs.ts';

/** Takes bytes out of the store whose rows have gone. What is gone already is no fault, so it may run twice. */
export const removeBytes = async ({ platform }: JobCtx, { keys }: JobPayload<'files.remove-bytes'>): Promise<void> => {
  for (const key of keys) await platform.files.remove(key);
};
