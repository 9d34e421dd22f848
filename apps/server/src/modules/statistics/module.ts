import type { Module } from '../../platform/module.ts';
import { sweepStatistics } from './refresh.service.ts';
import { countSent, refreshPeopleJob, storeDailyPointsJob } from './statistics.jobs.ts';
import { statisticsRoutes } from './statistics.routes.ts';

export const statisticsModule = {
  routes: statisticsRoutes,
  jobs: {
    'statistics.refresh-people': refreshPeopleJob,
    'statistics.count-sent': countSent,
    'statistics.store-daily-points': storeDailyPointsJob,
  },
  sweeps: { statistics: sweepStatistics },
} satisfies Module;
