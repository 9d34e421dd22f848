import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import type { Module } from '../../platform/module.ts';
import { applyRule } from './rule.jobs.ts';
import { importPackage, sweepPackageImports } from './packages.jobs.ts';
import { packagesRoutes } from './packages.routes.ts';
import { addContent } from './player.routes.ts';
import { sweepSessions } from './runtime.repo.ts';
import { runtimeRoutes } from './runtime.routes.ts';

export const scormModule = {
  routes: [...packagesRoutes, ...runtimeRoutes],
  jobs: { 'scorm.import-package': importPackage, 'scorm.apply-rule': applyRule },
  sweeps: {
    'scorm imports': sweepPackageImports,
    'scorm players': (platform: Platform) => inSystem(platform.db, sweepSessions),
  },
  content: addContent,
} satisfies Module;
