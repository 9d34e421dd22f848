import { BULK_AT_ONCE } from '../../platform/bulk.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/jobs.ts';

/** Above this many people their figures are computed anew for all of the organisation at once. */
const MANY = BULK_AT_ONCE;

/** Orders the figures, and the emails, of people whose courses are others than before, or stand otherwise. */
export const announce = async (tx: Tx, employeeIds: readonly string[], emails: boolean): Promise<void> => {
  if (employeeIds.length === 0) return;
  await enqueue(tx, 'statistics.refresh-people', {
    employee_ids: employeeIds.length > MANY ? null : [...employeeIds],
  });
  if (emails) await enqueue(tx, 'learning.send-emails', {});
};
