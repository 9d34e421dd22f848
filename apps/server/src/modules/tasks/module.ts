import type { Module } from '../../platform/module.ts';
import { tasksRoutes } from './tasks.routes.ts';

export const tasksModule = { routes: tasksRoutes } satisfies Module;
