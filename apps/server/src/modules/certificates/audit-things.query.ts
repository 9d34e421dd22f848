import type { AuditThings } from '../../platform/audit-things.ts';

/** Certificates by their numbers, which name nobody. */
export const certificateThings: AuditThings = {
  certificate: (tx, ids) =>
    tx.selectFrom('certificates').select(['id', 'number as name']).where('id', 'in', ids).execute(),
};
