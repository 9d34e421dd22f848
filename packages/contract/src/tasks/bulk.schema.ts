import { z } from 'zod';

/** What can be done to many people at once, as the kind of its long task. */
export const bulkKinds = [
  'remove_people',
  'restore_people',
  'reinvite_people',
  'notify_people',
  'tag_people',
  'untag_people',
  'enrol_people',
  'unenrol_people',
] as const;
export const bulkKind = z.enum(bulkKinds);
export type BulkKind = z.output<typeof bulkKind>;

/** Why nothing was done to somebody. `unchanged`: it was so already, or the person has gone meanwhile. */
export const bulkReasons = ['higher_role', 'oneself', 'address_taken', 'unchanged'] as const;
export const bulkSkipped = z.partialRecord(z.enum(bulkReasons), z.int().min(0));
export type BulkSkipped = z.output<typeof bulkSkipped>;

/**
 * Part of the answer of each bulk call. Few people are done at once, and it is left out. For many it names the task that
 * goes on; the counts beside it say what was done so far, which is nothing.
 */
export const longTask = { event_id: z.uuid().optional() };

/** Result of such a task when it has ended, however it ended: how many were done, of how many, and how many not and why. */
export const bulkResult = z.object({ done: z.int(), of: z.int(), skipped: bulkSkipped });
export type BulkResult = z.output<typeof bulkResult>;
