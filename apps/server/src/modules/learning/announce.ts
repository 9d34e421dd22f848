import { BULK_INLINE_MAX } from '../../platform/bulk.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/jobs.ts';

/** Above this number of people, the statistics of the whole organisation are refreshed at once. */
const MANY = BULK_INLINE_MAX;

/** Queues a refresh of statistics, and optionally course emails, for people whose courses or states changed. */
export const announce = async (tx: Tx, employeeIds: readonly string[], emails: boolean): Promise<void> => {
  if (employeeIds.length === 0) return;
  await enqueue(tx, 'statistics.refresh-people', {
    employee_ids: employeeIds.length > MANY ? null : [...employeeIds],
  });
  if (emails) await enqueue(tx, 'learning.send-emails', {});
};
