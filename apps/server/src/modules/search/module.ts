import type { Module } from '../../platform/module.ts';
import { sweepRecent } from './recent.repo.ts';
import { searchRoutes } from './search.routes.ts';

export const searchModule = {
  routes: searchRoutes,
  sweeps: { 'search.recent': sweepRecent },
} satisfies Module;
