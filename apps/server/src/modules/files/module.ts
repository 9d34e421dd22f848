import type { Module } from '../../platform/module.ts';
import { fileThings } from './audit-things.query.ts';
import { removeBytes, sweepFiles } from './files.jobs.ts';
import { filesRoutes } from './files.routes.ts';

export const filesModule = {
  routes: filesRoutes,
  jobs: { 'files.remove-bytes': removeBytes },
  sweeps: { files: sweepFiles },
  auditThings: fileThings,
} satisfies Module;
