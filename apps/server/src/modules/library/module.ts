import type { Module } from '../../platform/module.ts';
import { libraryThings, moduleThings, questionThings } from './audit-things.query.ts';
import { libraryRoutes } from './library.routes.ts';
import { sweepMedia } from './media.sweep.ts';
import { modulesRoutes } from './modules.routes.ts';
import { importPresentation } from './presentations/presentations.jobs.ts';
import { presentationsRoutes } from './presentations/presentations.routes.ts';
import { questionsRoutes } from './questions.routes.ts';
import { slidesRoutes } from './slides.routes.ts';

export const libraryModule = {
  routes: [...libraryRoutes, ...modulesRoutes, ...slidesRoutes, ...questionsRoutes, ...presentationsRoutes],
  jobs: { 'library.import-presentation': importPresentation },
  sweeps: { 'module media': sweepMedia },
  auditThings: { ...libraryThings, ...moduleThings, ...questionThings },
} satisfies Module;
