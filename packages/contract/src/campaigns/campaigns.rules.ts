import { shareOf } from '../share.rules.ts';

export const campaignStatuses = ['creating', 'planned', 'active', 'completed', 'failed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Where a campaign stands that needs a second administrator. */
export const approvalStates = ['waiting', 'approved', 'refused'] as const;
export type ApprovalState = (typeof approvalStates)[number];
export const APPROVAL_NOTE_MAX = 500;
/** An account younger than this cannot approve: an accomplice cannot be made for one campaign. */
export const APPROVER_MIN_DAYS = 7;
/** `author`: started or last changed the campaign; `new`: account too young; `made`: one account made the other. */
export const barReasons = ['author', 'new', 'made'] as const;
export type BarReason = (typeof barReasons)[number];

/** What a person is told of a campaign: a planned one that is held back is not simply planned. */
export const shownStatus = (campaign: {
  status: CampaignStatus;
  approval: ApprovalState | null;
}): CampaignStatus | 'waiting' | 'refused' =>
  campaign.status === 'planned' && campaign.approval !== null && campaign.approval !== 'approved'
    ? campaign.approval
    : campaign.status;

/**
 * When a campaign ended, or will end: the planned end, or the earlier moment at which somebody stopped it. The sweep
 * that closes campaigns runs minutes after the planned end, perhaps on the next day; its time is not the end.
 */
export const endOf = ({ end_at, completed_at }: { end_at: string; completed_at: string | null }): string =>
  completed_at !== null && Date.parse(completed_at) < Date.parse(end_at) ? completed_at : end_at;

/**
 * Whether a campaign has figures yet. Nobody can open an email that has not been sent, so 0 % would be praise without a
 * reason. An email of unknown fate may have been opened.
 */
export const hasBegun = (funnel: { sent: number; opened: number; reported: number }): boolean =>
  funnel.sent + funnel.opened + funnel.reported > 0;

/** Whether so many recipients need a second administrator; `above` is the organisation's limit, null where there is none. */
export const needsApproval = (recipients: number, above: number | null): boolean =>
  above !== null && recipients > above;

/** Whether these changes of a campaign ask for approval anew: all but its name, which no recipient ever sees. */
export const asksAnew = (changed: readonly string[]): boolean => changed.some((field) => field !== 'name');

/** Fate of one email, from planned to gone. */
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
/** States in which an email has not left and will not be stopped by anything but us. */
export const waitingStates: readonly EmailState[] = ['queued', 'retry'];

/** What became of a person in a campaign; `unknown` is an email that was not sent (or not known to be). */
export const recipientStatuses = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data', 'unknown'] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/** From what result on something happens to a person (a course, a message, the next campaign). */
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

/** Whether a result is at or past a mark. The opened attachment stands beside the click: each also passes «opened». */
export const hasReached = (result: number, mark: Reach): boolean => result >= resultOf[mark];

const statusOfResult: readonly RecipientStatus[] = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data'];
/** How a person's line is named: by what was done; untouched emails by whether they left. */
export const recipientStatus = (result: number, state: EmailState): RecipientStatus =>
  result > 0 ? statusOfResult[result]! : state === 'sent' ? 'sent' : 'unknown';

/**
 * Kinds of events, and what each makes of the result at least. Reporting is good and raises nothing; the use of a landing
 * page (a pointer, a key, a touch) is evidence of a person and raises nothing by itself.
 */
export const eventKinds = ['opened', 'clicked', 'opened_attachment', 'entered_data', 'reported', 'used_page'] as const;
export type EventKind = (typeof eventKinds)[number];

/** Share of recipients who went through to danger, in percent, unrounded: whoever shows it tells it by `toldShare`. */
export const incidentRisk = (dangerous: number, recipients: number): number => shareOf(dangerous, recipients);

export const PERIOD_DEFAULT = 30;
export const PERIOD_MAX = 365;
export const EMAILS_MAX = 200;

export type Chosen<T> = ReadonlyMap<string, T>;
/**
 * Which email each person gets: as even as can be, at random, and none the person had before while others are left.
 * `random` answers numbers from 0 to 1; those with the least choice are served first, so that the spread stays even.
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
