import { auditEndpoints } from '@sergak/contract/audit/audit.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listActions, listAudit } from './audit.query.ts';

export const auditRoutes = bind(auditEndpoints, {
  'audit.list': ({ tx, viewer }, input) => listAudit(tx, input, viewer.timeZone),
  'audit.actions': async ({ tx }) => ({ data: await listActions(tx) }),
});
