import type { Module } from '../../platform/module.ts';
import { addScim } from './scim.routes.ts';
import { scimSettingsRoutes } from './settings.routes.ts';

export const scimModule = { routes: scimSettingsRoutes, portal: addScim } satisfies Module;
