import { shareOf } from '../share.rules.ts';

export const campaignStatuses = ['creating', 'planned', 'active', 'completed', 'failed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** State of the approval of a campaign that needs a second administrator. */
export const approvalStates = ['waiting', 'approved', 'rejected'] as const;
export type ApprovalState = (typeof approvalStates)[number];
export const APPROVAL_NOTE_MAX = 500;
/** An account younger than this cannot approve, so that nobody creates an accomplice for one campaign. */
export const APPROVER_MIN_DAYS = 7;
/** `author`: started or last changed the campaign; `new`: the account is too young; `made`: one account created the other. */
export const approverBarReasons = ['author', 'new', 'made'] as const;
export type BarReason = (typeof approverBarReasons)[number];

/** Status for display: a planned campaign may wait for approval, and an active one may be paused. */
export const shownStatus = (campaign: {
  status: CampaignStatus;
  approval: ApprovalState | null;
  paused_at?: string | null;
}): CampaignStatus | 'waiting' | 'rejected' | 'paused' =>
  campaign.status === 'active' && campaign.paused_at
    ? 'paused'
    : campaign.status === 'planned' && campaign.approval !== null && campaign.approval !== 'approved'
      ? campaign.approval
      : campaign.status;

/** Results still rise this long after a campaign's end, because people read emails late. */
export const RESULTS_RISE_DAYS = 7;
/**
 * When a campaign ended or will end: the planned end, or the earlier time at which a person stopped it. The sweep
 * that closes campaigns runs minutes after the planned end, perhaps on the next day; its time is not the end.
 */
export const endOf = ({ end_at, completed_at }: { end_at: string; completed_at: string | null }): string =>
  completed_at !== null && Date.parse(completed_at) < Date.parse(end_at) ? completed_at : end_at;

/**
 * Whether a campaign has figures yet. An email that has not been sent cannot be opened, so 0 % would be unfounded
 * praise. An email of unknown fate may have been opened.
 */
export const hasBegun = (funnel: { sent: number; opened: number; reported: number }): boolean =>
  funnel.sent + funnel.opened + funnel.reported > 0;

/** Whether this many recipients need a second administrator; `above` is the organisation's limit, null if there is none. */
export const needsApproval = (recipients: number, above: number | null): boolean =>
  above !== null && recipients > above;

/** Whether these changes require a new approval: all fields except the name, which recipients never see. */
export const needsNewApproval = (changed: readonly string[]): boolean => changed.some((field) => field !== 'name');

/** States of one email. */
export const emailStates = [
  'queued',
  'claimed',
  'handing_over',
  'sent',
  'retry',
  'failed',
  'unknown',
  'cancelled',
] as const;
export type EmailState = (typeof emailStates)[number];

/** Result of a recipient; `unknown` is an email that was not sent, or whose sending is not certain. */
export const recipientStatuses = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data', 'unknown'] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/** Results that can trigger a follow-up (a course, a message, the next campaign). */
export const reached = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data'] as const;
export type Reach = (typeof reached)[number];
/** The stored result of a person, 0 to 4. */
export const resultOf: Readonly<Record<Reach, number>> = {
  sent: 0,
  opened: 1,
  clicked: 2,
  opened_attachment: 3,
  entered_data: 4,
};

const statusOfResult: readonly RecipientStatus[] = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data'];
/** Status of a recipient: the result, or for an untouched email its delivery state. */
export const recipientStatus = (result: number, state: EmailState): RecipientStatus =>
  result > 0 ? statusOfResult[result]! : state === 'sent' ? 'sent' : 'unknown';

/**
 * Kinds of events, and the minimum result each leads to. Reporting is good and does not raise the result; use of a landing
 * page (pointer, key, touch) is evidence of a person and does not raise it either.
 */
export const eventKinds = ['opened', 'clicked', 'opened_attachment', 'entered_data', 'reported', 'used_page'] as const;

/** Share of recipients who went through to danger, in percent, unrounded: display it with `displayShare`. */
export const incidentRisk = (dangerous: number, recipients: number): number => shareOf(dangerous, recipients);

export const EMAILS_MAX = 200;
/** Longest delay between the end of a campaign and the start of its follow-up, in days. */
export const FOLLOW_UP_DAYS_MAX = 365;

/**
 * Assigns an email to each person: evenly, at random, and none that the person had before while others are left.
 * `random` returns numbers from 0 to 1. People with the fewest choices are served first, so that the spread stays even.
 */
export const spreadEmails = (
  people: readonly string[],
  emails: readonly string[],
  had: ReadonlyMap<string, ReadonlySet<string>>,
  random: () => number,
): Map<string, string> => {
  const used = emails.map(() => 0);
  const fresh = (person: string) => {
    const before = had.get(person);
    if (!before) return emails.map((_, index) => index);
    const left = emails.flatMap((email, index) => (before.has(email) ? [] : [index]));
    return left.length > 0 ? left : emails.map((_, index) => index);
  };
  const waiting = people.map((person) => ({ person, choice: fresh(person), order: random() }));
  waiting.sort((a, b) => a.choice.length - b.choice.length || a.order - b.order);
  const chosen = new Map<string, string>();
  for (const { person, choice } of waiting) {
    let best = choice[Math.floor(random() * choice.length)]!;
    for (const index of choice) if (used[index]! < used[best]!) best = index;
    used[best] = used[best]! + 1;
    chosen.set(person, emails[best]!);
  }
  return chosen;
};

export const timelineUnits = ['hour', 'day'] as const;
export type TimelineUnit = (typeof timelineUnits)[number];
