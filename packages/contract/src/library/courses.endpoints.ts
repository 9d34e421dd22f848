import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { id, idParam } from '../paging.ts';
import { COVER_BYTES } from './library.rules.ts';
import {
  addSection,
  appendTheme,
  courseChanges,
  courseDetail,
  readCourseDetail,
  createCourse,
  deletedCourses,
  labelList,
  labels,
  moveTheme,
  orderSections,
  readVersionBody,
  renameSection,
  sectionPlace,
  versionBody,
} from './library.schema.ts';

const allow = 'admin.learning.courses';
const sectionParam = z.strictObject({ id, section_id: id });
const creating = {
  permission: allow,
  costs: 'picture',
  transaction: { own: 'it asks another process to decode the picture, up to twenty seconds' },
  upload: { picture: COVER_BYTES }, body: createCourse, response: courseDetail,
  errors: ['file.type_rejected', 'request.too_large'],
  audit: { action: 'course.created' }, touches: ['library'],
} as const;

export const coursesEndpoints = defineEndpoints({
  'library.create-course': {
    ...creating, method: 'POST', path: '/library/courses', about: 'Creates a course without sections.',
  },
  'library.create-content-course': {
    ...creating, method: 'POST', path: '/content/courses',
    about: 'Creates a course without sections, like `library.create-course`.',
  },
  'library.content-course': {
    method: 'GET', path: '/content/courses/:id', permission: allow,
    about: 'A course with its sections, themes and steps, like `library.course`.',
    params: idParam, response: readCourseDetail, errors: ['course.not_found'],
  },
  'library.delete-course': {
    method: 'DELETE', path: '/library/courses/:id', permission: allow,
    about: 'Deletes a course. Its themes and modules remain. A course in use is rejected; it can be archived.',
    params: idParam, query: versionBody, response: z.null(),
    errors: ['course.not_found', 'course.in_use', 'common.stale_version'],
    audit: { action: 'course.deleted' }, touches: ['library'],
  },
  'library.delete-courses': {
    method: 'POST', path: '/content/courses/bulk-delete', permission: allow,
    about: 'Deletes several courses. Courses in use are kept and returned with the places that use them.',
    body: z.strictObject({ ids: z.array(id).min(1).max(200) }), response: deletedCourses, errors: ['course.not_found'],
    audit: { action: 'courses.deleted' }, touches: ['library'],
  },
  'library.copy-course': {
    method: 'POST', path: '/content/courses/:id/copy', permission: allow,
    about: 'Copies a course with its sections. The copy is a draft and shares the themes and modules.',
    params: idParam, response: courseDetail, errors: ['course.not_found'],
    audit: { action: 'course.copied' }, touches: ['library'],
  },
  'library.set-labels': {
    method: 'PATCH', path: '/content/courses/:id/tags', permission: allow,
    about: 'Replaces the labels of a course.',
    params: idParam, body: versionBody.extend({ tags: labels }), response: courseDetail,
    errors: ['course.not_found', 'common.stale_version'],
    audit: { action: 'course.labelled' }, touches: ['library'],
  },
  // The following calls are not in the specification, which names the functions only.
  'library.labels': {
    method: 'GET', path: '/library/labels', permission: allow,
    about: 'All labels of courses, with the number of courses.',
    response: labelList,
  },
  'library.remove-cover': {
    method: 'DELETE', path: '/library/courses/:id/picture', permission: allow,
    about: 'Removes the cover of a course.',
    params: idParam, query: readVersionBody, response: courseDetail, errors: ['course.not_found', 'common.stale_version'],
    audit: { action: 'course.updated' }, touches: ['library'],
  },
  'library.course-changes': {
    method: 'GET', path: '/library/courses/:id/changes', permission: allow,
    about: 'What changed in a course, its themes and modules since it was published.',
    params: idParam, response: courseChanges, errors: ['course.not_found'],
  },
  'library.publish-course': {
    method: 'POST', path: '/library/courses/:id/publish', permission: allow,
    about: 'Publishes the present content of a course: new assignments get it, existing ones keep theirs.',
    params: idParam, body: readVersionBody, response: z.object({ number: z.int() }),
    errors: ['course.not_found', 'course.not_ready', 'common.stale_version'],
    audit: { action: 'course.published' }, touches: ['library'],
  },
  'library.section': {
    method: 'GET', path: '/library/sections/:id', permission: allow,
    about: 'A section and its course.',
    params: idParam, response: sectionPlace, errors: ['section.not_found'],
  },
  'library.add-section': {
    method: 'POST', path: '/content/courses/:id/sections', permission: allow,
    about: 'Adds a section to a course, on request with themes.',
    params: idParam, body: addSection, response: courseDetail,
    errors: ['course.not_found', 'theme.not_found', 'common.stale_version'],
    audit: { action: 'course.section_added' }, touches: ['library'],
  },
  'library.rename-section': {
    method: 'PATCH', path: '/content/courses/:id/sections/:section_id', permission: allow,
    about: 'Renames a section.',
    params: sectionParam, body: renameSection, response: courseDetail,
    errors: ['course.not_found', 'section.not_found', 'common.stale_version'],
    audit: { action: 'course.section_renamed' }, touches: ['library'],
  },
  'library.remove-section': {
    method: 'DELETE', path: '/content/courses/:id/sections/:section_id', permission: allow,
    about: 'Removes a section from its course. Its themes remain in the library.',
    params: sectionParam, query: versionBody, response: courseDetail,
    errors: ['course.not_found', 'section.not_found', 'common.stale_version'],
    audit: { action: 'course.section_removed' }, touches: ['library'],
  },
  'library.order-sections': {
    method: 'PATCH', path: '/content/courses/:id/sections/swap', permission: allow,
    about: 'Puts the sections of a course into this order. The list contains every section once.',
    params: idParam, body: orderSections, response: courseDetail,
    errors: ['course.not_found', 'section.not_found', 'common.stale_version'],
    audit: { action: 'course.sections_ordered' }, touches: ['library'],
  },
  'library.append-theme': {
    method: 'POST', path: '/content/courses/:id/sections/:section_id/themes', permission: allow,
    about: 'Adds a theme to a section.',
    params: sectionParam, body: appendTheme, response: courseDetail,
    errors: ['course.not_found', 'section.not_found', 'theme.not_found', 'theme.in_section', 'common.stale_version'],
    audit: { action: 'course.theme_added' }, touches: ['library'],
  },
  'library.remove-theme': {
    method: 'DELETE', path: '/content/courses/:id/sections/:section_id/themes/:theme_id', permission: allow,
    about: 'Removes a theme from a section. The theme remains in the library.',
    params: sectionParam.extend({ theme_id: id }), query: versionBody, response: courseDetail,
    errors: ['course.not_found', 'section.not_found', 'theme.not_found', 'common.stale_version'],
    audit: { action: 'course.theme_removed' }, touches: ['library'],
  },
  'library.move-theme': {
    method: 'PATCH', path: '/content/courses/:id/themes/transport', permission: allow,
    about: 'Moves a theme to a position of its section or of another one.',
    params: idParam, body: moveTheme, response: courseDetail,
    errors: ['course.not_found', 'section.not_found', 'theme.not_found', 'theme.in_section', 'common.stale_version'],
    audit: { action: 'course.theme_moved' }, touches: ['library'],
  },
});
