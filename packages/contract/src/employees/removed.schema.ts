import { z } from 'zod';
import { page, paging, search } from '../paging.ts';
import { EMAIL_MAX, isEmail } from './employees.limits.ts';

export const removedQuery = z.strictObject({ search, ...paging });

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
