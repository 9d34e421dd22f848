import { APPROVER_MIN_DAYS, type BarReason } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { after, DAY, now } from '../../../platform/clock.ts';

/** The latest moment at which an account may have begun that is old enough to approve now. */
export const oldEnough = (): Date => after(now(), -APPROVER_MIN_DAYS * DAY);

/** What of an account decides whether it may approve. */
export type Account = {
  readonly since: string;
  readonly made_by: readonly string[];
  /** Below the administrators, and the maker of an author's account. */
  readonly is_maker: boolean;
};

/** Why an account that is none of the `authors` may not decide over their campaign; null: it may. */
export const barReason = (account: Account, authors: readonly string[]): Exclude<BarReason, 'author'> | null => {
  if (new Date(account.since) > oldEnough()) return 'new';
  return account.is_maker || account.made_by.some((id) => authors.includes(id)) ? 'made' : null;
};

/** The authors of a campaign, who may not decide over it: who started it and who changed it last. */
export const authorsOf = (campaign: { created_by: string | null; edited_by: string | null }): string[] => [
  ...new Set([campaign.created_by, campaign.edited_by].filter((id) => id !== null)),
];
