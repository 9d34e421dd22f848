import type { Module } from '../../platform/module.ts';
import { sweepStatistics } from './refresh.service.ts';
import { countSent, refreshPeople, storeDailyPoints } from './statistics.jobs.ts';
import { statisticsRoutes } from './statistics.routes.ts';

export const statisticsModule = {
  routes: statisticsRoutes,
  jobs: {
    'statistics.refresh-people': refreshPeople,
    'statistics.count-sent': countSent,
    'statistics.store-daily-points': storeDailyPoints,
  },
  sweeps: { statistics: sweepStatistics },
} satisfies Module;
