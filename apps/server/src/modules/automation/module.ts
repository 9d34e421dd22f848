import type { Module } from '../../platform/module.ts';
import { runActions, sweepAutomation } from './automation.jobs.ts';
import { automationRoutes } from './automation.routes.ts';
import { coursesByTagRoutes } from './courses-by-tag.routes.ts';

export const automationModule = {
  routes: [...automationRoutes, ...coursesByTagRoutes],
  jobs: { 'automation.run-actions': runActions },
  sweeps: { automation: sweepAutomation },
} satisfies Module;
