import { z } from 'zod';
import { attachmentReports } from '../phishing/phishing.rules.ts';
import { peopleSelection } from '../employees/people-selection.schema.ts';
import { PERIOD_DEFAULT, PERIOD_MAX } from '../learning/limits.rules.ts';
import { reminderRules } from '../learning/learning.schema.ts';
import { id, instant, title } from '../paging.ts';
import { MESSAGE_TEXT_MAX, MESSAGE_THEME_MAX, TITLE_MAX } from '../text.rules.ts';
import { attackVector } from '../phishing/phishing.schema.ts';
import {
  APPROVAL_NOTE_MAX,
  approvalStates,
  approverBarReasons,
  campaignStatuses,
  eventKinds,
  EMAILS_MAX,
  FOLLOW_UP_DAYS_MAX,
  emailStates,
  reached,
  recipientStatuses,
} from './campaigns.rules.ts';

export const campaignStatus = z.enum(campaignStatuses);
export const recipientStatusName = z.enum(recipientStatuses);
export const reach = z.enum(reached);

export const targets = z.strictObject({
  target_users: z.array(id).max(20_000).default([]),
  target_departments: z.array(id).max(5_000).default([]),
  exclude_users: z.array(id).max(20_000).default([]),
});

/** Fields that a campaign and its follow-up campaign share. The names are those of the specification's form. */
const plan = {
  templates: z
    .array(id)
    .max(EMAILS_MAX)
    .transform((ids) => [...new Set(ids)]),
  enableRedirect: z.boolean().default(false),
  redirect_page: id.nullable().default(null),
  isTesting: z.boolean().default(false),
  hasAutoCourse: z.boolean().default(false),
  course: id.nullable().default(null),
  targetsAutoCourse: reach.default('opened'),
  period: z.int().min(1).max(PERIOD_MAX).default(PERIOD_DEFAULT),
  /** Reminders of the automatic course; null: the default rules of the organisation. */
  reminders: reminderRules.nullable().default(null),
  hasMessage: z.boolean().default(false),
  theme: z
    .string()
    .trim()
    .max(MESSAGE_THEME_MAX)
    .regex(/^[^\r\n\0]*$/)
    .default(''),
  text: z.string().trim().max(MESSAGE_TEXT_MAX).default(''),
  targetsMessage: reach.default('opened'),
  /** `auto`: the date returned by `autoFinishDate`. */
  dateType: z.enum(['auto', 'custom']).default('auto'),
  dateEnd: instant.nullable().default(null),
  /** `to_end`: spread evenly over working hours until email_send_end_date. */
  emailSendType: z.enum(['at_once', 'to_end']).default('to_end'),
  email_send_end_date: instant.nullable().default(null),
};
/** Recipients of an earlier campaign who are still employed: all of them, or those who reached a mark. */
export const samePeople = z.strictObject({ campaign_id: id, reach: reach.nullable().default(null) });
const shared = {
  targets: targets.default({ target_users: [], target_departments: [], exclude_users: [] }),
  excludedTags: z.array(id).max(500).default([]),
  isDelay: z.boolean().default(false),
  dateDelay: instant.nullable().default(null),
};
const whom = {
  /**
   * `all`: everyone in the organisation; `selection`: the selection of the staff list; `campaign`: recipients of an earlier
   * campaign.
   */
  targetType: z.enum(['all', 'custom', 'selection', 'campaign']).default('custom'),
  same_people: samePeople.nullable().default(null),
  selection: peopleSelection.nullable().default(null),
  ...shared,
};
/** A follow-up campaign: it starts after another campaign ends, for the people who reached a mark there. */
export const postCampaign = z.strictObject({
  name: title,
  ...plan,
  /** `targets` narrow the people who reached the mark; empty targets keep all of them. */
  ...shared,
  /** Days between the end of the previous campaign and the start; applies with `isDelay` and without `dateDelay`. */
  delay_days: z.int().min(0).max(FOLLOW_UP_DAYS_MAX).default(0),
  post_campaign_targets: reach.default('opened'),
});
export type PostCampaign = z.output<typeof postCampaign>;

export const newCampaign = z.strictObject({
  name: title,
  ...plan,
  ...whom,
  post_campaign: postCampaign.nullable().default(null),
});
export type NewCampaign = z.output<typeof newCampaign>;
const {
  targetType: _type,
  selection: _selection,
  same_people: _people,
  targets: _targets,
  ...filteredForm
} = newCampaign.shape;
/** A campaign for people of the staff list. */
export const filteredCampaign = z.strictObject(filteredForm);
/** The form while it is filled in: every field may still be missing. */
export const campaignDraft = z.strictObject({
  ...newCampaign.shape,
  name: z.string().trim().max(TITLE_MAX).default(''),
  templates: plan.templates.default([]),
});
export type CampaignDraft = z.output<typeof campaignDraft>;

