import type { AuditThings } from '../../platform/audit-things.ts';
import type { Module } from '../../platform/module.ts';
import { auditRoutes } from './audit.routes.ts';
import { sweepAudit } from './chain.service.ts';
import { writeAuditExport } from './export.jobs.ts';

/** The audit module takes the queries by which other modules name their things. */
export const auditModule = (things: AuditThings) =>
  ({
    routes: auditRoutes(things),
    jobs: { 'audit.write-export': writeAuditExport(things) },
    sweeps: { audit: sweepAudit },
  }) satisfies Module;
