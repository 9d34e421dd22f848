import type { Module } from '../../platform/module.ts';
import { libraryRoutes } from './library.routes.ts';

export const libraryModule = { routes: libraryRoutes } satisfies Module;
