import type { AuditThings } from '../../platform/audit-things.ts';

/** The organisation acted in: row-level security hides those below it, which the log names by their stored titles. */
export const organizationThings: AuditThings = {
  organization: (tx, ids) =>
    tx.selectFrom('organizations').select(['id', 'title as name']).where('id', 'in', ids).execute(),
};
