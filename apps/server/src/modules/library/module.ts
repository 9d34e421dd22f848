import type { Module } from '../../platform/module.ts';
import { courseThings } from './audit-things.query.ts';
import { libraryRoutes } from './library.routes.ts';
import { questionsRoutes } from './questions.routes.ts';

export const libraryModule = {
  routes: [...libraryRoutes, ...questionsRoutes],
  auditThings: courseThings,
} satisfies Module;
