import { type CampaignStep, campaignSteps } from '@sergak/contract/campaigns/drafts.rules.ts';
import type { Check } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { Reach } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import { queryOfFilter } from '@sergak/contract/employees/people-selection.wire.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import type { CallInput } from '../../shared/api.ts';

/** When emails are sent and the campaign ends. */
export type TimingDraft = {
  isDelay: boolean;
  dateDelay: string | null;
  emailSendType: 'at_once' | 'to_end';
  email_send_end_date: string | null;
  dateType: 'auto' | 'custom';
  dateEnd: string | null;
};
/** What follows a result: a course, a message, a page. */
export type AfterDraft = {
  hasAutoCourse: boolean;
  course: string | null;
  courseTitle: string;
  targetsAutoCourse: Reach;
  period: number;
  reminders: ReminderRules | null;
  hasMessage: boolean;
  theme: string;
  text: string;
  targetsMessage: Reach;
  enableRedirect: boolean;
  redirect_page: string | null;
};
type Common = TimingDraft &
  AfterDraft & {
    name: string;
    targets: { target_users: string[]; target_departments: string[]; exclude_users: string[] };
    excludedTags: string[];
    templates: string[];
    isTesting: boolean;
  };
/** The form of a follow-up campaign. */
export type PostDraft = Common & { delay_days: number; post_campaign_targets: Reach };
/** The form of a campaign while it is filled in; the names are those of the call. */
export type CampaignDraft = Common & {
  targetType: 'all' | 'custom' | 'selection' | 'campaign';
  selection: PeopleSelection | null;
  same_people: { campaign_id: string; reach: Reach | null } | null;
  /** Name of the campaign of `same_people`. */
  sameTitle: string;
  hasPost: boolean;
  post: PostDraft;
};

const emptyCommon = (): Common => ({
  name: '',
  targets: { target_users: [], target_departments: [], exclude_users: [] },
  excludedTags: [],
  templates: [],
  isTesting: false,
  isDelay: false,
  dateDelay: null,
  // Emails sent at night are easy to spot, so sending within working hours is the default.
  emailSendType: 'to_end',
  email_send_end_date: null,
  dateType: 'auto',
  dateEnd: null,
  hasAutoCourse: false,
  course: null,
  courseTitle: '',
  targetsAutoCourse: 'opened',
  period: 30,
  reminders: null,
  hasMessage: false,
  theme: '',
  text: '',
  targetsMessage: 'opened',
  enableRedirect: false,
  redirect_page: null,
});
export const emptyPost = (): PostDraft => ({ ...emptyCommon(), delay_days: 0, post_campaign_targets: 'opened' });
export const emptyDraft = (): CampaignDraft => ({
  ...emptyCommon(),
  targetType: 'custom',
  selection: null,
  same_people: null,
  sameTitle: '',
  hasPost: false,
  post: emptyPost(),
});

/** Without a start the server counts from the current time; the resulting dates would change with the start. */
export const hasStart = ({ isDelay, dateDelay }: Pick<CampaignDraft, 'isDelay' | 'dateDelay'>): boolean =>
  !isDelay || dateDelay !== null;

/** The form when it is opened: an earlier draft or an empty one, plus people chosen in the employee list, if any. */
export const openedDraft = (kept: Partial<CampaignDraft> | null, selection: PeopleSelection | null): CampaignDraft => ({
  ...emptyDraft(),
  ...kept,
  post: { ...emptyPost(), ...kept?.post },
  ...(selection === null ? {} : { targetType: 'selection', selection }),
});

/** The form of a stored draft. What cannot be read, for example after an upgrade, begins as in an empty form. */
export const storedForm = (json: string): Partial<CampaignDraft> => {
  const read: unknown = JSON.parse(json);
  const empty: Readonly<Record<string, unknown>> = emptyDraft();
  return Object.fromEntries(Object.entries(Object(read) as object).filter(([name]) => Object.hasOwn(empty, name)));
};

/** The body of a follow-up. */
export const toPostForm = ({ courseTitle: _, ...post }: PostDraft): Omit<PostDraft, 'courseTitle'> => post;

/** The request body: the follow-up campaign is included only if it is switched on and has a name. */
export const toForm = ({
  hasPost,
  post,
  courseTitle: _,
  sameTitle: _title,
  ...draft
}: CampaignDraft): CallInput<'campaigns.preflight'> => ({
  ...draft,
  post_campaign: hasPost && post.name.trim() !== '' ? toPostForm(post) : null,
});

