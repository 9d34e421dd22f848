import type { Module } from '../../platform/module.ts';
import { courseThings } from './audit-things.query.ts';
import { libraryRoutes } from './library.routes.ts';
import { importPresentation } from './presentations/presentations.jobs.ts';
import { presentationsRoutes } from './presentations/presentations.routes.ts';

export const libraryModule = {
  routes: [...libraryRoutes, ...presentationsRoutes],
  jobs: { 'library.import-presentation': importPresentation },
  auditThings: courseThings,
} satisfies Module;
