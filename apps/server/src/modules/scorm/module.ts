import type { Module } from '../../platform/module.ts';
import { addContentFiles } from './content-files.routes.ts';
import { importPackage, sweepImports } from './packages.jobs.ts';
import { packagesRoutes } from './packages.routes.ts';

export const scormModule = {
  routes: packagesRoutes,
  jobs: { 'scorm.import-package': importPackage },
  sweeps: { 'scorm imports': sweepImports },
  content: addContentFiles,
} satisfies Module;
