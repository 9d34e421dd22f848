import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { longTask } from '../tasks/bulk.schema.ts';
import { courseKind } from '../library/library.schema.ts';
import { flag, id, idParam, paging, search } from '../paging.ts';
import { PICTURE_MAX } from './limits.rules.ts';
import { courseFigures, courseLearnerPage } from './course-figures.schema.ts';
import * as s from './learning.schema.ts';

const allow = 'admin.learning.assigned';
const people = z.object({ added: z.int(), ...longTask });
const many = 'More than 2,000 people are handled by a long task.';

/** Lists of assigned courses; the native list contains native courses unless `kind` says otherwise. */
const assignmentQuery = z.strictObject({
  ...paging, search, status: s.assignmentStatus.default('active'), kind: z.enum([...courseKind.options, 'all']).default('native'),
  sort_by: z.enum(['created_at', 'deadline', 'title', 'progress']).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
});
const learnerQuery = z.strictObject({
  ...paging, search, state: s.learnerState.optional(),
  sort_by: z.enum(['name', 'progress', 'deadline', 'completed_at']).default('name'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
});
/** Errors of a choice of people. */
const choice = ['employee.not_found', 'employee.selection_changed'] as const;

const assignErrors = ['course.not_found', 'course.not_published', 'course.archived', 'assignment.no_learners', 'assignment.dates', ...choice] as const;
const assignTouches = ['learning', 'library', 'statistics', 'employees'] as const;
const picture = {
  transaction: { own: 'it asks another process to decode the picture, up to twenty seconds' },
  params: idParam, upload: { image: PICTURE_MAX }, response: s.assignmentDetail,
  errors: ['assignment.not_found', 'assignment.completed', 'file.type_rejected', 'request.too_large'],
  audit: { action: 'assignment.updated' }, touches: ['learning'],
} as const;

export const learningEndpoints = defineEndpoints({
  'learning.assignments': {
    method: 'GET', path: '/learning/assigned-courses/organization', permission: allow,
    about: 'Assigned courses of one status, with the mean progress of their learners, and the counts of all statuses. Without `kind`, native courses only.',
    query: assignmentQuery,
    response: s.assignmentPage,
  },
  'learning.assign': {
    method: 'POST', path: '/learning/assigned-courses', permission: allow, costs: 'bulk',
    about: 'Assigns a course to people, departments with all their children, and tags. The published version is pinned. More than 2,000 people are handled by a long task.',
    body: s.assignCourseBody, response: s.assignmentDetail.extend(longTask), licensed: true,
    errors: assignErrors, audit: { action: 'assignment.created' }, touches: assignTouches,
  },
  // Not in the specification: the live summary next to the form.
  'learning.preview': {
    method: 'POST', path: '/learning/assigned-courses/preview', permission: allow, costs: 'preview',
    about: 'Number of people in a choice, and number of them who do not have the course yet.',
    body: s.previewBody, response: s.assignmentPreview,
    audit: { none: 'it only counts' }, touches: [],
  },
  'learning.assignment': {
    method: 'GET', path: '/learning/assigned-courses/:id', permission: allow,
    about: 'One assigned course.',
    params: idParam, response: s.assignmentDetail, errors: ['assignment.not_found'],
  },
  'learning.update': {
    method: 'PATCH', path: '/learning/assigned-courses/:id', permission: allow,
    about: 'Changes the title, the dates, the reminders and of a SCORM course the completion rule; the start date only before it has passed.',
    params: idParam, body: s.updateAssignmentBody, response: s.assignmentDetail,
    errors: ['assignment.not_found', 'assignment.completed', 'assignment.dates', 'common.stale_version'],
    audit: { action: 'assignment.updated' }, touches: ['learning'],
  },
  'learning.delete': {
    method: 'DELETE', path: '/learning/assigned-courses/:id', permission: allow,
    about: 'Deletes an assigned course with all work of its learners.',
    params: idParam, response: z.null(), errors: ['assignment.not_found'],
    audit: { action: 'assignment.deleted' }, touches: ['learning', 'library', 'statistics', 'employees'],
  },
  'learning.complete': {
    method: 'POST', path: '/learning/assigned-courses/:id/complete', permission: allow,
    about: 'Closes an assigned course. Results are kept, and slides can still be read.',
    params: idParam, response: s.assignmentDetail, errors: ['assignment.not_found', 'assignment.completed'],
    audit: { action: 'assignment.completed' }, touches: ['learning', 'statistics'],
  },
  'learning.toggle': {
    method: 'POST', path: '/learning/assigned-courses/:id/toggle', permission: allow,
    about: 'Pauses or resumes an assigned course (`toggle` true: resumes; without it: the other of the two). A paused course sends no emails, and nobody is behind or overdue in it.',
    params: idParam, query: z.strictObject({ toggle: flag.optional() }), response: s.assignmentDetail,
    errors: ['assignment.not_found', 'assignment.completed', 'assignment.not_started'],
    audit: { action: 'assignment.toggled' }, touches: ['learning', 'statistics', 'employees'],
  },
  'learning.people': {
    method: 'GET', path: '/learning/assigned-courses/:id/employees', permission: allow,
    about: 'Learners of an assigned course with their progress.',
    params: idParam, query: learnerQuery,
    response: s.learnerPage, errors: ['assignment.not_found'],
  },
  'learning.add-people': {
    method: 'POST', path: '/learning/assigned-courses/:id/employees', permission: allow, costs: 'bulk',
    about: 'Adds people to an assigned course; people who already have the course are skipped. More than 2,000 people are handled by a long task.',
    params: idParam, body: s.addPeopleBody, response: people, licensed: true,
    errors: ['assignment.not_found', 'assignment.completed', 'assignment.no_learners', ...choice],
    audit: { action: 'assignment.people_added' }, touches: ['learning', 'statistics', 'employees'],
  },
  'learning.remove-people': {
    method: 'POST', path: '/learning/assigned-courses/:id/employees/delete', permission: allow, costs: 'bulk',
    about: 'Removes people from an assigned course with all their work on it. More than 2,000 people are handled by a long task.',
    params: idParam, body: s.removePeopleBody, response: z.object({ removed: z.int(), ...longTask }),
    errors: ['assignment.not_found', ...choice],
    audit: { action: 'assignment.people_removed' }, touches: ['learning', 'statistics', 'employees'],
  },
  // Not in the specification: courses that campaigns, tags and certificates assign start with these rules.
  'learning.default-reminders': {
    method: 'GET', path: '/learning/default-reminders', permission: allow,
    about: 'Reminder rules that new assignments start with: on the web page, and for campaigns, tags and certificates.',
    response: s.defaultReminders,
  },
  'learning.save-default-reminders': {
    method: 'PUT', path: '/learning/default-reminders', permission: allow,
    about: 'Changes the reminder rules of new assignments. Existing assignments keep theirs.',
    body: s.defaultRemindersBody, response: s.defaultReminders, errors: ['common.stale_version'],
    audit: { action: 'learning_settings.changed' }, touches: ['learning'],
  },
  'learning.remind': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/reinvite', permission: allow, costs: 'bulk',
    about: 'Sends a reminder to learners who have not finished: to all of them, or to a selection.',
    params: idParam, body: s.remindBody, response: z.object({ reminded: z.int() }),
    errors: ['assignment.not_found', 'assignment.completed', 'assignment.not_started', 'assignment.paused', ...choice],
    audit: { action: 'assignment.reminded' }, touches: [],
  },
  'learning.progress': {
    method: 'GET', path: '/analytics/operator/assigned_course/:id/progress', permission: allow,
    about: 'Mean progress and expected progress.',
    params: idParam, response: s.assignmentProgress, errors: ['assignment.not_found'],
  },
  'learning.progress-change': {
    method: 'GET', path: '/analytics/operator/assigned_course/:id/progress_change', permission: allow,
    about: 'Mean progress at the end of each day since the start, at most 100 points.',
    params: idParam, response: s.progressChange, errors: ['assignment.not_found'],
  },
  'learning.groups': {
    method: 'GET', path: '/analytics/operator/assigned_course/:id/groups', permission: allow,
    about: 'Number of learners who have not started, are in progress, have finished or are behind.',
    params: idParam, response: s.learnerGroups, errors: ['assignment.not_found'],
  },
  // Not in the specification: the page of an assigned course of either kind.
  'learning.any-assignment': {
    method: 'GET', path: '/learning/assigned-courses/:id/any', permission: allow,
    about: 'One assigned course, native or SCORM.',
    params: idParam, response: s.assignmentDetail, errors: ['assignment.not_found'],
  },
  'learning.course-figures': {
    method: 'GET', path: '/learning/courses/:id/figures', permission: allow,
    about: 'How a course goes over all its assignments: how far people are, which questions they answer wrongly, and at which slides they stop.',
    params: idParam, response: courseFigures, errors: ['course.not_found'],
  },
  'learning.course-people': {
    method: 'GET', path: '/learning/courses/:id/people', permission: allow,
    about: 'Learners of all assignments of a course: those who are behind first, then by progress.',
    params: idParam, query: z.strictObject({ ...paging, search }), response: courseLearnerPage, errors: ['course.not_found'],
  },
  'learning.assign-course': {
    method: 'POST', path: '/learning/api/learning/assigned-courses', permission: allow, costs: 'bulk',
    about: `Assigns a native course, as the call of the administrator's page does. ${many}`,
    body: s.assignCourseBody, response: s.assignmentDetail.extend(longTask), licensed: true,
    errors: assignErrors, audit: { action: 'assignment.created' }, touches: assignTouches,
  },
  'learning.bulk-assign': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/bulk-assign', permission: allow, costs: 'bulk',
    about: `Assigns several courses, native or SCORM, to the same people: one assignment per course. Courses that all of them have are skipped. ${many}`,
    body: s.bulkAssignBody, response: s.bulkAssigned, licensed: true,
    errors: assignErrors, audit: { action: 'assignment.created' }, touches: assignTouches,
  },
  'learning.complete-manually': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/manual-complete-course', permission: allow, costs: 'bulk',
    about: `Records that learners completed a course elsewhere, with the reason. No quiz result is stored. ${many}`,
    body: s.manualCompletionBody, response: z.object({ completed: z.int(), ...longTask }),
    errors: ['assignment.not_found', 'assignment.completed', 'assignment.not_started', ...choice],
    audit: { action: 'assignment.people_completed' }, touches: ['learning', 'statistics', 'employees'],
  },
  'learning.of-organization': {
    method: 'GET', path: '/learning/api/learning/assigned-courses/organizations/:id', permission: allow,
    about: 'Assigned courses of an organisation, native and SCORM, newest first.',
    params: idParam, query: z.strictObject({ ...paging, organization_id: id.optional(), status: s.assignmentStatus.optional() }),
    response: s.assignmentPage, tenant: { param: 'id' }, errors: ['organization.not_found'],
  },
  'learning.set-picture': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/picture', permission: allow, costs: 'picture',
    about: 'Sets the picture of an assigned course in place of the picture of the course: PNG, JPEG or WebP, cut to 1200 × 630.',
    ...picture,
  },
});
