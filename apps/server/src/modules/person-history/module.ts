import type { Module } from '../../platform/module.ts';
import { personHistoryRoutes } from './person-history.routes.ts';

export const personHistoryModule = { routes: personHistoryRoutes } satisfies Module;
