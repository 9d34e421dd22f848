import type { AuditThings } from '../../platform/audit-things.ts';

/** The current organisation. Row-level security hides its descendants, so the log shows them by their stored titles. */
export const organizationThings: AuditThings = {
  organization: (tx, ids) =>
    tx.selectFrom('organizations').select(['id', 'title as name']).where('id', 'in', ids).execute(),
};
