import type { Module } from '../../platform/module.ts';
import { inSystem } from '../../platform/db.ts';
import { reactToResults } from './reactions.jobs.ts';
import { resultsRoutes } from './results.routes.ts';
import { foldTallies } from './fold-tallies.repo.ts';
import { failedEmails } from './waiting.query.ts';

export const resultsModule = {
  routes: resultsRoutes,
  jobs: { 'campaigns.react-to-results': reactToResults },
  sweeps: { tallies: (platform) => inSystem(platform.db, foldTallies) },
  waiting: [failedEmails],
} satisfies Module;
