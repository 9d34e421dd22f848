import { z } from 'zod';
import { day, id, page, paging } from '../paging.ts';
import { EFFECT_DAYS, effectVerdicts, RECENT_EMAILS, recentChoices } from './insights.rules.ts';
import { PERIOD_DAYS } from './risk.rules.ts';

/** A number of the statistics whose people can be listed. */
export const behindNumbers = [
  'everyone',
  // Steps of an email in the period.
  'sent',
  'opened',
  'clicked',
  'opened_attachment',
  'entered_data',
  'reported',
  // Groups by risk level.
  'low',
  'middle',
  'high',
  'missing',
  // Numbers of the analysis.
  'repeat',
  'department_month',
  'newcomers',
  'course_caught',
] as const;
export type BehindNumber = (typeof behindNumbers)[number];
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const last = z.coerce.number().int().min(2).max(RECENT_EMAILS).default(recentChoices[1]);

const behindFields = {
  of: z.enum(behindNumbers),
  /** For steps of emails: the last days of the period. */
  days_period: z.coerce.number().int().min(1).max(730).default(PERIOD_DAYS),
  /** For `repeat`: of how many last emails. */
  last,
  /** For `repeat`: by how many of them the person was caught; `at_least` by that many or more. */
  times: z.coerce.number().int().min(2).max(RECENT_EMAILS).default(2),
  at_least: z.union([z.boolean(), z.stringbool()]).default(true),
  /** Only people of this department and its descendants; required for `department_month`. */
  department_id: id.optional(),
  /** For `department_month`: the month of the emails. */
  month: month.optional(),
  /** For `newcomers`: the part of the first 90 days, 0 to 2. */
  part: z.coerce.number().int().min(0).max(2).default(0),
  /** For `course_caught`: people caught by the first email after they finished this course. */
  course_id: id.optional(),
};
const isComplete = (input: { of: string; department_id?: unknown; month?: unknown; course_id?: unknown }): boolean =>
  (input.of !== 'department_month' || (input.department_id !== undefined && input.month !== undefined)) &&
  (input.of !== 'course_caught' || input.course_id !== undefined);
const incomplete = { path: ['of'], error: 'This number needs department_id and month, or course_id.' };
export const peopleBehindQuery = z.strictObject({ ...behindFields, ...paging }).refine(isComplete, incomplete);
export const peopleIdsQuery = z.strictObject(behindFields).refine(isComplete, incomplete);
export type PeopleBehind = z.output<typeof peopleIdsQuery>;

export const personBehind = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  department: z.string(),
  risk_level: z.number().nullable(),
  progress: z.number().nullable(),
  /** Only for `repeat`: emails that caught the person, of the last ones that the person got. */
  caught: z.int().nullable(),
  emails: z.int().nullable(),
});
export type PersonBehind = z.output<typeof personBehind>;
export const peopleBehind = page(personBehind);
/** At most 10,000 ids, the maximum of a selection; `total_count` is the complete number. */
export const foundPeopleIds = z.object({ data: z.array(z.uuid()), total_count: z.int() });

export const repeatQuery = z.strictObject({ last });
export const repeatClickers = z.object({
  last: z.int(),
  /** People who got at least two emails. */
  people: z.int(),
  /** People caught by two or more of their last emails. */
  repeated: z.int(),
  /** People by the exact number of emails that caught them, from two. */
  groups: z.array(z.object({ times: z.int(), count: z.int() })),
});

const caught = { mailed: z.int(), caught: z.int() };
export const newcomers = z.object({
  /** People added in the last year, without those added in the first days of the organisation. */
  people: z.int(),
  /** Newcomers who got an email in this part of their first 90 days, and those of them it caught. */
  parts: z.array(z.object({ from_day: z.int(), to_day: z.int(), ...caught })),
  first_days: z.object(caught),
  /** Other people, counted once for each month of the last twelve in which they got an email or were caught. */
  others: z.object(caught),
  /** Newcomers who finished a course, and newcomers without any course. */
  finished_course: z.int(),
  without_course: z.int(),
});
export type Newcomers = z.output<typeof newcomers>;

export const heatMapQuery = z.strictObject(paging);
export const heatMapRow = z.object({
  id: z.uuid(),
  title: z.string(),
  parent_department_uuid: z.uuid().nullable(),
  people: z.int(),
  risk_level: z.number().nullable(),
  /** One cell a month: present people who got an email, those whom it caught, and the level at the end of the month. */
  cells: z.array(z.object({ ...caught, risk_level: z.number().nullable() })),
});
export type HeatMapRow = z.output<typeof heatMapRow>;
export const heatMap = page(heatMapRow).extend({ months: z.array(month) });

export const courseEffect = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Present people who finished the course. */
  finished: z.int(),
  /** People with an email in the days before and in the days after they finished. */
  people: z.int(),
  caught_before: z.int(),
  caught_after: z.int(),
  only_before: z.int(),
  only_after: z.int(),
  verdict: z.enum(effectVerdicts),
});
export type CourseEffect = z.output<typeof courseEffect>;
export const courseEffects = page(courseEffect).extend({
  days: z.literal(EFFECT_DAYS),
  people_min: z.int(),
  /** Day of the computation; null before the first one. */
  computed_on: day.nullable(),
});

export const riskMethodQuery = z.strictObject({ employee_id: id.optional() });
const exampleEmail = z.object({
  title: z.string().nullable(),
  date: z.string(),
  result: z.int(),
  reported: z.boolean(),
  age_days: z.number(),
  points: z.number(),
  weight: z.number(),
});
/** A chosen person. Without a choice, a typical person without id, name and names of campaigns. */
export const riskExample = z.object({
  id: z.uuid().nullable(),
  full_name: z.string().nullable(),
  phishing_indicator: z.number().nullable(),
  learning_progress: z.number().nullable(),
  risk_level: z.number().nullable(),
  emails: z.array(exampleEmail),
  courses: z.array(z.object({ title: z.string(), date: z.string(), progress: z.number() })),
});
export type RiskExample = z.output<typeof riskExample>;
/** People whose level has the same parts, with their means. */
const kindOfPeople = z.object({
  people: z.int(),
  phishing_indicator: z.number().nullable(),
  learning_progress: z.number().nullable(),
  risk_level: z.number().nullable(),
});
export const riskMethod = z.object({
  risk_level: z.number().nullable(),
  people: z.int(),
  people_with_level: z.int(),
  both: kindOfPeople,
  phishing_only: kindOfPeople,
  learning_only: kindOfPeople,
  none: z.int(),
  example: riskExample.nullable(),
});
export type RiskMethod = z.output<typeof riskMethod>;
