import type { Module } from '../../platform/module.ts';
import { rolesRoutes } from './roles.routes.ts';

export const rolesModule = { routes: rolesRoutes } satisfies Module;
