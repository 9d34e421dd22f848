import { notification } from '../modules/organizations/public.ts';
import { invitation, removal, restoration } from '../modules/employees/public.ts';
import { enrolment, unenrolment } from '../modules/learning/public.ts';
import { tagging, untagging } from '../modules/tags/public.ts';
import type { BulkAction } from '../platform/bulk.ts';

/** Everything that can be done to many people at once; a long task finds here what to do with its next part. */
export const bulkActions: readonly BulkAction[] = [
  removal,
  restoration,
  invitation,
  notification,
  tagging,
  untagging,
  enrolment,
  unenrolment,
];
