import type { AuditThings } from '../../platform/audit-things.ts';

export const campaignThings: AuditThings = {
  campaign: (tx, ids) => tx.selectFrom('campaigns').select(['id', 'name']).where('id', 'in', ids).execute(),
};
