import type { Module } from '../../platform/module.ts';
import { directorySyncRoutes } from './directory-sync.routes.ts';
import { readDirectoryPeople, sweepDirectories } from './read.jobs.ts';

export const directorySyncModule = {
  routes: directorySyncRoutes,
  jobs: { 'directory-sync.read': readDirectoryPeople },
  sweeps: { directories: sweepDirectories },
} satisfies Module;
