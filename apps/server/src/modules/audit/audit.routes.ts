import { auditEndpoints } from '@sergak/contract/audit/audit.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listActions, listActors, listAudit } from './audit.query.ts';
import { verifyOwn } from './chain.service.ts';
import { exportAudit } from './export.service.ts';

export const auditRoutes = bind(auditEndpoints, {
  'audit.list': ({ tx, viewer }, input) => listAudit(tx, input, viewer.timeZone),
  'audit.actions': async ({ tx }) => ({ data: await listActions(tx) }),
  'audit.actors': async ({ tx }, { search }) => ({ data: await listActors(tx, search) }),
  'audit.report': exportAudit,
  'audit.verify': verifyOwn,
});
