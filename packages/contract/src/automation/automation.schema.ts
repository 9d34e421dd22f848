import { z } from 'zod';
import { RISK_MAX, RISK_MIN } from '../employees/employees.limits.ts';
import { PERIOD_DEFAULT, PERIOD_MAX } from '../learning/limits.rules.ts';
import { id, instant, page, paging, search, sorting } from '../paging.ts';
import { MESSAGE_TEXT_MAX, MESSAGE_THEME_MAX } from '../text.rules.ts';
import { LIFE_DAYS_MAX } from '../tags/tags.rules.ts';
import { tagRiskLevels, tag, tagJoiners } from '../tags/tags.schema.ts';
import { actionTypes, DEFER_MAX, LINK_DAYS_MAX, runReasons } from './automation.rules.ts';

const someChosen = z
  .array(id)
  .min(1)
  .max(200)
  .transform((ids) => [...new Set(ids)]);
const deferBy = z.int().min(0).max(DEFER_MAX);
/** An hour of the organisation's day: `9:00`. */
const hourOfDay = z.string().regex(/^([0-9]|1[0-9]|2[0-3]):00$/);
const theme = z
  .string()
  .trim()
  .min(1)
  .max(MESSAGE_THEME_MAX)
  .regex(/^[^\r\n\0]*$/);
const text = z.string().trim().min(1).max(MESSAGE_TEXT_MAX);
/** `all` also runs for current members, as if they joined now; `new` runs only for people who join later. */
const forMembers = z.enum(['all', 'new']);

export const actionType = z.enum(actionTypes);

/** What a tag does for each person who joins, once per joining. */
export const tagAction = z.object({
  id: z.uuid(),
  tag_id: z.uuid(),
  type: actionType,
  /** Subject of an email or a registration link. */
  theme: z.string(),
  text: z.string(),
  courses: z.array(z.object({ id: z.uuid(), title: z.string(), archived: z.boolean() })),
  /** Emails of templates; each person gets one of them. */
  phishing_templates: z.array(z.object({ id: z.uuid(), name: z.string(), template_name: z.string() })),
  /** Whole days after joining. */
  defer_by: z.int(),
  registration_link_days: z.int().nullable(),
  registration_link_time: z.string().nullable(),
  /** Days that a person has for a course. */
  period: z.int().nullable(),
  /** The latest campaign that a phishing action created. */
  phishing_templates_campaign_id: z.uuid().nullable(),
  for_members: forMembers,
  created_at: z.string(),
  version: z.int(),
});
export type TagAction = z.output<typeof tagAction>;

export const courseAction = z.strictObject({
  tag_id: id,
  course_ids: someChosen,
  defer_by: deferBy.default(0),
  period: z.int().min(1).max(PERIOD_MAX).default(PERIOD_DEFAULT),
  for_members: forMembers.default('all'),
});
export const scormAction = z.strictObject({
  tag_id: id,
  cmi_course_ids: someChosen,
  defer_by: deferBy.default(0),
  period: z.int().min(1).max(PERIOD_MAX).default(PERIOD_DEFAULT),
  for_members: forMembers.default('all'),
});
export const courseIds = z.strictObject({
  course_ids: someChosen,
  defer_by: deferBy.optional(),
  period: z.int().min(1).max(PERIOD_MAX).optional(),
  version: z.int().optional(),
});
export const scormIds = z.strictObject({ cmi_course_ids: someChosen, version: z.int().optional() });

export const newMessage = z.strictObject({
  tag_id: id,
  /** `registration_link` is only for people who are not registered; the email contains the link. */
  type: z.enum(['letter', 'registration_link']).default('letter'),
  theme,
  text,
  defer_by: deferBy.default(0),
  registration_link_days: z.int().min(1).max(LINK_DAYS_MAX).optional(),
  registration_link_time: hourOfDay.optional(),
  for_members: forMembers.default('all'),
});
export const messageChanges = z.strictObject({
  theme: theme.optional(),
  text: text.optional(),
  defer_by: deferBy.optional(),
  registration_link_days: z.int().min(1).max(LINK_DAYS_MAX).optional(),
  registration_link_time: hourOfDay.optional(),
  version: z.int().optional(),
});

export const phishingAction = z.strictObject({
  templates_ids: someChosen,
  defer_by: deferBy.default(0),
  for_members: forMembers.default('all'),
});
export const phishingTemplates = z.strictObject({ templates_ids: someChosen, version: z.int().optional() });
export const phishingDefer = z.strictObject({ defer_by: deferBy, version: z.int().optional() });

