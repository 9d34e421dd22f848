import type { AuditThings } from '../../platform/audit-things.ts';

export const suspiciousThings: AuditThings = {
  suspicious_email: (tx, ids) =>
    tx.selectFrom('suspicious_emails').select(['id', 'subject as name']).where('id', 'in', ids).execute(),
};
