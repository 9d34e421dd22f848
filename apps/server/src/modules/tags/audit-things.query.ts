import type { AuditThings } from '../../platform/audit-things.ts';

export const tagThings: AuditThings = {
  tag: (tx, ids) => tx.selectFrom('tags').select(['id', 'title as name']).where('id', 'in', ids).execute(),
};
