import type { Module } from '../../platform/module.ts';
import { tagging, untagging } from './bulk.service.ts';
import { refreshMembership, sweepTags } from './tags.jobs.ts';
import { tagsRoutes } from './tags.routes.ts';

export const tagsModule = {
  routes: tagsRoutes,
  jobs: { 'tags.refresh-membership': refreshMembership },
  sweeps: { tags: sweepTags },
  bulk: [tagging, untagging],
} satisfies Module;
