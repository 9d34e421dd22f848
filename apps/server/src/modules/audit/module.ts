import type { Module } from '../../platform/module.ts';
import { auditRoutes } from './audit.routes.ts';
import { sweepAudit } from './chain.service.ts';
import { writeAuditExport } from './export.jobs.ts';

export const auditModule = {
  routes: auditRoutes,
  jobs: { 'audit.write-export': writeAuditExport },
  sweeps: { audit: sweepAudit },
} satisfies Module;
