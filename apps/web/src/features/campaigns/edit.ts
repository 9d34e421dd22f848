import type { Campaign, NewCampaign, StaleCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { detailsOf } from '../../shared/api-error.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { type CampaignDraft, emptyDraft, emptyPost } from './draft.ts';

const withoutDates = {
  isDelay: false,
  dateDelay: null,
  dateType: 'auto',
  dateEnd: null,
  email_send_end_date: null,
} as const;

/** The editable parts of a planned campaign: fields that depend on each other form one part. */
const fieldsOf = {
  name: ['name'],
  start: ['isDelay', 'dateDelay'],
  sending: ['emailSendType', 'email_send_end_date'],
  end: ['dateType', 'dateEnd'],
  course: ['hasAutoCourse', 'course', 'targetsAutoCourse', 'period', 'reminders'],
  message: ['hasMessage', 'theme', 'text', 'targetsMessage'],
  redirect: ['enableRedirect', 'redirect_page'],
} as const satisfies Record<string, readonly (keyof CampaignDraft)[]>;
export type Part = keyof typeof fieldsOf;
const parts = Object.keys(fieldsOf) as Part[];

/** The form of a stored campaign. */
export const editDraft = (campaign: Campaign): CampaignDraft => {
  const stored = campaign.settings as NewCampaign;
  const draft = emptyDraft();
  const draftFields = Object.entries(stored).filter(([name]) => Object.hasOwn(draft, name));
  return { ...draft, ...Object.fromEntries(draftFields), courseTitle: campaign.course?.title ?? '' };
};

/** The form that repeats a campaign: its people and settings, without its emails, dates and follow-up. */
export const repeatedDraft = (campaign: Campaign, name: string): CampaignDraft => ({
  ...editDraft(campaign),
  ...withoutDates,
  name: name.slice(0, TITLE_MAX),
  templates: [],
  targetType: 'campaign',
  selection: null,
  same_people: { campaign_id: campaign.id, reach: null },
  sameTitle: campaign.name,
  hasPost: false,
  post: emptyPost(),
});

const at = (text: string | null): number | null => (text === null ? null : Date.parse(text));
/** The effective value of a part: fields that are switched off are ignored. */
const meaning: Record<Part, (draft: CampaignDraft) => unknown> = {
  name: ({ name }) => name.trim(),
  start: ({ isDelay, dateDelay }) => isDelay && at(dateDelay),
  sending: ({ emailSendType, email_send_end_date: until }) => emailSendType === 'to_end' && [at(until)],
  end: ({ dateType, dateEnd }) => dateType === 'custom' && at(dateEnd),
  course: (draft) => draft.hasAutoCourse && [draft.course, draft.targetsAutoCourse, draft.period, draft.reminders],
  message: (draft) => draft.hasMessage && [draft.theme.trim(), draft.text.trim(), draft.targetsMessage],
  redirect: (draft) => draft.enableRedirect && draft.redirect_page,
};
/** The parts in which two states of a campaign differ. */
export const differingSettings = (a: CampaignDraft, b: CampaignDraft): Part[] =>
  parts.filter((part) => JSON.stringify(meaning[part](a)) !== JSON.stringify(meaning[part](b)));

/** The fields of the given parts, as the call takes them. */
export const fieldsIn = (draft: CampaignDraft, of: readonly Part[]): Partial<CampaignDraft> =>
  Object.fromEntries(of.flatMap((part) => fieldsOf[part]).map((field) => [field, draft[field]]));
/** `draft` with the given parts copied from another draft. */
export const withParts = (draft: CampaignDraft, other: CampaignDraft, of: readonly Part[]): CampaignDraft => ({
  ...draft,
  ...fieldsIn(other, of),
  ...(of.includes('course') ? { courseTitle: other.courseTitle } : {}),
});

/** The stored campaign if the error is an edit conflict; null for any other error. */
export const staleSettings = (error: unknown): StaleCampaign | null =>
  (detailsOf(error, 'common.stale_version') as StaleCampaign | undefined) ?? null;
/** The person who changed a part last. */
export const changedBy = (stale: StaleCampaign, part: Part): StaleCampaign['changes'][number] | undefined =>
  stale.changes
    .filter(({ field }) => (fieldsOf[part] as readonly string[]).includes(field))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
