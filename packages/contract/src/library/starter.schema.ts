import { z } from 'zod';
import { language } from '../session/session.schema.ts';
import { courseCategories } from '../starter/starter.rules.ts';
import { audience, starterCopy, starterSlug } from '../starter/starter.schema.ts';
import { question, slide, stepKind } from './library.schema.ts';

export const source = z.object({ title: z.string(), publisher: z.string(), year: z.int(), url: z.string() });

/** A course of the starter library, in the language of the reader. */
export const starterCourse = z.object({
  slug: starterSlug,
  title: z.string(),
  description: z.string(),
  category: z.enum(courseCategories),
  audiences: z.array(audience),
  minutes: z.int(),
  /** Shorter than the usual course, which has 8 to 12 slides. */
  short: z.boolean(),
  /** The month in which somebody last compared the course with its sources, as `2026-11`. */
  reviewed: z.string(),
  languages: z.array(language),
  sections_count: z.int(),
  slides_count: z.int(),
  questions_count: z.int(),
  /** Address of its cover below the portal’s origin. */
  image_path: z.string(),
  /** Came with the last upgrade. */
  is_new: z.boolean(),
  /** Copies of the organisation, one for a language. */
  copies: z.array(starterCopy),
});
export type StarterCourse = z.output<typeof starterCourse>;

/** A course of the starter library with everything that a learner sees, in one language. */
export const starterCourseDetail = starterCourse.extend({
  language,
  sources: z.array(source),
  steps: z.array(
    z.object({
      kind: stepKind.extract(['theory', 'quiz']),
      section: z.string(),
      theme: z.string(),
      title: z.string(),
      pass_mark: z.int(),
      slides: z.array(slide),
      questions: z.array(question),
    }),
  ),
});
export type StarterCourseDetail = z.output<typeof starterCourseDetail>;
