import { z } from 'zod';
import { list, page, title } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import { MINUTES_MAX, slideLayouts } from './library.rules.ts';
import { slideDoc } from './slide-doc.schema.ts';

export const questionType = z.enum(['single', 'multiple', 'ordering', 'matching', 'short']);
export type QuestionType = z.output<typeof questionType>;
export const stepKind = z.enum(['theory', 'quiz', 'scorm']);
export const slideLayout = z.enum(slideLayouts);

/** An option, an item or a side of a pair, with an optional picture. */
const part = z.object({
  id: z.uuid(),
  text: z.string(),
  image_path: z.string().nullable().optional(),
  image_alt: z.string().optional(),
});
/** Options of a choice, items in the right order, matching pairs, or accepted answers. */
export const questionBody = z.union([
  /** `explanation` is shown after the attempt if the learner chose the option. */
  z.object({ options: z.array(part.extend({ correct: z.boolean(), explanation: z.string().optional() })).min(2) }),
  z.object({ items: z.array(part).min(2) }),
  z.object({ pairs: z.array(z.object({ left: part, right: part })).min(2) }),
  z.object({ accepted: z.array(z.string().min(1)).min(1) }),
]);

/** A question with its right answers: for authors of courses, never for learners. */
export const question = z.object({
  id: z.uuid(),
  type: questionType,
  text: z.string(),
  image_path: z.string().nullable(),
  image_alt: z.string(),
  /** Weight in the score of an attempt. */
  points: z.int(),
  body: questionBody,
  explanation: z.string(),
  version: z.int(),
});

export const slide = z.object({
  id: z.uuid(),
  layout: slideLayout,
  title: z.string(),
  doc: slideDoc,
  image_path: z.string().nullable(),
  image_alt: z.string(),
  audio_path: z.string().nullable(),
  /** What the audio says. */
  transcript: z.string(),
  version: z.int(),
});
export type Slide = z.output<typeof slide>;

export const quizSettings = z.object({
  pass_mark: z.int(),
  attempts_limit: z.int().nullable(),
  shuffle: z.boolean(),
  /** Number of questions that an attempt draws; null means all. */
  draw_count: z.int().nullable(),
  time_limit_minutes: z.int().nullable(),
});
export type QuizSettings = z.output<typeof quizSettings>;

export const libraryModule = z.object({
  id: z.uuid(),
  title: z.string(),
  version: z.int(),
  slides: z.array(slide),
  questions: z.array(question),
});
export type LibraryModule = z.output<typeof libraryModule>;

const moduleRow = z.object({
  id: z.uuid(),
  title: z.string(),
  slides_count: z.int(),
  questions_count: z.int(),
  themes: z.array(z.object({ id: z.uuid(), title: z.string() })),
  courses: z.array(z.object({ id: z.uuid(), title: z.string(), archived: z.boolean() })),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ModuleRow = z.output<typeof moduleRow>;
export const modulePage = page(moduleRow);

/** A native course consists of slides and quizzes, a SCORM course is one package. */
export const courseKind = z.enum(['native', 'scorm']);
export type CourseKind = z.output<typeof courseKind>;
/** Which attempt counts, if a learner plays a package more than once. */
export const scorePolicy = z.enum(['highest', 'last', 'first', 'average']);
export type ScorePolicy = z.output<typeof scorePolicy>;

/** A course on a card. */
export const courseCard = z.object({
  id: z.uuid(),
  kind: courseKind,
  title: z.string(),
  description: z.string(),
  language,
  minutes: z.int(),
  image_path: z.string().nullable(),
  /** Labels for searching; unrelated to the tags of employees. */
  tags: z.array(z.string()),
  archived: z.boolean(),
  sections_count: z.int(),
  steps_count: z.int(),
  /** Learners who have this course in an active assignment and have not finished it. */
  learners_count: z.int(),
  /** 0 if the course was never published. */
  published_version: z.int(),
  /** Whether the course, or a theme or module that it uses, changed after it was published. */
  has_changes: z.boolean(),
  version: z.int(),
  created_at: z.string(),
});
export type CourseCard = z.output<typeof courseCard>;
export const coursePage = page(courseCard);

const step = quizSettings.extend({
  id: z.uuid(),
  kind: stepKind,
  order_id: z.int(),
  /** null for a SCORM step. */
  module_id: z.uuid().nullable(),
  module_title: z.string(),
  /** Only for a SCORM step. */
  scorm_package_id: z.uuid().nullable(),
  score_policy: scorePolicy,
  slides_count: z.int(),
  questions_count: z.int(),
});
const theme = z.object({ id: z.uuid(), title: z.string(), order_id: z.int(), steps: z.array(step) });
const section = z.object({ id: z.uuid(), title: z.string(), order_id: z.int(), themes: z.array(theme) });
export const courseDetail = courseCard.extend({ sections: z.array(section) });
export type CourseDetail = z.output<typeof courseDetail>;

export const themeList = list(
  z.object({
    id: z.uuid(),
    title: z.string(),
    steps: z.array(
      z.object({ id: z.uuid(), kind: stepKind, module_id: z.uuid().nullable(), module_title: z.string() }),
    ),
    courses: z.array(z.object({ id: z.uuid(), title: z.string(), archived: z.boolean() })),
  }),
);

/** The fields may also be text, because the specification sends this call as form data. */
export const updateCourse = z.strictObject({
  title,
  description: z.string().trim().max(2000),
  minutes: z.coerce.number().int().min(1).max(MINUTES_MAX).optional(),
  version: z.coerce.number().int().min(1),
});
