import { auditEndpoints } from '@sergak/contract/audit/audit.endpoints.ts';
import type { AuditThings } from '../../platform/audit-things.ts';
import { bind } from '../../platform/http/bind.ts';
import { selectLoggedActions, listActors } from './audit.query.ts';
import { verifyOwn } from './chain.service.ts';
import { exportAudit } from './export.service.ts';
import { listLines, listLoggedPeople } from './log.service.ts';

export const auditRoutes = (things: AuditThings) =>
  bind(auditEndpoints, {
    'audit.list': listLines(things),
    'audit.people': listLoggedPeople(things),
    'audit.actions': async ({ tx }) => ({ data: await selectLoggedActions(tx) }),
    'audit.actors': async ({ tx }, { search }) => ({ data: await listActors(tx, search) }),
    'audit.report': exportAudit,
    'audit.verify': verifyOwn,
  });
