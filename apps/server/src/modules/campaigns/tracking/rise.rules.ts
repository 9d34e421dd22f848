import { resultOf } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { after, DAY } from '../../../platform/clock.ts';
import type { CampaignFacts, Hit, Recipient, Rise } from './tracking.types.ts';

/** Results still rise this long after a campaign's end: people read their mail late. Events are stored for ever. */
export const RISE_AFTER_END_MS = 7 * DAY;

export const stillRises = (campaign: Pick<CampaignFacts, 'status' | 'end_at' | 'completed_at'>, at: Date): boolean =>
  at <= after(new Date(campaign.completed_at ?? campaign.end_at), RISE_AFTER_END_MS);

const timeOf = {
  opened: 'opened_at',
  clicked: 'clicked_at',
  opened_attachment: 'attachment_opened_at',
  entered_data: 'entered_at',
} as const;

/** What a person's act changes of the recipient, added to what the batch has changed so far; null when nothing does. */
export const raise = (recipient: Recipient, so: Rise | undefined, hit: Hit, os: string | null): Rise | null => {
  const column = timeOf[hit.kind];
  const result = Math.max(recipient.result, so?.result ?? 0, resultOf[hit.kind]);
  const known = recipient[column] ?? so?.[column];
  const named = recipient.os ?? so?.os ?? os;
  if (known && result === Math.max(recipient.result, so?.result ?? 0) && named === (recipient.os ?? so?.os ?? null))
    return null;
  const next: Rise = so ?? {
    recipient,
    result,
    opened_at: null,
    clicked_at: null,
    attachment_opened_at: null,
    entered_at: null,
    os: null,
  };
  next.result = result;
  next.os = named;
  if (!known) next[column] = hit.at;
  return next;
};
