import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { id, list } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import { ADOPT_MAX } from '../starter/starter.rules.ts';
import { difference, starterSlug, updateHow } from '../starter/starter.schema.ts';
import { courseCard } from './library.schema.ts';
import { starterCourse, starterCourseDetail } from './starter.schema.ts';

const allow = 'admin.learning.courses';
const params = z.strictObject({ slug: starterSlug });
const inLanguage = z.strictObject({ language: language.optional() });

/** Courses of the starter library. The organisation gets a copy, in one language, when it uses or changes one. */
export const starterCoursesEndpoints = defineEndpoints({
  'library.starter-courses': {
    method: 'GET', path: '/library/starter', permission: allow,
    about: 'Courses of the starter library in the language of the reader, with the copies of the organisation.',
    response: list(starterCourse),
  },
  'library.starter-course': {
    method: 'GET', path: '/library/starter/:slug', permission: allow,
    about: 'A course of the starter library with its slides, questions and right answers. Nothing is recorded.',
    params, query: inLanguage, response: starterCourseDetail, errors: ['course.not_found'],
  },
  'library.starter-picture': {
    method: 'GET', path: '/library/starter/:slug/pictures/:name', permission: allow,
    about: 'A picture of a course of the starter library.',
    params: params.extend({ name: z.string().max(100).regex(/^[a-z0-9-]+\.svg$/) }), response: 'file', errors: ['file.not_found'],
  },
  'library.starter-adopt': {
    method: 'POST', path: '/library/starter/adopt', permission: allow, costs: 'bulk',
    about: 'Copies courses of the starter library into the organisation and publishes them. An existing copy is returned, and restored if it was archived.',
    body: z.strictObject({ courses: z.array(z.strictObject({ slug: starterSlug, language: language.optional() })).min(1).max(ADOPT_MAX) }),
    response: list(courseCard.extend({ starter_slug: starterSlug })), errors: ['course.not_found'],
    transaction: { own: 'it asks for the drawings of a course, which take a second' },
    audit: { action: 'course.adopted' }, touches: ['library'],
  },
  'library.starter-differences': {
    method: 'GET', path: '/library/starter-differences/:id', permission: allow,
    about: 'What differs between a copy and the course of the starter library.',
    params: z.strictObject({ id }), response: list(difference), errors: ['course.not_found'],
  },
  'library.starter-update': {
    method: 'POST', path: '/library/starter-update/:id', permission: allow, costs: 'bulk',
    about: 'Replaces an unchanged copy by the newer version of the library and publishes it, or adds a second copy. Assignments keep their version.',
    params: z.strictObject({ id }), body: z.strictObject({ how: updateHow }), response: courseCard,
    errors: ['course.not_found', 'starter.changed'],
    transaction: { own: 'it asks for the drawings of a course, which take a second' },
    audit: { action: 'course.upgraded' }, touches: ['library'],
  },
});
