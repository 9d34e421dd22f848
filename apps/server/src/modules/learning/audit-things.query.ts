import type { AuditThings } from '../../platform/audit-things.ts';

export const assignmentThings: AuditThings = {
  assignment: (tx, ids) =>
    tx.selectFrom('assignments').select(['id', 'title as name']).where('id', 'in', ids).execute(),
};
