import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import type { Module } from '../../platform/module.ts';
import { addPlayer } from './player.routes.ts';
import { sweepSessions } from './runtime.repo.ts';
import { runtimeRoutes } from './runtime.routes.ts';

export const scormModule = {
  routes: [...runtimeRoutes],
  sweeps: { 'scorm players': (platform: Platform) => inSystem(platform.db, sweepSessions) },
  contentRoutes: addPlayer,
} satisfies Module;
