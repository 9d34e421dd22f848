import { z } from 'zod';

/** Bulk actions on many people, as the kind of their long task. */
export const bulkKinds = [
  'remove_people',
  'restore_people',
  'reinvite_people',
  'notify_people',
  'tag_people',
  'untag_people',
  'enrol_people',
  'unenrol_people',
  'complete_people',
] as const;
export const bulkKind = z.enum(bulkKinds);
export type BulkKind = z.output<typeof bulkKind>;

/** Why a person was skipped. `unchanged`: the state was already as requested, or the person has been removed meanwhile. */
export const bulkReasons = ['higher_role', 'oneself', 'address_taken', 'unchanged'] as const;
export const bulkSkipped = z.partialRecord(z.enum(bulkReasons), z.int().min(0));
export type BulkSkipped = z.output<typeof bulkSkipped>;

/**
 * Part of the response of each bulk call. For few people the action runs at once and `task_id` is absent. For many people it
 * names the long task; the counts next to it are those so far, that is, 0.
 */
export const longTask = { task_id: z.uuid().optional() };

/** Result of a bulk task after its end, successful or not: number done, total, and number skipped by reason. */
export const bulkResult = z.object({ done: z.int(), of: z.int(), skipped: bulkSkipped });
export type BulkResult = z.output<typeof bulkResult>;
