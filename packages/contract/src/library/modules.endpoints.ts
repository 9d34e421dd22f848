import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, paging, search, title } from '../paging.ts';
import { libraryModule, modulePage } from './library.schema.ts';
import { MEDIA_BYTES } from './media.rules.ts';
import { mediaInput, storedMedia } from './slides.schema.ts';

const allow = 'admin.learning.courses';

/** Modules: reusable units of slides and questions. */
export const modulesEndpoints = defineEndpoints({
  'library.modules': {
    method: 'GET', path: '/library/modules', permission: allow,
    about: 'Reusable units of slides and questions, with the themes and courses that use them.',
    query: z.strictObject({
      ...paging,
      search,
      sort_by: z.enum(['title', 'created_at', 'updated_at']).default('title'),
      sort_order: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: modulePage,
  },
  'library.module': {
    method: 'GET', path: '/library/modules/:id', permission: allow,
    about: 'A module with its slides and questions, including right answers.',
    params: idParam, response: libraryModule, errors: ['module.not_found'],
  },
  'library.create-module': {
    method: 'POST', path: '/library/modules', permission: allow,
    about: 'Creates an empty module.',
    body: z.strictObject({ title }), response: libraryModule,
    audit: { action: 'module.created' }, touches: ['library'],
  },
  'library.update-module': {
    method: 'PUT', path: '/library/modules/:id', permission: allow,
    about: 'Renames a module.',
    params: idParam, body: z.strictObject({ title: title.optional(), version: z.int().min(1).optional() }), response: libraryModule,
    errors: ['module.not_found', 'common.stale_version'],
    audit: { action: 'module.updated' }, touches: ['library'],
  },
  'library.delete-module': {
    method: 'DELETE', path: '/library/modules/:id', permission: allow,
    about: 'Deletes a module that no theme uses. The details of the error list the themes and courses.',
    params: idParam, response: z.null(), errors: ['module.not_found', 'module.in_use'],
    audit: { action: 'module.deleted' }, touches: ['library'],
  },
  'library.duplicate-module': {
    method: 'POST', path: '/library/modules/:id/duplicate', permission: allow,
    about: 'Copies a module with its slides and questions.',
    params: idParam, body: z.strictObject({ title: title.optional() }), response: libraryModule, errors: ['module.not_found'],
    audit: { action: 'module.created' }, touches: ['library'],
  },
  'library.upload-media': {
    method: 'POST', path: '/library/modules/:id/media', permission: allow, costs: 'picture',
    about: 'Stores a picture, a sound, a video or its captions (WebVTT or SubRip) for the slides and questions of a module. Unused files are deleted after a day.',
    params: idParam, body: mediaInput, upload: { file: MEDIA_BYTES.video }, response: storedMedia,
    errors: ['module.not_found', 'file.type_rejected', 'media.type_rejected', 'request.too_large', 'file.quota'],
    audit: { action: 'module.file_added' }, touches: [],
    transaction: { own: 'it speaks with a helper process that judges the file' },
  },
});
