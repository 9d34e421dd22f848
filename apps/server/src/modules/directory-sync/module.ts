import type { Module } from '../../platform/module.ts';
import { directorySyncRoutes } from './directory-sync.routes.ts';
import { sealedPasswords } from '../ldap/public.ts';
import { readPreview, runScheduled, sweepDirectories } from './read.jobs.ts';
import { askingSync } from './waiting.query.ts';

export const directorySyncModule = {
  routes: directorySyncRoutes,
  jobs: { 'directory-sync.read-preview': readPreview, 'directory-sync.run-scheduled': runScheduled },
  sweeps: { directories: sweepDirectories },
  sealed: [sealedPasswords],
  waiting: [askingSync],
} satisfies Module;
