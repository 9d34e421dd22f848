import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { flag, idParam, list } from '../paging.ts';
import * as s from './learner.schema.ts';

const allow = 'user.learning';
const own = { none: 'a learner’s own work is kept in full with its times' } as const;
/** Every write of a learner concerns one assigned course. */
const stepBody = z.strictObject({ step_id: z.uuid() });
const attemptBody = z.strictObject({ attempt_id: z.uuid() });
const closed = ['assignment.not_found', 'assignment.not_started', 'assignment.completed'] as const;

export const learnerEndpoints = defineEndpoints({
  'learner.courses': {
    method: 'GET', path: '/learning/api/learning/assigned-courses/my-courses', permission: allow, tenant: 'home',
    about: 'Courses of the caller, the next one to do first.',
    response: list(s.myCourse),
  },
  // {courseId} of the specification is the id of the assigned course.
  'learner.course': {
    method: 'GET', path: '/learning/api/learning/assigned-courses/my-courses/:id', permission: allow, tenant: 'home',
    about: 'One course of the caller: sections, themes and steps with their states, and the step to continue with.',
    params: idParam, response: s.myCourseDetail, errors: ['assignment.not_found'],
  },
  'learner.launch-theme': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/theme/launch', permission: allow, tenant: 'home',
    about: 'Opens a theme and returns the step to begin with.',
    params: idParam, body: z.strictObject({ theme_id: z.uuid() }), response: z.object({ step_id: z.uuid(), module_id: z.uuid().nullable() }),
    errors: [...closed, 'theme.not_found', 'step.locked'], audit: own, touches: ['learner'],
  },
  'learner.start-step': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/steps/init', permission: allow, tenant: 'home',
    about: 'Opens a step and returns the position to continue at.',
    params: idParam, body: stepBody, response: s.startedStep,
    errors: ['assignment.not_found', 'assignment.not_started', 'step.not_found', 'step.locked'], audit: own, touches: [],
  },
  // Not in the specification.
  'learner.save-position': {
    method: 'PATCH', path: '/learning/api/learning/assigned-courses/:id/steps/position', permission: allow, tenant: 'home',
    about: 'Stores the current slide, or the current question of an open attempt. A position with an older sequence number is ignored. Returns the stored position.',
    params: idParam,
    body: z.strictObject({ step_id: z.uuid(), slide: z.int().min(0).max(10_000), sequence: z.int().min(1).max(2_000_000_000) }),
    response: s.savedPosition, errors: [...closed, 'step.not_found', 'step.locked'], audit: own, touches: [],
  },
  'learner.complete-theory': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/steps/theory/complete', permission: allow, tenant: 'home',
    about: 'Marks the slides of a step as read, after the last one was opened. Safe to repeat.',
    params: idParam, body: stepBody, response: s.courseProgress,
    errors: [...closed, 'step.not_found', 'step.locked', 'step.unread'], audit: own, touches: ['learner'],
  },
  'learner.create-attempt': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/steps/quiz/attempt/create', permission: allow, tenant: 'home',
    about: 'Starts an attempt, or returns the open attempt with its answers.',
    params: idParam, body: stepBody, response: s.openAttempt,
    errors: [...closed, 'step.not_found', 'step.locked', 'attempt.limit'], audit: own, touches: ['learner'],
  },
  'learner.answer': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/steps/quiz/answer', permission: allow, tenant: 'home',
    about: 'Stores an answer. The response never reveals whether it is right. A repeated or older answer is ignored.',
    params: idParam,
    body: z.strictObject({ attempt_id: z.uuid(), question_id: z.uuid(), answer: s.answerInput, sequence: z.int().min(1).max(2_000_000_000) }),
    response: s.savedAnswer, errors: [...closed, 'attempt.not_found', 'attempt.finished', 'answer.invalid'], audit: own, touches: [],
  },
  'learner.complete-attempt': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/steps/quiz/attempt/complete', permission: allow, tenant: 'home',
    about: 'Ends an attempt and returns the result with explanations. Safe to repeat.',
    params: idParam, body: attemptBody, response: s.attemptResult,
    errors: ['assignment.not_found', 'attempt.not_found', 'assignment.completed'], audit: own, touches: ['learner'],
  },
  // Not in the specification: the result page after a reload.
  'learner.result': {
    method: 'GET', path: '/learning/api/learning/assigned-courses/:id/steps/quiz/result', permission: allow, tenant: 'home',
    about: 'The result of the last finished attempt of a step.',
    params: idParam, query: stepBody, response: s.attemptResult,
    errors: ['assignment.not_found', 'step.not_found', 'attempt.not_found'],
  },
  'learner.module': {
    method: 'GET', path: '/learning/api/learning/assigned-modules/:id', permission: allow, tenant: 'home',
    about: 'Slides and questions of a module as assigned to the caller, without the right answers.',
    params: idParam,
    query: z.strictObject({ with_slides: flag.default(false), with_questions: flag.default(false), assigned_course_id: z.uuid().optional() }),
    response: s.learnedModule, errors: ['module.not_found', 'assignment.not_found'],
  },
  'learner.module-quiz': {
    method: 'POST', path: '/learning/api/learning/assigned-modules/:id/quiz', permission: allow, tenant: 'home',
    about: 'Starts or continues the quiz of a module that is assigned to the caller, in the newest course that contains it or in the given one.',
    params: idParam, body: z.strictObject({ assigned_course_id: z.uuid().optional() }), response: s.moduleAttempt,
    errors: ['module.not_found', ...closed, 'step.not_found', 'step.locked', 'attempt.limit'], audit: own, touches: ['learner'],
  },
  'learner.complete-course': {
    method: 'POST', path: '/learning/api/learning/assigned-courses/:id/complete', permission: allow, tenant: 'home',
    about: 'Confirms that all steps are done. Safe to repeat.',
    params: idParam, response: s.courseProgress, errors: ['assignment.not_found', 'assignment.unfinished'],
    audit: own, touches: ['learner'],
  },
});
