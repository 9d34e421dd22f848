import type { AuditThings } from '../../platform/audit-things.ts';

export const fileThings: AuditThings = {
  file: (tx, ids) => tx.selectFrom('files').select(['id', 'name']).where('id', 'in', ids).execute(),
};
