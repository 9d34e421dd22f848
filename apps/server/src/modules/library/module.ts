import type { Module } from '../../platform/module.ts';
import { libraryThings } from './audit-things.query.ts';
import { libraryRoutes } from './library.routes.ts';

export const libraryModule = { routes: libraryRoutes, auditThings: libraryThings } satisfies Module;
