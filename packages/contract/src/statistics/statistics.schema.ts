import { z } from 'zod';
import { funnel } from '../campaigns/campaigns.schema.ts';
import { id, page, paging, search } from '../paging.ts';
import { PERIOD_DAYS } from './risk.rules.ts';

export const riskColorName = z.enum(['green', 'yellow', 'red']);
const days = z.coerce.number().int().min(1).max(730).default(PERIOD_DAYS);
export const periodQuery = z.strictObject({ days_period: days });
export const levelQuery = z.strictObject({
  days_period: days,
  /** Also returns the explanation of the level; for an organisation this reads every email of the organisation. */
  explain: z.union([z.boolean(), z.stringbool()]).default(false),
});

/** A day of a series; null is a day without a level. */
export const point = z.object({ date: z.string(), value: z.number().nullable() });

/** A campaign or course with its points of the level. `other` combines parts that may not be named yet. */
export const riskPart = z.object({
  kind: z.enum(['phishing', 'learning', 'other']),
  id: z.uuid().nullable(),
  title: z.string(),
  points: z.number(),
  /** Share of the level in percent. */
  share: z.number(),
  /** Day of the email, or start of the course. */
  date: z.string().nullable(),
  /** Only for a person: result of the email 0 to 4, and whether it was reported. */
  result: z.int().nullable(),
  reported: z.boolean(),
  /** Only for a course: its progress in percent. */
  progress: z.number().nullable(),
});
export type RiskShare = z.output<typeof riskPart>;

export const level = z.object({
  value: z.number().nullable(),
  color: riskColorName,
  /** Compared with the start of the period; negative is better. */
  change: z.number().nullable(),
});
/** The day from which the points follow today's rules; null: all of them do. Levels are not compared across it. */
const ruleSince = z.string().nullable();
export const riskLevelAnswer = level.extend({
  rule_since: ruleSince,
  phishing_indicator: z.number().nullable(),
  learning_progress: z.number().nullable(),
  points: z.array(point),
  explanation: z.array(riskPart),
  computed_at: z.string().nullable(),
});

export const currentRiskLevel = level.extend({
  phishing_indicator: z.number().nullable(),
  learning_progress: z.number().nullable(),
  /** People of the organisation, and number of them with a level. */
  people: z.int(),
  people_with_level: z.int(),
  target: z.number(),
  explanation: z.array(riskPart),
});
export type CurrentRiskLevel = z.output<typeof currentRiskLevel>;
export const riskLevels = z.object({
  change: z.number().nullable(),
  target: z.number(),
  points: z.array(point),
  rule_since: ruleSince,
});

/** Emails by result: the count of this period and of the period before. */
const compared = z.object({ value: z.int(), previous: z.int() });
export const phishingGroups = z.object({
  sent: compared,
  /** The base of the shares: emails sent, and emails of unknown fate that were opened. */
  delivered: compared,
  opened: compared,
  clicked: compared,
  opened_attachment: compared,
  entered_data: compared,
  reported: compared,
});
export const phishingStatistic = z.object({
  from: z.string(),
  to: z.string(),
  campaigns: compared,
  groups: phishingGroups,
  /** Emails that ended in danger, in percent of the delivered ones. */
  incident_risk: z.object({ value: z.number(), previous: z.number() }),
  /** Median time from an email of the period to its report, in seconds; null if nobody reported. */
  report_median_seconds: z.object({ value: z.number().nullable(), previous: z.number().nullable() }),
});
export type PhishingStatistic = z.output<typeof phishingStatistic>;

export const progressNow = z.object({
  value: z.number().nullable(),
  change: z.number().nullable(),
  learners: z.int(),
  completed: z.int(),
  behind: z.int(),
});
export const progressSeries = z.object({
  rule_since: ruleSince,
  value: z.number().nullable(),
  change: z.number().nullable(),
  points: z.array(point),
});

export const riskGroup = z.object({
  name: z.enum(['low', 'middle', 'high', 'missing']),
  color: riskColorName,
  risk_level_from: z.int().nullable(),
  risk_level_to: z.int().nullable(),
  count: z.int(),
});
export const progressGroups = ['NOT_START', 'NOT_COMPLETED', 'COMPLETED', 'BEHIND', 'WITHOUT_COURSE'] as const;
export const progressGroupName = z.enum(progressGroups);
/** People by the state of their courses, as the staff filter counts them: a person can be in several groups. */
export const progressGroup = z.object({ name: progressGroupName, count: z.int() });
export const progressGroupPerson = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  department: z.string(),
  progress: z.number().nullable(),
});
export const progressGroupQuery = z.strictObject({ group: progressGroupName, ...paging });

