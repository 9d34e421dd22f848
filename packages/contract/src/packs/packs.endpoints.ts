import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { id } from '../paging.ts';
import { PACK_BYTES_MAX, PACK_THINGS_MAX } from './packs.rules.ts';

const started = z.object({ task_id: z.uuid() });

/** Content packs: files by which organisations exchange their courses and templates (docs/content-packs.md). */
export const packsEndpoints = defineEndpoints({
  'packs.export': {
    method: 'POST', path: '/content-packs/export', permission: 'admin.learning.courses', costs: 'report',
    about: 'Starts a task that writes courses and templates into a content pack. Templates need the permission for templates as well.',
    body: z.strictObject({ courses: z.array(id).max(PACK_THINGS_MAX).default([]), templates: z.array(id).max(PACK_THINGS_MAX).default([]) })
      .refine((all) => all.courses.length + all.templates.length > 0),
    response: started, errors: ['course.not_found', 'template.not_found', 'session.forbidden', 'task.limit'],
    audit: { action: 'pack.exported' }, touches: [],
  },
  'packs.import': {
    method: 'POST', path: '/content-packs/import', permission: 'admin.learning.courses', costs: 'import',
    about: 'Uploads a content pack and starts a task that adds all its courses and templates, or nothing.',
    upload: { pack: PACK_BYTES_MAX }, response: started,
    errors: ['request.too_large', 'file.quota', 'task.limit', 'licence.expired'],
    audit: { none: 'the import logs what it adds' }, touches: [], licensed: true,
    transaction: { own: 'it asks the file store to take the pack, which may be another server' },
  },
});
