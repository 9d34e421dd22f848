import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { courseKind } from '../library/library.schema.ts';
import { id, list } from '../paging.ts';
import { courseAction, courseIds, tagAction } from './automation.schema.ts';

const allow = 'admin.staff.tags';
const tagParam = z.strictObject({ tagId: id });
const courseErrors = ['tag.not_found', 'course.not_found', 'course.not_published', 'course.archived', 'action.defer_too_long'] as const;

/** The course action of a tag with native and SCORM courses together. */
export const coursesByTagEndpoints = defineEndpoints({
  'automation.courses-by-tag': {
    method: 'GET', path: '/learning/api/courses-by-tag/:tagId', permission: allow,
    about: 'Courses of both kinds that a tag assigns.',
    params: tagParam,
    response: list(z.object({ id: z.uuid(), title: z.string(), kind: courseKind }))
      .extend({ defer_by: z.int(), period: z.int().nullable(), version: z.int().nullable() }),
    errors: ['tag.not_found'],
  },
  'automation.add-courses-by-tag': {
    method: 'POST', path: '/learning/api/courses-by-tag', permission: allow,
    about: 'Adds the course action of a tag, with courses of both kinds. A tag has at most one.',
    body: courseAction, response: tagAction, errors: [...courseErrors, 'action.not_for_tag', 'action.taken'],
    audit: { action: 'action.added' }, touches: ['tags', 'automation'], licensed: true,
  },
  'automation.set-courses-by-tag': {
    method: 'PATCH', path: '/learning/api/courses-by-tag', permission: allow,
    about: 'Replaces the courses of the course action, of both kinds. Courses that people already received are kept.',
    body: courseIds.extend({ tag_id: id }), response: tagAction,
    errors: [...courseErrors, 'action.not_found', 'common.stale_version'],
    audit: { action: 'action.changed' }, touches: ['tags', 'automation'],
  },
  'automation.remove-courses-by-tag': {
    method: 'DELETE', path: '/learning/api/courses-by-tag/:tagId', permission: allow,
    about: 'Deletes the course action of a tag. Courses that were already assigned are kept.',
    params: tagParam, response: z.null(), errors: ['tag.not_found', 'action.not_found'],
    audit: { action: 'action.removed' }, touches: ['tags', 'automation'],
  },
});