export const coursesCounts = z.object({
  assigned: z.int(),
  planned: z.int(),
  active: z.int(),
  completed: z.int(),
  overdue: z.int(),
  library: z.int(),
});
export const lastCampaign = z.object({
  data: z
    .object({
      id: z.uuid(),
      name: z.string(),
      status: z.string(),
      start_date: z.string(),
      end_date: z.string(),
      /** Null if an anonymous organisation does not show the results, or not yet. */
      statistics: funnel.nullable().meta({ result: 'total' }),
    })
    .nullable(),
});

export const passedStat = z.object({
  courses_assigned: z.int(),
  courses_completed: z.int(),
  courses_behind: z.int(),
  quizzes_passed: z.int(),
  quizzes_failed: z.int(),
});

const personEvent = z.object({
  id: z.int(),
  kind: z.string(),
  at: z.string(),
  human: z.boolean(),
  verdict: z.string(),
  os: z.string().nullable(),
});
/** One email to a person with its result and all recorded events. */
export const personEmail = z.object({
  id: z.int(),
  campaign: z.object({ id: z.uuid(), name: z.string(), status: z.string() }),
  email: z.string(),
  subject: z.string(),
  sender_name: z.string(),
  sender_address: z.string(),
  sent_at: z.string().nullable(),
  state: z.string(),
  /** 0 untouched, 1 opened, 2 clicked, 3 opened the attachment, 4 entered data. */
  result: z.int(),
  reported: z.boolean(),
  points: z.int(),
  os: z.string().nullable(),
  tips: z.array(z.string()),
  events: z.array(personEvent),
});
export type PersonEmail = z.output<typeof personEmail>;
const counts = z.object({
  sent: z.int(),
  opened: z.int(),
  clicked: z.int(),
  opened_attachment: z.int(),
  entered_data: z.int(),
  reported: z.int(),
});
export const personPhishing = page(personEmail).extend({
  indicator: z.number().nullable(),
  color: riskColorName,
  groups: counts,
});
export type PersonPhishing = z.output<typeof personPhishing>;

export const personQuiz = z.object({
  id: z.uuid(),
  course: z.string(),
  number: z.int(),
  started_at: z.string(),
  completed_at: z.string().nullable(),
  score: z.int().nullable(),
  passed: z.boolean().nullable(),
});

export const departmentSorts = [
  'TITLE',
  'EMPLOYEES',
  'PROGRESS',
  'SENT',
  'CLICKED',
  'ENTERED_DATA',
  'RISK_LEVEL',
  'RISK_CHANGE',
] as const;
export const departmentsQuery = z.strictObject({
  organization_id: id.optional(),
  days_period: days,
  sort_by: z.enum(departmentSorts).default('RISK_LEVEL'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  ...paging,
});
const value = z.object({ value: z.number().nullable() });
const groups = z.object({
  sent: z.object({ value: z.int() }),
  delivered: z.object({ value: z.int() }),
  clicked: z.object({ value: z.int() }),
  entered_data: z.object({ value: z.int() }),
});
/** A department with all its children. */
export const departmentStatistic = z.object({
  id: z.uuid(),
  title: z.string(),
  parent_department_uuid: z.uuid().nullable(),
  employees_count: z.int(),
  progress_statistic: value,
  phishing_statistic: z.object({ groups }),
  risk_level_statistic: level,
});
export type DepartmentStatistic = z.output<typeof departmentStatistic>;

export const userSorts = ['NAME', 'PROGRESS', 'PHISHING', 'RISK_LEVEL'] as const;
export const usersQuery = z.strictObject({
  organization_id: id.optional(),
  search,
  sort_by: z.enum(userSorts).default('RISK_LEVEL'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  ...paging,
});
export const userStatistic = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  department: z.string(),
  progress_statistic: value,
  phishing_statistic: z.object({ value: z.number().nullable(), groups }),
  risk_level_statistic: z.object({ value: z.number().nullable(), color: riskColorName }),
  note: z.string(),
});
export type UserStatistic = z.output<typeof userStatistic>;
