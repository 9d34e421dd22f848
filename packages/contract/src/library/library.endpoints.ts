import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { flag, idParam, limitUpTo, listOf, paging, search } from '../paging.ts';
import { CHOICE_OF_COURSES_MAX, COVER_BYTES } from './library.rules.ts';
import {
  changeCourse,
  courseDetail,
  coursePage,
  courseState,
  label,
  readCourseDetail,
  themeList,
  updateCourse,
} from './library.schema.ts';

const allow = 'admin.learning.courses';
const courseQuery = z.strictObject({
  ...paging,
  search,
  /** Labels; a course has at least one of them. */
  tags: listOf(label, 50),
  states: listOf(courseState, 3),
  sort_by: z.enum(['title', 'created_at']).default('title'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
});

export const libraryEndpoints = defineEndpoints({
  'library.courses': {
    method: 'GET', path: '/library/courses', permission: allow,
    about: 'Courses of the organisation that are not archived.',
    query: courseQuery, response: coursePage,
  },
  'library.archived-courses': {
    method: 'GET', path: '/admin/content/library/courses/archived', permission: allow,
    about: 'Archived courses.',
    query: courseQuery, response: coursePage,
  },
  'library.choice-of-courses': {
    method: 'GET', path: '/content/courses/organizations/:id', permission: allow,
    about: 'Courses that can be chosen in an organisation, on request archived ones, all of them if asked for.',
    params: idParam, query: courseQuery.extend({ archived: flag.default(false), limit: limitUpTo(CHOICE_OF_COURSES_MAX) }), response: coursePage,
    tenant: { param: 'id' }, errors: ['organization.not_found'],
  },
  'library.course': {
    method: 'GET', path: '/library/courses/:id', permission: allow,
    about: 'A course with its sections, themes and steps.',
    params: idParam, response: readCourseDetail, errors: ['course.not_found'],
  },
  'library.update-course': {
    method: 'PUT', path: '/library/courses/:id', permission: allow, costs: 'picture',
    about: 'Changes the given fields of a course, and its cover if one is sent.',
    transaction: { own: 'it asks another process to decode the picture, up to twenty seconds' },
    params: idParam, upload: { picture: COVER_BYTES }, body: updateCourse, response: courseDetail,
    errors: ['course.not_found', 'common.stale_version', 'file.type_rejected', 'request.too_large'],
    audit: { action: 'course.updated' }, touches: ['library'],
  },
  'library.change-course': {
    method: 'PATCH', path: '/content/courses/:id', permission: allow,
    about: 'Changes the title or the labels of a course, or archives it. Assigned courses continue.',
    params: idParam, body: changeCourse, response: courseDetail,
    errors: ['course.not_found', 'common.stale_version'],
    audit: { action: 'course.updated' }, touches: ['library'],
  },
  // Not in the specification, which names pages of themes but no call.
  'library.themes': {
    method: 'GET', path: '/library/themes', permission: 'admin.learning',
    about: 'Themes with their steps and the courses that use them.',
    query: z.strictObject({ search }), response: themeList,
  },
});
