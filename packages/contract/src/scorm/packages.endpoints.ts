import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { COVER_BYTES } from '../library/library.rules.ts';
import { label } from '../library/library.schema.ts';
import { idParam, listOf, paging, search } from '../paging.ts';
import { allowHosts, newScormCourse, scormCourse, scormCoursePage, scormPreview, startedPackage, updatedScormCourse, updateScormCourse } from './packages.schema.ts';
import { SCORM_PACKAGE_MAX } from './packages.rules.ts';

const allow = 'admin.learning.courses';
const listQuery = z.strictObject({
  ...paging,
  search,
  tags: listOf(label, 50),
  sort_by: z.enum(['title', 'created_at']).default('title'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
});

export const packagesEndpoints = defineEndpoints({
  'scorm.courses': {
    method: 'GET', path: '/scorm/courses/organization', permission: allow,
    about: 'SCORM courses of the organisation that are not archived. With several labels, a course has all of them.',
    query: listQuery, response: scormCoursePage,
  },
  'scorm.archived-courses': {
    method: 'GET', path: '/admin/content/scorm/courses/archived', permission: allow,
    about: 'Archived SCORM courses.',
    query: listQuery, response: scormCoursePage,
  },
  'scorm.create-course': {
    method: 'POST', path: '/scorm/courses', permission: allow, costs: 'import',
    about: 'Uploads a SCORM package and starts its import, which creates and publishes the course.',
    upload: { package: SCORM_PACKAGE_MAX }, body: newScormCourse, response: startedPackage,
    errors: ['request.too_large', 'file.quota', 'licence.expired', 'task.limit'],
    audit: { none: 'the import logs the course that it creates' }, touches: [], licensed: true,
    transaction: { own: 'it asks the file store to take the package, which may be another server' },
  },
  'scorm.course': {
    method: 'GET', path: '/scorm/courses/:id', permission: allow,
    about: 'A SCORM course with the report on its package.',
    params: idParam, response: scormCourse, errors: ['course.not_found'],
  },
  'scorm.update-course': {
    method: 'PATCH', path: '/scorm/courses/:id', permission: allow, costs: 'import',
    about: 'Changes a SCORM course and publishes the change, or starts the import of a new package. Assignments keep their version unless `move_open` moves the open ones.',
    params: idParam, upload: { package: SCORM_PACKAGE_MAX, picture: COVER_BYTES }, body: updateScormCourse, response: updatedScormCourse,
    errors: ['course.not_found', 'common.stale_version', 'file.type_rejected', 'request.too_large', 'file.quota', 'task.limit'],
    audit: { action: 'course.updated' }, touches: ['scorm', 'library'],
    transaction: { own: 'it asks the file store to take the package, which may be another server' },
  },
  // Not in the specification: packages run without other hosts unless an organisation allows them.
  'scorm.allow-hosts': {
    method: 'PUT', path: '/scorm/courses/:id/allowed-hosts', permission: allow,
    about: 'Sets the hosts from which the package of a course may load scripts, styles, fonts and frames, in every course that plays it. Open players keep what they had.',
    params: idParam, body: allowHosts, response: scormCourse, errors: ['course.not_found'],
    audit: { action: 'course.updated' }, touches: ['scorm'],
  },
  'scorm.delete-course': {
    method: 'DELETE', path: '/scorm/courses/:id', permission: allow,
    about: 'Deletes a SCORM course that was never assigned. An assigned course can be archived.',
    params: idParam, response: z.null(), errors: ['course.not_found', 'course.in_use'],
    audit: { action: 'course.deleted' }, touches: ['scorm', 'library'],
  },
  // Not in the specification, which has no call for looking at a package.
  'scorm.preview': {
    method: 'GET', path: '/scorm/courses/:id/preview', permission: allow,
    about: 'A signed link to the player, which shows the package without recording anything.',
    params: idParam, response: scormPreview, errors: ['course.not_found'],
  },
});
