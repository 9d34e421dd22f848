import { z } from 'zod';
import { longTask } from '../tasks/bulk.schema.ts';
import { day, id, page, paging, search } from '../paging.ts';
import { expectedCount } from './employees.schema.ts';
import { EMAIL_MAX, isEmail } from './employees.limits.ts';

/** Which removals are meant: those of one person, of one day (in the zone of the organisation), of one import. */
const removal = { removed_by: id.optional(), removed_on: day.optional(), import_id: id.optional() };
export const removedQuery = z.strictObject({ search, ...removal, ...paging });

/** Who removed people on one day, by hand or by one import, and how many of them can still be brought back. */
export const removalGroup = z.object({
  removed_by: z.uuid().nullable(),
  /** Empty where it was not somebody of this organisation. */
  name: z.string(),
  removed_on: z.string(),
  import_id: z.uuid().nullable(),
  /** The file of the import; empty where it was none, or is gone. */
  file_name: z.string(),
  count: z.int(),
});
export type RemovalGroup = z.output<typeof removalGroup>;

/** Somebody who was removed and can still be brought back. */
export const removedPerson = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  position: z.string(),
  department: z.string(),
  removed_at: z.string(),
  /** Who removed the person; empty where it was not somebody of this organisation. */
  removed_by: z.string(),
  /** When the personal data are wiped, and nothing can be brought back any more. */
  wiped_at: z.string(),
});
export type RemovedPerson = z.output<typeof removedPerson>;
export const removedPage = page(removedPerson);

export const restoreBody = z.strictObject({
  /** Another address, where somebody else has taken the earlier one. */
  email: z
    .string()
    .trim()
    .max(EMAIL_MAX)
    .refine(isEmail, { params: { code: 'email_invalid' } })
    .optional(),
});

const ticked = z.array(id).max(10_000).default([]);
/** Whom to bring back: the people ticked, or with `all` everybody whom the search and the removals meant find less `exclude_ids`. */
export const restoreManyBody = z.strictObject({
  ids: z.strictObject({ include_ids: ticked, exclude_ids: ticked }).prefault({}),
  all: z.boolean().default(false),
  search,
  ...removal,
  ...expectedCount,
});
export const restoredMany = z.object({
  count: z.int(),
  /** Whose address somebody else has by now; the first hundred of them by name. */
  taken_count: z.int(),
  taken: z.array(z.object({ id: z.uuid(), full_name: z.string(), email: z.string(), holder: z.string() })),
  /** Who has a role above the caller's. */
  forbidden_count: z.int(),
  ...longTask,
});
export type RestoredMany = z.output<typeof restoredMany>;
