import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { day, instant, list, page, paging } from '../paging.ts';

export const auditRow = z.object({
  id: z.int(),
  action: z.string(),
  target: z.string().nullable(),
  actor_id: z.uuid().nullable(),
  actor_name: z.string(),
  /** Field → [before, after], or whatever the action tells. */
  changes: z.unknown(),
  address: z.string().nullable(),
  created_at: instant,
});

export const auditEndpoints = defineEndpoints({
  'audit.list': {
    method: 'GET', path: '/audit', permission: 'admin.settings.audit',
    about: 'The action log, newest first.',
    query: z.strictObject({
      search: z.string().max(200).default(''),
      action: z.string().max(100).optional(),
      from: day.optional(),
      to: day.optional(),
      ...paging,
    }),
    response: page(auditRow),
  },
  'audit.actions': {
    method: 'GET', path: '/audit/actions', permission: 'admin.settings.audit',
    about: 'Kinds of actions that the log holds.',
    response: list(z.string()),
  },
});
