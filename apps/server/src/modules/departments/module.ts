import type { Module } from '../../platform/module.ts';
import { departmentThings } from './audit-things.query.ts';
import { departmentsRoutes } from './departments.routes.ts';

export const departmentsModule = { routes: departmentsRoutes, auditThings: departmentThings } satisfies Module;
