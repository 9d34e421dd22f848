import type { Module } from '../../platform/module.ts';
import { employeeThings } from './audit-things.query.ts';
import { invitationAction, removal } from './bulk.service.ts';
import { employeesRoutes } from './employees.routes.ts';
import { writeExport } from './export.jobs.ts';
import { sweepPeopleImports } from './imports-sweep.service.ts';
import { applyImport, readImport } from './imports.jobs.ts';
import { importsRoutes } from './imports.routes.ts';
import { sweepRemoved, wipeRemoved } from './removed.jobs.ts';
import { removedRoutes } from './removed.routes.ts';
import { restoration } from './removed.service.ts';
import { finishedImports, unconfirmedImports } from './waiting.query.ts';

export const employeesModule = {
  routes: [...employeesRoutes, ...importsRoutes, ...removedRoutes],
  jobs: {
    'employees.read-import': readImport,
    'employees.apply-import': applyImport,
    'employees.write-export': writeExport,
    'employees.wipe-removed': wipeRemoved,
  },
  sweeps: { imports: sweepPeopleImports, 'removed people': sweepRemoved },
  bulk: [removal, restoration, invitationAction],
  auditThings: employeeThings,
  waiting: [finishedImports, unconfirmedImports],
} satisfies Module;
