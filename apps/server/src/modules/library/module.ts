import type { Module } from '../../platform/module.ts';
import { libraryThings, moduleThings } from './audit-things.query.ts';
import { libraryRoutes } from './library.routes.ts';
import { sweepMedia } from './media.sweep.ts';
import { modulesRoutes } from './modules.routes.ts';
import { slidesRoutes } from './slides.routes.ts';

export const libraryModule = {
  routes: [...libraryRoutes, ...modulesRoutes, ...slidesRoutes],
  sweeps: { 'module media': sweepMedia },
  auditThings: { ...libraryThings, ...moduleThings },
} satisfies Module;
