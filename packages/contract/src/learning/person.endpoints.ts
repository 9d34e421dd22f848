import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, paging, sorting } from '../paging.ts';
import * as s from './person.schema.ts';

const allow = 'admin.staff.employees';
const course = { id: z.uuid(), course_id: z.uuid() };

// Not in the specification, which names the pages of a person's courses but no calls.
export const personEndpoints = defineEndpoints({
  'learning.person-courses': {
    method: 'GET', path: '/users/employee/:id/assigned-courses', permission: allow,
    about: 'Courses of a person: active courses first, the nearest deadline at the top, unless sorted.',
    params: idParam, query: z.strictObject({ ...paging, ...sorting(s.personCourseSorts) }), response: s.personCoursePage, errors: ['employee.not_found'],
  },
  'learning.person-course': {
    method: 'GET', path: '/users/employee/:id/courses/:course_id', permission: allow,
    about: 'One course of a person: its steps with their states, and the quiz attempts.',
    params: z.strictObject(course), response: s.personCourseDetail, errors: ['employee.not_found', 'assignment.not_found'],
  },
  'learning.person-attempt': {
    method: 'GET', path: '/users/employee/:id/courses/:course_id/attempts/:attempt_id', permission: allow,
    about: 'One attempt: each question with the answer, its time, whether it is right, and the explanation.',
    params: z.strictObject({ ...course, attempt_id: z.uuid() }), response: s.personAttempt,
    errors: ['employee.not_found', 'assignment.not_found', 'attempt.not_found'],
  },
});
