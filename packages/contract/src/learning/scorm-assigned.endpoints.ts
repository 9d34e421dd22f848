import { defineEndpoints } from '../endpoint.ts';
import { learningEndpoints as native } from './learning.endpoints.ts';

/**
 * The calls of assigned courses for SCORM courses. They differ from those of native courses in their address, and a course of
 * the other kind answers 404.
 */
export const scormAssignedEndpoints = defineEndpoints({
  'learning.scorm-assignments': {
    ...native['learning.assignments'], method: 'GET', path: '/scorm/assigned-courses/organization',
    about: 'Assigned SCORM courses of one status, and the counts of all statuses.',
    query: native['learning.assignments'].query.omit({ kind: true }),
  },
  'learning.scorm-assign': {
    ...native['learning.assign'], method: 'POST', path: '/scorm/assigned-courses',
    about: 'Assigns a SCORM course to people, departments with all their children, and tags. The published version is pinned.',
  },
  'learning.scorm-assignment': {
    ...native['learning.assignment'], method: 'GET', path: '/scorm/assigned-courses/:id', about: 'One assigned SCORM course.',
  },
  'learning.scorm-update': {
    ...native['learning.update'], method: 'PATCH', path: '/scorm/assigned-courses/:id',
    about: 'Changes the title, the dates and the reminders of an assigned SCORM course.',
  },
  'learning.scorm-delete': {
    ...native['learning.delete'], method: 'DELETE', path: '/scorm/assigned-courses/:id',
    about: 'Deletes an assigned SCORM course with all work of its learners.',
  },
  'learning.scorm-complete': {
    ...native['learning.complete'], method: 'POST', path: '/scorm/assigned-courses/:id/complete',
    about: 'Closes an assigned SCORM course.',
  },
  'learning.scorm-toggle': {
    ...native['learning.toggle'], method: 'POST', path: '/scorm/assigned-courses/:id/toggle',
    about: 'Pauses or resumes an assigned SCORM course.',
  },
  'learning.scorm-set-picture': {
    ...native['learning.set-picture'], method: 'PATCH', path: '/scorm/assigned-courses/:id/picture',
    about: 'Sets the picture of an assigned SCORM course.',
  },
  'learning.scorm-people': {
    ...native['learning.people'], method: 'GET', path: '/scorm/assigned-courses/:id/employees',
    about: 'Learners of an assigned SCORM course with their progress.',
  },
  'learning.scorm-add-people': {
    ...native['learning.add-people'], method: 'POST', path: '/scorm/assigned-courses/:id/employees/create',
    about: 'Adds people to an assigned SCORM course.',
  },
  'learning.scorm-remove-people': {
    ...native['learning.remove-people'], method: 'POST', path: '/scorm/assigned-courses/:id/employees/delete',
    about: 'Removes people from an assigned SCORM course with all their work on it.',
  },
  'learning.scorm-groups': {
    ...native['learning.groups'], method: 'GET', path: '/scorm/analytics/assigned_course/:id/groups',
    about: 'Number of learners of a SCORM course by state.',
  },
  'learning.scorm-progress': {
    ...native['learning.progress'], method: 'GET', path: '/scorm/analytics/assigned_course/:id/progress',
    about: 'Mean progress and expected progress of a SCORM course.',
  },
  'learning.scorm-progress-change': {
    ...native['learning.progress-change'], method: 'GET', path: '/scorm/analytics/assigned_course/:id/progress_change',
    about: 'Mean progress of a SCORM course at the end of each day since the start.',
  },
});
