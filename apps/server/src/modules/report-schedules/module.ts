import type { Module } from '../../platform/module.ts';
import { orderDue, sendDelivery, sweepSchedules } from './report-schedules.jobs.ts';
import { reportSchedulesRoutes } from './report-schedules.routes.ts';

export const reportSchedulesModule = {
  routes: reportSchedulesRoutes,
  jobs: { 'report-schedules.order': orderDue, 'report-schedules.send': sendDelivery },
  sweeps: { 'report-schedules': sweepSchedules },
} satisfies Module;
