import type { Module } from '../../platform/module.ts';
import { tagThings } from './audit-things.query.ts';
import { tagging, untagging } from './bulk.service.ts';
import { refreshMembershipJob, sweepTags } from './tags.jobs.ts';
import { tagsRoutes } from './tags.routes.ts';

export const tagsModule = {
  routes: tagsRoutes,
  jobs: { 'tags.refresh-membership': refreshMembershipJob },
  sweeps: { tags: sweepTags },
  bulk: [tagging, untagging],
  auditThings: tagThings,
} satisfies Module;