/** The request body for people of the employee list: their filter, and the ticked or excluded rows. */
export const toFilteredForm = (
  draft: CampaignDraft & { selection: PeopleSelection },
): CallInput<'campaigns.create-filtered'> => {
  const { targetType: _type, targets: _targets, selection: _selection, same_people: _people, ...form } = toForm(draft);
  const { all, ids, filter } = draft.selection;
  return {
    ...form,
    ...ids,
    ...queryOfFilter(filter),
    need_all: all,
    name: draft.name,
    templates: draft.templates,
  };
};

export const steps = campaignSteps;
export type Step = CampaignStep;

/** A field of the form that a sentence can link to; each has an element with the id `campaign-<field>`. */
export type CampaignField =
  | 'name'
  | 'people'
  | 'emails'
  | 'start'
  | 'sending'
  | 'end'
  | 'course'
  | 'message'
  | 'redirect'
  | 'post';
export const stepOf: Readonly<Record<CampaignField, Step>> = {
  name: 'whom',
  people: 'whom',
  emails: 'emails',
  start: 'when',
  sending: 'when',
  end: 'when',
  course: 'after',
  message: 'after',
  redirect: 'after',
  post: 'after',
};

const hasPeople = ({ targetType, selection, same_people, targets }: CampaignDraft): boolean =>
  targetType === 'all' ||
  (targetType === 'selection' && selection !== null) ||
  (targetType === 'campaign' && same_people !== null) ||
  (targetType === 'custom' && targets.target_departments.length + targets.target_users.length > 0);

const afterRules = {
  course: (draft: AfterDraft) => !draft.hasAutoCourse || draft.course !== null,
  message: (draft: AfterDraft) => !draft.hasMessage || (draft.theme.trim() !== '' && draft.text.trim() !== ''),
  redirect: (draft: AfterDraft) => !draft.enableRedirect || draft.redirect_page !== null,
};
/** Whether a follow-up has everything that it needs. */
export const isWholePost = (post: PostDraft): boolean =>
  post.name.trim() !== '' &&
  post.templates.length > 0 &&
  (!post.isDelay || post.delay_days > 0 || post.dateDelay !== null) &&
  (post.dateType === 'auto' || post.dateEnd !== null) &&
  Object.values(afterRules).every((rule) => rule(post));

/** Fields that a launch needs; the way of sending always has a value. */
type Needed = Exclude<CampaignField, 'sending'>;
const rules: Readonly<Record<Needed, (draft: CampaignDraft) => boolean>> = {
  name: (draft) => draft.name.trim() !== '',
  people: hasPeople,
  emails: (draft) => draft.templates.length > 0,
  start: (draft) => !draft.isDelay || draft.dateDelay !== null,
  end: (draft) => draft.dateType === 'auto' || draft.dateEnd !== null,
  ...afterRules,
  post: ({ hasPost, post }) => !hasPost || isWholePost(post),
};

/** Whether a field that a launch needs has no value. */
export const isMissing = (field: Needed, draft: CampaignDraft): boolean => !rules[field](draft);

/** The missing fields of a step, in the order of the form. */
export const missingIn = (step: Step, draft: CampaignDraft): Needed[] =>
  (Object.keys(rules) as Needed[]).filter((field) => stepOf[field] === step && isMissing(field, draft));

/** The first missing field of all steps. */
export const firstMissing = (draft: CampaignDraft): Needed | undefined =>
  steps.flatMap((step) => missingIn(step, draft))[0];

/** Whether a step is complete; the last step never is, as it launches. */
export const stepDone = (step: Step, draft: CampaignDraft): boolean =>
  step !== 'check' && missingIn(step, draft).length === 0;

/** The field that a pre-flight check belongs to; null for checks outside this form. */
export const fieldOfCheck = ({
  code,
  reason,
  details,
}: Pick<Check, 'code' | 'reason' | 'details'>): CampaignField | null => {
  if (details['post'] === true) return 'post';
  if (code === 'dates') return reason.startsWith('sending') ? 'sending' : reason.startsWith('start') ? 'start' : 'end';
  const fields: Readonly<Record<string, CampaignField>> = {
    recipients: 'people',
    emails: 'emails',
    senders: 'emails',
    links: 'emails',
    variables: 'emails',
    working_hours: 'sending',
    course: 'course',
    message: 'message',
    redirect_page: 'redirect',
  };
  return fields[code] ?? null;
};

export type StepProps = { readonly draft: CampaignDraft; readonly set: (patch: Partial<CampaignDraft>) => void };
