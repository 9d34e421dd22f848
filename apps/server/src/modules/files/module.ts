import type { Module } from '../../platform/module.ts';
import { removeBytes } from './files.jobs.ts';
import { filesRoutes } from './files.routes.ts';

export const filesModule = { routes: filesRoutes, jobs: { 'files.remove-bytes': removeBytes } } satisfies Module;
