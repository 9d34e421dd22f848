import { APPROVER_MIN_DAYS, type BarReason } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { after, DAY, now } from '../../../platform/clock.ts';

/** The latest time at which an account may have begun to be old enough to approve now. */
export const oldEnough = (): Date => after(now(), -APPROVER_MIN_DAYS * DAY);

/** The facts about an account that decide whether it may approve. */
export type Account = {
  readonly since: string;
  readonly made_by: readonly string[];
  /** The account is not an administrator's and made the account of an author. */
  readonly is_maker: boolean;
};

/** Why an account that is not one of the `authors` may not decide about their campaign; null if it may. */
export const barReason = (account: Account, authors: readonly string[]): Exclude<BarReason, 'author'> | null => {
  if (new Date(account.since) > oldEnough()) return 'new';
  return account.is_maker || account.made_by.some((id) => authors.includes(id)) ? 'made' : null;
};

/**
 * Returns the authors of a campaign, who may not decide about it: the person who started it and the last one who changed
 * it.
 */
export const authorsOf = (campaign: { created_by: string | null; edited_by: string | null }): string[] => [
  ...new Set([campaign.created_by, campaign.edited_by].filter((id) => id !== null)),
];
