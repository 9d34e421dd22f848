import type { Module } from '../../platform/module.ts';
import { courseThings } from './audit-things.query.ts';
import { libraryRoutes } from './library.routes.ts';

export const libraryModule = { routes: libraryRoutes, auditThings: courseThings } satisfies Module;
