import { z } from 'zod';
import { id, list, page, title } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import {
  ATTEMPTS_MAX,
  DRAW_MAX,
  LABEL_MAX,
  LABELS_MAX,
  MINUTES_MAX,
  COURSE_PARTS_MAX,
  PASS_MARK_DEFAULT,
  scorePolicies,
  slideLayouts,
  stepKinds,
  TIME_LIMIT_MAX,
} from './library.rules.ts';
import { cleanLine } from '../text.rules.ts';
import { slideDoc, summaryInput } from './slide-doc.schema.ts';

export const questionType = z.enum(['single', 'multiple', 'ordering', 'matching', 'short']);
export type QuestionType = z.output<typeof questionType>;
export const stepKind = z.enum(stepKinds);
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

/** Position in the module, counted from 0. */
const placed = { order_id: z.int() };
export const placedSlide = slide.extend(placed);
export const placedQuestion = question.extend(placed);
export type PlacedSlide = z.output<typeof placedSlide>;

export const quizSettings = z.object({
  pass_mark: z.int(),
  attempts_limit: z.int().nullable(),
  shuffle: z.boolean(),
  /** Number of questions that an attempt draws; null means all. */
  draw_count: z.int().nullable(),
  time_limit_minutes: z.int().nullable(),
});

export const libraryModule = z.object({
  id: z.uuid(),
  title: z.string(),
  version: z.int(),
  slides: z.array(placedSlide),
  questions: z.array(placedQuestion),
  /** What uses it; absent in answers of an earlier release, and of calls that change the module. */
  themes: z.array(z.object({ id: z.uuid(), title: z.string() })).optional(),
  courses: z.array(z.object({ id: z.uuid(), title: z.string(), archived: z.boolean() })).optional(),
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
export const scorePolicy = z.enum(scorePolicies);
export type ScorePolicy = z.output<typeof scorePolicy>;

/** A course on a card. */
export const courseCard = z.object({
  id: z.uuid(),
  kind: courseKind,
  title: z.string(),
  description: z.string(),
  language,
  /** 0: not known, of a SCORM course. */
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
export const courseDetail = courseCard.extend({
  sections: z.array(section),
  /** The page to print; absent in answers of an earlier release. */
  summary: slideDoc.nullable().optional(),
});
export type CourseDetail = z.output<typeof courseDetail>;
/** A course as it is read: an unchanged copy of the starter library also has its title in the language of the reader. */
export const readCourseDetail = courseDetail.extend({ shown_title: z.string() });

const themeSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  version: z.int(),
  steps: z.array(z.object({ id: z.uuid(), kind: stepKind, module_id: z.uuid().nullable(), module_title: z.string() })),
  courses: z.array(z.object({ id: z.uuid(), title: z.string(), archived: z.boolean() })),
});
export type ThemeSummary = z.output<typeof themeSummary>;
export const themeList = list(themeSummary);

const courseForm = {
  title,
  description: z.string().trim().max(2000).default(''),
  minutes: z.coerce.number().int().min(1).max(MINUTES_MAX).optional(),
  language: language.optional(),
  /** The page to print. A document without words removes it. */
  summary: summaryInput.optional(),
};
/** The number that an editor read; a write with an older number is rejected. */
const readVersion = z.coerce.number().int().min(1);
/** Optional in the calls of the specification: without it the last write wins. */
const version = readVersion.optional();

/** The fields may also be text, because the specification sends these calls as form data. */
export const createCourse = z.strictObject(courseForm);
export const updateCourse = createCourse
  .extend({ description: courseForm.description.unwrap() })
  .partial()
  .extend({ version });
export const versionBody = z.strictObject({ version });
export const readVersionBody = z.strictObject({ version: readVersion });

/** A label of a course, in one line. */
export const label = z
  .string()
  .regex(/^[^\0]*$/)
  .overwrite(cleanLine)
  .min(1)
  .max(LABEL_MAX);
/** Labels of a course: spaces are cleaned, and labels that differ only in case are one label. */
export const labels = z
  .array(label)
  .max(LABELS_MAX)
  .overwrite((all) => all.filter((one, i) => all.findIndex((two) => two.toLowerCase() === one.toLowerCase()) === i));
export const labelList = list(z.object({ title: z.string(), courses_count: z.int() }));

/** Whether a course was published, and changed since. */
export const courseState = z.enum(['draft', 'changed', 'published']);
export type PublicationState = z.output<typeof courseState>;

const place = z.object({ id: z.uuid(), title: z.string() });
/** Where a course is used that can therefore not be deleted. */
export const courseUses = z.object({
  assignments: z.array(place),
  campaigns: z.array(place),
  /** Tags of employees whose actions assign the course. */
  tags: z.array(place),
});
export type CourseUses = z.output<typeof courseUses>;
export const deletedCourses = z.object({
  deleted: z.array(z.uuid()),
  rejected: z.array(courseUses.extend({ id: z.uuid(), title: z.string() })),
});

/** Only the fields that are present change. */
export const changeCourse = z.strictObject({
  title: title.optional(),
  tags: labels.optional(),
  archived: z.boolean().optional(),
  version,
});

/** What changed since the course was published. */
export const courseChanges = z.object({
  published_at: z.string().nullable(),
  changes: z.array(
    z.object({ kind: z.enum(['course', 'theme', 'module']), id: z.uuid(), title: z.string(), changed_at: z.string() }),
  ),
});

/** What keeps a course from being published. `title`: of the theme, module or question. */
export const publishProblem = z.object({
  kind: z.enum(['no_steps', 'empty_theme', 'no_slides', 'no_questions', 'no_right_answer', 'no_transcript']),
  title: z.string(),
});
export type PublishProblem = z.output<typeof publishProblem>;

const position = z.int().min(0).max(COURSE_PARTS_MAX).optional();
export const addSection = z.strictObject({
  title,
  /** Index in the list of sections; the end by default. */
  position,
  /** Themes that the section begins with, in their order. */
  theme_ids: z.array(id).max(COURSE_PARTS_MAX).default([]),
  version,
});
export const renameSection = z.strictObject({ title, version });
export const orderSections = z.strictObject({ ids: z.array(id).min(1).max(COURSE_PARTS_MAX), version });
export const appendTheme = z.strictObject({ theme_id: id, position, version });
export const moveTheme = z.strictObject({
  theme_id: id,
  from_section_id: id,
  to_section_id: id,
  /** Index among the other themes of the section; the end by default. */
  position,
  version,
});
/** A section with its course, for the theme editor that was opened from it. */
export const sectionPlace = z.object({
  id: z.uuid(),
  title: z.string(),
  course: z.object({ id: z.uuid(), title: z.string() }),
});

export const themeDetail = z.object({
  id: z.uuid(),
  title: z.string(),
  version: z.int(),
  steps: z.array(step),
  courses: z.array(z.object({ id: z.uuid(), title: z.string(), archived: z.boolean() })),
});
export type ThemeDetail = z.output<typeof themeDetail>;

const stepId = z.uuid().optional();
const quizForm = {
  pass_mark: z.int().min(1).max(100).default(PASS_MARK_DEFAULT),
  attempts_limit: z.int().min(1).max(ATTEMPTS_MAX).nullable().default(null),
  shuffle: z.boolean().default(true),
  draw_count: z.int().min(1).max(DRAW_MAX).nullable().default(null),
  time_limit_minutes: z.int().min(1).max(TIME_LIMIT_MAX).nullable().default(null),
};
/** A step as an editor sends it. An existing step keeps its id; a new one has none. */
export const stepInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('theory'), id: stepId, module_id: id }),
  z.strictObject({ kind: z.literal('quiz'), id: stepId, module_id: id, ...quizForm }),
  z.strictObject({
    kind: z.literal('scorm'),
    id: stepId,
    scorm_package_id: id,
    score_policy: scorePolicy.default('highest'),
  }),
]);
export type StepInput = z.output<typeof stepInput>;
const themeForm = {
  title,
  /** All steps in their order. */
  steps: z.array(stepInput).max(COURSE_PARTS_MAX),
  /** Adds the theme to the end of this section, unless the section contains it. */
  section_id: id.optional(),
};
export const createTheme = z.strictObject(themeForm);
export const updateTheme = z.strictObject({ ...themeForm, version: readVersion });

export const scormPackageList = list(
  z.object({ id: z.uuid(), title: z.string(), standard: z.string(), edition: z.string(), created_at: z.string() }),
);
