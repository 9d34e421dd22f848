import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { longTask } from '../tasks/bulk.schema.ts';
import { idParam, paging, search } from '../paging.ts';
import * as s from './learning.schema.ts';

const allow = 'admin.learning.assigned';
const people = z.object({ added: z.int(), ...longTask });

/** Errors of a choice of people. */
const choice = ['employee.not_found', 'employee.selection_changed'] as const;

export const learningEndpoints = defineEndpoints({
  'learning.assignments': {
    method: 'GET', path: '/learning/assigned-courses/organization', permission: allow,
    about: 'Assigned courses of one status, with the mean progress of their learners, and the counts of all statuses.',
    query: z.strictObject({
      ...paging, search, status: s.assignmentStatus.default('active'),
      sort_by: z.enum(['created_at', 'deadline', 'title', 'progress']).default('created_at'),
      sort_order: z.enum(['asc', 'desc']).default('desc'),
    }),
    response: s.assignmentPage,
  },
  'learning.assign': {
    method: 'POST', path: '/learning/assigned-courses', permission: allow,
    about: 'Assigns a course to people, departments with all their children, and tags. The published version is pinned. More than 2,000 people are handled by a long task.',
    body: s.assignCourseBody, response: s.assignmentDetail.extend(longTask), licensed: true,
    errors: ['course.not_found', 'course.not_published', 'course.archived', 'assignment.no_learners', 'assignment.dates', ...choice],
    audit: { action: 'assignment.created' }, touches: ['learning', 'library', 'statistics', 'employees'],
  },
  // Not in the specification: the live summary next to the form.
  'learning.preview': {
    method: 'POST', path: '/learning/assigned-courses/preview', permission: allow,
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
    about: 'Changes the title and the dates; the start date only before it has passed.',
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
  'learning.people': {
    method: 'GET', path: '/learning/assigned-courses/:id/employees', permission: allow,
    about: 'Learners of an assigned course with their progress.',
    params: idParam,
    query: z.strictObject({
      ...paging, search, state: s.learnerState.optional(),
      sort_by: z.enum(['name', 'progress', 'deadline', 'completed_at']).default('name'),
      sort_order: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: s.learnerPage, errors: ['assignment.not_found'],
  },
  'learning.add-people': {
    method: 'POST', path: '/learning/assigned-courses/:id/employees', permission: allow,
    about: 'Adds people to an assigned course; people who already have the course are skipped. More than 2,000 people are handled by a long task.',
    params: idParam, body: s.addPeopleBody, response: people, licensed: true,
    errors: ['assignment.not_found', 'assignment.completed', 'assignment.no_learners', ...choice],
    audit: { action: 'assignment.people_added' }, touches: ['learning', 'statistics', 'employees'],
  },
  'learning.remove-people': {
    method: 'POST', path: '/learning/assigned-courses/:id/employees/delete', permission: allow,
    about: 'Removes people from an assigned course with all their work on it. More than 2,000 people are handled by a long task.',
    params: idParam, body: s.removePeopleBody, response: z.object({ removed: z.int(), ...longTask }),
    errors: ['assignment.not_found', ...choice],
    audit: { action: 'assignment.people_removed' }, touches: ['learning', 'statistics', 'employees'],
  },
  'learning.remind': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/reinvite', permission: allow,
    about: 'Sends a reminder to every learner who has not finished.',
    params: idParam, response: z.object({ reminded: z.int() }),
    errors: ['assignment.not_found', 'assignment.completed', 'assignment.not_started'],
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
});
