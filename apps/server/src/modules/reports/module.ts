import type { Module } from '../../platform/module.ts';
import { makeReport } from './reports.jobs.ts';
import { reportsRoutes } from './reports.routes.ts';
import { sweepExpiredReports } from './reports.service.ts';

export const reportsModule = {
  routes: reportsRoutes,
  jobs: { 'reports.make-report': makeReport },
  sweeps: { reports: sweepExpiredReports },
} satisfies Module;