/** Fields that can change while a campaign waits for its start. */
export const campaignChanges = z.strictObject({
  name: title.optional(),
  isDelay: z.boolean().optional(),
  dateDelay: instant.nullable().optional(),
  dateType: z.enum(['auto', 'custom']).optional(),
  dateEnd: instant.nullable().optional(),
  emailSendType: z.enum(['at_once', 'to_end']).optional(),
  email_send_end_date: instant.nullable().optional(),
  enableRedirect: z.boolean().optional(),
  redirect_page: id.nullable().optional(),
  hasAutoCourse: z.boolean().optional(),
  course: id.nullable().optional(),
  targetsAutoCourse: reach.optional(),
  period: z.int().min(1).max(PERIOD_MAX).optional(),
  reminders: reminderRules.nullable().optional(),
  hasMessage: z.boolean().optional(),
  theme: plan.theme.unwrap().optional(),
  text: plan.text.unwrap().optional(),
  targetsMessage: reach.optional(),
  version: z.int(),
});

/** Number of people by result. Each count includes the next: a person who entered data also clicked and opened. */
export const funnel = z.object({
  recipients: z.int(),
  sent: z.int(),
  opened: z.int(),
  clicked: z.int(),
  opened_attachment: z.int(),
  entered_data: z.int(),
  reported: z.int(),
  incident_risk: z.number(),
});
export type Funnel = z.output<typeof funnel>;
/** Emails by state; their sum is the number of recipients. */
export const sending = z.object(
  Object.fromEntries(emailStates.map((state) => [state, z.int()])) as Record<(typeof emailStates)[number], z.ZodInt>,
);

export const campaignRow = z.object({
  id: z.uuid(),
  name: z.string(),
  logo: z.string().nullable(),
  status: campaignStatus,
  /** State of the approval of a large campaign by a second administrator; null if none is needed. */
  approval: z.enum(approvalStates).nullable(),
  start_date: z.string(),
  /** The planned end, or the earlier time at which the campaign was stopped (`endOf`). */
  end_date: z.string(),
  users_count: z.int(),
  is_testing: z.boolean(),
  is_autophish: z.boolean(),
  attack_vectors: z.array(z.object({ type: attackVector })),
  /** The first email, and its attachments. */
  email: z.object({ name: z.string(), attachments: z.array(z.object({ name: z.string() })) }).nullable(),
  emails_count: z.int(),
  /** Null if an anonymous organisation does not show the results, or not yet. */
  statistics: funnel.nullable().meta({ result: 'total' }),
  task_id: z.uuid().nullable(),
  failure: z.string().nullable(),
  /** Since when an administrator has paused an active campaign; null if it is not paused. */
  paused_at: z.string().nullable(),
  /** Whether a follow-up is planned, which begins when the campaign ends. */
  has_follow_up: z.boolean(),
  version: z.int(),
});
export type CampaignRow = z.output<typeof campaignRow>;

const person = z.object({ id: z.uuid(), full_name: z.string() });
/** The request for approval and its outcome. Names are empty if the personal data was erased. */
export const approvalRequest = z.object({
  asked_by: person.nullable(),
  asked_at: z.string(),
  recipients: z.int(),
  /** The limit that the campaign exceeds. */
  above: z.int(),
  decided_by: person.nullable(),
  decided_at: z.string().nullable(),
  /** Reason of a rejection. */
  note: z.string(),
  /** Administrators of the organisation who may not decide, with the reason. */
  barred: z.array(z.object({ id: z.uuid(), reason: z.enum(approverBarReasons) })),
  /** Some of the people who may decide; `approvers_count` is their number. */
  approvers: z.array(person),
  approvers_count: z.int(),
});
export type ApprovalRequest = z.output<typeof approvalRequest>;
export const approvalNote = z
  .string()
  .trim()
  .min(1)
  .max(APPROVAL_NOTE_MAX)
  .regex(/^[^\0]*$/);

export const campaign = campaignRow.extend({
  approval_request: approvalRequest.nullable(),
  sending,
  /**
   * Emails of an active campaign that can be sent again: those that certainly nobody got, and those that perhaps arrived. Without
   * people who have reacted, were removed or have another address now. Absent in answers of an earlier release.
   */
  resendable: z.object({ failed: z.int(), unknown: z.int() }).optional(),
  /** When the next email in `retry` is tried again; null if there is none. */
  next_retry_at: z.string().nullable(),
  spread: z.boolean(),
  send_until: z.string().nullable(),
  created_at: z.string(),
  created_by: z.object({ id: z.uuid(), full_name: z.string() }).nullable(),
  launched_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  tag: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  redirect_page: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  course: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  /** Whether the kill switch stops sending for this organisation. */
  sending_paused: z.boolean(),
  settings: z.unknown(),
});
export type Campaign = z.output<typeof campaign>;

/** A setting that another person changed, with the last author and the time. */
export type MissedSetting = { field: string; by: string; at: string };
/** `details` of `common.stale_version`: the campaign as stored now, and the last change of each field. */
export type StaleCampaign = { readonly current: Campaign; readonly changes: readonly MissedSetting[] };