/** The stored action, in the version that was edited; without an id the action is added. */
const savedAs = { id: id.nullable().default(null), version: z.int().optional() };
const savedMessage = { ...newMessage.omit({ tag_id: true, type: true }).shape, ...savedAs };
const savedAction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('course'), ...savedAs, ...courseAction.omit({ tag_id: true }).shape }),
  z.strictObject({ type: z.literal('phishing'), ...savedAs, ...phishingAction.shape }),
  z.strictObject({ type: z.literal('letter'), ...savedMessage }),
  z.strictObject({ type: z.literal('registration_link'), ...savedMessage }),
]);
export type SavedAction = z.output<typeof savedAction>;
/** What the page of a tag saves in one call: its rules, removed actions, and added or changed actions. */
export const savedTag = z.strictObject({
  /** Version of the tag whose rules were edited. */
  version: z.int().optional(),
  life_days: z.int().min(0).max(LIFE_DAYS_MAX).optional(),
  risk_bounds: tagRiskLevels.optional(),
  removed: z
    .array(z.strictObject({ id, version: z.int().optional() }))
    .max(500)
    .default([]),
  actions: z.array(savedAction).max(500).default([]),
});
/** The tag and all its actions after saving. */
export const tagSaved = z.object({ tag, actions: z.array(tagAction) });

/** Whether this tag can send simulations, and the reason if it cannot. */
export const tagAutophishing = z.object({
  /** The switch of the organisation. */
  active: z.boolean(),
  /** Whether the tag offers phishing actions. */
  allowed: z.boolean(),
  tag_is_active: z.boolean(),
  sending_paused: z.boolean(),
  campaigns: z.array(z.object({ id: z.uuid(), name: z.string(), users_count: z.int(), start_date: z.string() })),
});

/** done: it ran. waiting: postponed. skipped: it will not run for this joining. failed: error. All but `done` have a reason. */
export const runStates = ['done', 'waiting', 'skipped', 'failed'] as const;
export const runReason = z.enum(runReasons);

export const actionRun = z.object({
  id: z.int(),
  action: z.object({ id: z.uuid().nullable(), type: actionType, title: z.string() }),
  person: z.object({ id: z.uuid(), full_name: z.string(), email: z.string(), deleted: z.boolean() }),
  state: z.enum(runStates),
  reason: runReason.nullable(),
  joined_at: z.string(),
  due_at: z.string(),
  done_at: z.string().nullable(),
  /** What the action created, for a link. */
  assignment_id: z.uuid().nullable(),
  campaign_id: z.uuid().nullable(),
});
export type ActionRun = z.output<typeof actionRun>;
/** A run in the list of one person. The id of a deleted tag or action is null. */
export const personRun = actionRun
  .omit({ person: true, joined_at: true })
  .extend({ tag: z.object({ id: z.uuid().nullable(), title: z.string() }) });
export type PersonRun = z.output<typeof personRun>;
export const runSorts = ['name', 'action', 'state', 'at'] as const;
export const runsQuery = z.strictObject({
  search,
  state: z.enum(runStates).optional(),
  action_id: id.optional(),
  from: instant.optional(),
  ...paging,
  ...sorting(runSorts),
});
export const runsPage = page(actionRun).extend({ counts: z.record(z.enum(runStates), z.int()) });

/** A dry run: what would happen if nothing changed. It sends and stores nothing. */
export const forecast = z.object({
  days: z.int(),
  total: z.int(),
  /** One line for each day, action and outcome. */
  data: z.array(
    z.object({
      day: z.string(),
      tag: z.object({ id: z.uuid(), title: z.string(), color: z.string() }),
      action: z.object({ id: z.uuid(), type: actionType, title: z.string() }),
      people: z.int(),
      /** null: the action runs on this day, perhaps after a wait. Otherwise the reason why it does not run within these days. */
      reason: runReason.nullable(),
      /** Names of some of these people. */
      examples: z.array(z.object({ id: z.uuid(), full_name: z.string() })),
    }),
  ),
});
export type Forecast = z.output<typeof forecast>;

/**
 * A change to a tag that has not been saved: other rules, its switch, or people added by hand. The dry run reports the effects on
 * the people concerned: people who join, people whose delays no longer fit, and all members for the switch.
 */
export const proposedChange = z.strictObject({
  life_days: z.int().min(0).max(LIFE_DAYS_MAX).optional(),
  min_risk_level: z.int().min(RISK_MIN).max(RISK_MAX).optional(),
  max_risk_level: z.int().min(RISK_MIN).max(RISK_MAX).optional(),
  is_active: z.boolean().optional(),
  people: tagJoiners.optional(),
});
export const changeForecast = forecast.extend({
  /** Number of people who would join. */
  joining: z.int(),
});
export type ChangeForecast = z.output<typeof changeForecast>;
