import type { AuditThings } from '../../platform/audit-things.ts';

export const departmentThings: AuditThings = {
  department: (tx, ids) =>
    tx.selectFrom('departments').select(['id', 'title as name']).where('id', 'in', ids).execute(),
};
