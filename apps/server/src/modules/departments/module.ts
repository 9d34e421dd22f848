import type { Module } from '../../platform/module.ts';
import { departmentsRoutes } from './departments.routes.ts';

export const departmentsModule = { routes: departmentsRoutes } satisfies Module;
