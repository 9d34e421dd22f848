import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireCampaign } from './pages.query.ts';
import { campaignPerson, earlierAttempts, personEvents } from './recipients.query.ts';

/** Returns a recipient with all events, those of machines included. */
export const personInCampaign = async (tx: Tx, campaignId: string, recipientId: number) => {
  await requireCampaign(tx, campaignId);
  const user = await campaignPerson(tx, campaignId, recipientId);
  if (!user) throw new AppError('recipient.not_found');
  return {
    user,
    data: await personEvents(tx, recipientId),
    earlier_attempts: await earlierAttempts(tx, recipientId),
  };
};
