import { z } from 'zod';
import { longTask } from '../tasks/bulk.schema.ts';
import { day, id, page, paging, personAddress, search, sorting } from '../paging.ts';
import { rowSelection } from './people-selection.schema.ts';

/** Filters removals: by one person, on one day (in the organisation's time zone), by one import. */
const removal = { removed_by: id.optional(), removed_on: day.optional(), import_id: id.optional() };
export const removedSorts = ['name', 'department', 'position', 'removed_at'] as const;
export const removedQuery = z.strictObject({ search, ...removal, ...paging, ...sorting(removedSorts) });

/** Removals of one day by one person, by hand or by one import, with the number of people who can still be restored. */
export const removalGroup = z.object({
  removed_by: z.uuid().nullable(),
  /** Empty if the author is not in this organisation. */
  name: z.string(),
  removed_on: z.string(),
  import_id: z.uuid().nullable(),
  /** File of the import; empty if there was none, or if it was deleted. */
  file_name: z.string(),
  count: z.int(),
});
export type RemovalGroup = z.output<typeof removalGroup>;

/** A removed person who can still be restored. */
export const removedPerson = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  position: z.string(),
  department: z.string(),
  removed_at: z.string(),
  /** Author of the removal; empty if the author is not in this organisation. */
  removed_by: z.string(),
  /** When the personal data is erased; after that the person cannot be restored. */
  wiped_at: z.string(),
});
export type RemovedPerson = z.output<typeof removedPerson>;
export const removedPage = page(removedPerson);

export const restoreBody = z.strictObject({
  /** Another address, if the earlier one is taken. */
  email: personAddress.optional(),
});

/** People to restore: rows of the list of removed people, with its search and filters. */
export const restoreManyBody = z.strictObject({ ...rowSelection, search, ...removal });
export const restoredMany = z.object({
  count: z.int(),
  /** Number of people whose address is taken; the first hundred are listed by name. */
  taken_count: z.int(),
  taken: z.array(z.object({ id: z.uuid(), full_name: z.string(), email: z.string(), holder: z.string() })),
  /** Number of people with a role above the caller's. */
  forbidden_count: z.int(),
  ...longTask,
});
export type RestoredMany = z.output<typeof restoredMany>;
