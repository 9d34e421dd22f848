import { z } from 'zod';
import { excludedPeople, listedPeople, peopleSelection } from '../employees/people-selection.schema.ts';
import { actionTypes } from '../automation/automation.rules.ts';
import { id, title } from '../paging.ts';
import { LIFE_DAYS_MAX, TAG_COLOR } from './tags.rules.ts';

export const tagTypes = ['newbie', 'not_registered', 'arbitrary', 'risk_group'] as const;

export const tag = z.object({
  id: z.uuid(),
  title: z.string(),
  type: z.enum(tagTypes),
  color: z.string(),
  is_active: z.boolean(),
  /** Built-in tags exist from the start and cannot be renamed or deleted. */
  is_system: z.boolean(),
  life_days: z.int(),
  min_risk_level: z.int(),
  max_risk_level: z.int(),
  /** Courses that the course action assigns, without SCORM packages. */
  course_ids: z.array(z.uuid()),
  cmi_course_ids: z.array(z.uuid()),
  /** Emails of the tag, including registration links; their texts are returned with the messages of the tag. */
  messages: z.array(z.object({ id: z.uuid() })),
  /** Number of actions that the tag runs for each person who joins. */
  actions_count: z.int(),
  /** What the actions do, by the day after joining on which they run. */
  steps: z.array(z.object({ type: z.enum(actionTypes), day: z.int() })).optional(),
  employees_count: z.int(),
  version: z.int(),
});
export type Tag = z.output<typeof tag>;

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/);
export const newTag = z.strictObject({ title, color: color.default(TAG_COLOR) });
export const tagChanges = z.strictObject({
  title: title.optional(),
  color: color.optional(),
  version: z.int().optional(),
});

/** Whether the actions of the tag run for the people who join now. */
const onboarding = { need_onboarding: z.boolean().default(true) };
/** The people may be sent as a selection instead of the lists of ids. */
const listedOrSelected = { ...listedPeople, selection: peopleSelection.optional() };
export const tagAssignment = z.strictObject({ tag_id: id, ...listedOrSelected, ...excludedPeople, ...onboarding });
/** People to be added to a tag by hand. */
export const tagJoiners = z.strictObject({ selection: peopleSelection, ...onboarding });
/** People who are not members are ignored. */
export const tagRemoval = z.strictObject(listedOrSelected);

export const tagMember = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  position: z.string(),
  is_registered: z.boolean(),
  department: z.object({ id: z.uuid(), title: z.string() }),
  joined_at: z.string(),
});
export type TagMember = z.output<typeof tagMember>;

const RISK_MAX = 10;
const level = z.int().min(0).max(RISK_MAX);
const inOrder = (bounds: { min_risk_level: number; max_risk_level: number }) =>
  bounds.min_risk_level <= bounds.max_risk_level;
const bounds = z.strictObject({ min_risk_level: level, max_risk_level: level });
export const tagRiskLevels = bounds.refine(inOrder, { path: ['max_risk_level'] });
export const riskBounds = bounds.extend({ version: z.int().optional() }).refine(inOrder, { path: ['max_risk_level'] });

const optional = (max: number) => z.coerce.number().int().min(0).max(max).optional();
/** Possible rules of a rule-based tag; absent fields keep their stored value. */
export const proposedRules = z.strictObject({
  life_days: optional(LIFE_DAYS_MAX),
  min_risk_level: optional(RISK_MAX),
  max_risk_level: optional(RISK_MAX),
});
export const membersAfter = z.object({
  members: z.int(),
  /** People who would join and leave with these rules. */
  joining: z.int(),
  leaving: z.int(),
});
export type MembersAfter = z.output<typeof membersAfter>;

/** Why a row of a spreadsheet of members is skipped. */
export const tagFileReasons = ['email_missing', 'email_invalid', 'email_twice_in_file', 'not_found'] as const;
export const tagFilePreview = z.object({
  lines: z.int(),
  found: z.int(),
  rejected: z.int(),
  /** The first people found; `found` and `rejected` are the full counts. */
  people: z.array(z.object({ id: z.uuid(), full_name: z.string(), email: z.string() })),
  rejections: z.array(z.object({ line: z.int(), email: z.string(), reason: z.enum(tagFileReasons) })),
});
export type TagFilePreview = z.output<typeof tagFilePreview>;