export const created = z.object({ id: z.uuid(), task_id: z.uuid(), status: campaignStatus });

export const campaignEmail = z.object({
  /** Id of the email: `template_id` in the calls of a campaign. */
  id: z.uuid(),
  template_id: z.uuid(),
  name: z.string(),
  template_name: z.string(),
  logo: z.string().nullable(),
  subject: z.string(),
  sender_name: z.string(),
  sender_address: z.string(),
  attack_vector: attackVector,
  /** `opened_by`: number of recipients for whom an attachment of this format reported something. */
  attachments: z.array(
    z.object({
      name: z.string(),
      format: z.string(),
      reports: z.enum(attachmentReports),
      opened_by: z.int().nullable().meta({ result: true }),
    }),
  ),
  tips: z.array(z.string()),
  /** This and the other results are null in an anonymous organisation. */
  statistics: funnel.nullable().meta({ result: 'total' }),
  /** Recipients who clicked, opened the attachment or entered data: the success of the email. */
  fell: z.int().nullable().meta({ result: true }),
});
export const campaignDepartment = z.object({ id: z.uuid().nullable(), title: z.string(), statistics: funnel });
export const campaignSystem = z.object({ os: z.string(), count: z.int() });

export const campaignUser = z.object({
  id: z.int(),
  /** null once the result is anonymous. */
  user_id: z.uuid().nullable(),
  full_name: z.string(),
  email: z.string(),
  position: z.string(),
  department: z.object({ id: z.uuid().nullable(), title: z.string() }),
  template: z.object({ id: z.uuid(), name: z.string() }),
  status: recipientStatusName,
  state: z.enum(emailStates),
  /** Reply of the mail server, if the email was not simply accepted. */
  reply: z.string().nullable(),
  send_at: z.string(),
  sent_at: z.string().nullable(),
  opened_at: z.string().nullable(),
  clicked_at: z.string().nullable(),
  attachment_opened_at: z.string().nullable(),
  entered_at: z.string().nullable(),
  reported_at: z.string().nullable(),
  os: z.string().nullable(),
  /** The result came after the end of the campaign. */
  late: z.boolean(),
  /** The person is no longer on the staff. */
  deleted: z.boolean(),
});
export type CampaignUser = z.output<typeof campaignUser>;

export const trackingEvent = z.object({
  id: z.int(),
  kind: z.enum(eventKinds),
  at: z.string(),
  address: z.string().nullable(),
  user_agent: z.string(),
  os: z.string().nullable(),
  browser: z.string().nullable(),
  human: z.boolean(),
  /** Reason of the verdict, as a code. */
  verdict: z.string(),
  /** Kinds of the fields that were filled in; never the typed values. */
  fields: z.array(z.string()),
  overruled_at: z.string().nullable(),
  overruled_by: z.string().nullable(),
});
export type TrackingEvent = z.output<typeof trackingEvent>;

/** How an email stood when an administrator had it sent again. */
export const earlierAttempt = z.object({
  /** When it was sent again. */
  at: z.string(),
  state: z.enum(['failed', 'unknown']),
  /** Reply of the mail server until then. */
  reply: z.string().nullable(),
});
export type EarlierAttempt = z.output<typeof earlierAttempt>;

/** One recipient with all events, and earlier attempts to send the email, each the latest first. */
export const recipientHistory = z.object({
  user: campaignUser,
  data: z.array(trackingEvent),
  earlier_attempts: z.array(earlierAttempt),
});

export const checkCodes = [
  'recipients',
  'emails',
  'links',
  'senders',
  'variables',
  'pictures',
  'dates',
  'working_hours',
  'mail_server',
  'domains',
  'sending',
  'spacing',
  'approval',
  'course',
  'redirect_page',
  'message',
  'licence',
] as const;
export const check = z.object({
  code: z.enum(checkCodes),
  level: z.enum(['ok', 'warn', 'stop']),
  /** Code of the finding: the key of the sentence on the screen. */
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type Check = z.output<typeof check>;

export const preflight = z.object({
  /** People in the targets, before any exclusion. */
  people: z.int(),
  /** People who will get an email. */
  recipients: z.int(),
  emails: z.int(),
  excluded_by_tag: z.int(),
  unverified: z.object({
    count: z.int(),
    domains: z.array(z.object({ domain: z.string(), count: z.int() })),
    examples: z.array(z.string()),
  }),
  without_names: z.object({ count: z.int(), examples: z.array(z.string()) }),
  start_at: z.string(),
  send_until: z.string().nullable(),
  /** Least number of minutes that sending takes under the organisation's cap per minute; null without a cap. */
  sending_minutes: z.int().nullable(),
  end_at: z.string(),
  checks: z.array(check),
  ready: z.boolean(),
});
export type Preflight = z.output<typeof preflight>;
