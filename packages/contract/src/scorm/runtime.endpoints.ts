import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { myCourse, myCourseDetail } from '../learning/learner.schema.ts';
import { idParam, list } from '../paging.ts';
import * as s from './runtime.schema.ts';

const allow = 'user.learning';
const own = { none: 'a learner’s own work is kept in full with its times' } as const;
const closed = ['assignment.not_found', 'assignment.not_started', 'assignment.completed', 'step.not_found', 'step.locked'] as const;
/** A statement is the data model of one SCO; without `sco_id` that of the SCO which was opened last. */
const statementFields = { statement: s.cmiChanges, sco_id: z.string().min(1).max(255).optional() };

export const runtimeEndpoints = defineEndpoints({
  // Not in the specification: the player lives on the content origin and is opened by a link.
  'scorm.launch': {
    method: 'POST', path: '/learning/api/scorm/launch', permission: allow, tenant: 'home',
    about: 'Opens a package for the caller and returns a link that works once. Ends the player that is open elsewhere. `new_attempt` begins again after a finished attempt.',
    body: z.strictObject({ assigned_course_id: z.uuid(), step_id: z.uuid(), new_attempt: z.boolean().default(false) }),
    response: s.launched, errors: [...closed], audit: own, touches: [], secret: true,
  },
  'scorm.my-courses': {
    method: 'GET', path: '/learning/api/scorm/assigned-courses/my-courses', permission: allow, tenant: 'home',
    about: 'SCORM courses of the caller.', response: list(myCourse),
  },
  'scorm.my-course': {
    method: 'GET', path: '/learning/api/scorm/assigned-courses/my-courses/:id', permission: allow, tenant: 'home',
    about: 'One SCORM course of the caller; the id of any other course is not found.',
    params: idParam, response: myCourseDetail, errors: ['assignment.not_found'],
  },
  'scorm.save-step': {
    method: 'PATCH', path: '/learning/api/learning/assigned-courses/:id/steps/scorm/statement', permission: allow, tenant: 'home',
    about: 'Stores elements of the data model of the caller’s open attempt at a SCORM step.',
    params: idParam, body: z.strictObject({ step_id: z.uuid(), ...statementFields }), response: s.statement,
    errors: [...closed], audit: own, touches: ['learner'],
  },
  'scorm.statement': {
    method: 'GET', path: '/learning/api/scorm/statement/:course_id/:user_id', permission: allow,
    about: 'The newest attempt of a person at a SCORM course: the caller’s own, or with the right to see employees anybody’s.',
    params: z.strictObject({ course_id: z.uuid(), user_id: z.uuid() }), response: s.statement,
    errors: ['assignment.not_found', 'attempt.not_found'],
  },
  'scorm.save-statement': {
    method: 'POST', path: '/learning/api/scorm/statement', permission: allow,
    about: 'Stores elements of the data model of an open attempt: the caller’s own, or with the right to assigned courses anybody’s.',
    body: z.strictObject({ course_id: z.uuid(), user_id: z.uuid(), ...statementFields }), response: s.statement,
    errors: [...closed],
    audit: { own: 'scorm.statement_recorded' }, touches: ['learner'],
  },
  // Not in the specification: results for the pages of a person.
  'scorm.person-results': {
    method: 'GET', path: '/users/employee/:id/courses/:course_id/scorm', permission: 'admin.staff.employees',
    about: 'Attempts of a person at the SCORM packages of a course: score, time and answers.',
    params: z.strictObject({ id: z.uuid(), course_id: z.uuid() }), response: s.scormResults,
    errors: ['employee.not_found', 'assignment.not_found'],
  },
});
