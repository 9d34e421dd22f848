import { z } from 'zod';
import { courseCard, scorePolicy } from '../library/library.schema.ts';
import { LABEL_MAX, LABELS_MAX, MINUTES_MAX } from '../library/library.rules.ts';
import { flag, page, title } from '../paging.ts';
import { completionWays } from './scorm.limits.ts';
import { allowedHosts, completionRule, scormReport, scormStandard } from './scorm.schema.ts';

export const scormPackage = z.object({
  id: z.uuid(),
  title: z.string(),
  file_name: z.string(),
  created_at: z.string(),
  report: scormReport,
  /** Hosts outside of the content origin that the organisation lets the package load from. */
  allowed_hosts: allowedHosts,
});
export type ScormPackage = z.output<typeof scormPackage>;

/** A course that is one package, on a card. */
const scormCard = courseCard.extend({
  standard: scormStandard,
  edition: z.string(),
  /** What completes the course in new assignments. */
  completion_rule: completionRule,
  /** Whether a file of the package calls the run-time API: without calls it reports neither status nor score. */
  reports: z.boolean(),
});
export type ScormCard = z.output<typeof scormCard>;
export const scormCoursePage = page(scormCard);

export const scormCourse = scormCard.extend({
  score_policy: scorePolicy,
  /** The rule that the import proposed. */
  proposed_rule: completionRule,
  package: scormPackage,
  /** Assignments that keep an earlier version of the course. */
  assignments_behind: z.int(),
});
export type ScormCourse = z.output<typeof scormCourse>;

/** An import under way: the task that shows its progress. */
export const startedPackage = z.object({ task_id: z.uuid(), import_id: z.uuid() });

/** All fields may be text, because the call is form data. An empty title means the title of the package. */
export const newScormCourse = z.strictObject({ title: z.union([z.literal(''), title]).optional() });

/** Labels come as JSON (`tags__json`) or as repeated fields. */
const labels = z.union([
  z.array(z.string().trim().min(1).max(LABEL_MAX)).max(LABELS_MAX),
  z
    .string()
    .trim()
    .max(LABEL_MAX)
    .transform((one) => (one === '' ? [] : [one])),
]);

/** Only the fields that are present change. */
export const updateScormCourse = z.strictObject({
  version: z.coerce.number().int().min(1).optional(),
  title: title.optional(),
  description: z.string().trim().max(2000).optional(),
  /** 0: not known. */
  minutes: z.coerce.number().int().min(0).max(MINUTES_MAX).optional(),
  tags: labels.optional(),
  archived: z.union([z.boolean(), flag]).optional(),
  score_policy: scorePolicy.optional(),
  /** What completes the course in new assignments; `score` needs `completion_score`. */
  completion_by: z.enum(completionWays).optional(),
  completion_score: z.coerce.number().int().min(1).max(100).optional(),
  /** With a new package: open assignments move to it, and people who have not finished begin it from the start. */
  move_open: z.union([z.boolean(), flag]).optional(),
});

/** All hosts that the package of a course may load from, in every course that plays it. */
export const allowHosts = z.strictObject({ allowed_hosts: allowedHosts });

/** A course after a change; `task_id` is the import of the new package, if one was sent. */
export const updatedScormCourse = scormCourse.extend({ task_id: z.uuid().nullable() });

/** A signed link to the player on the content origin. It can be opened several times. */
export const scormPreview = z.object({ url: z.string() });
