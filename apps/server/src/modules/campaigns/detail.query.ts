import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { campaignPage } from '../results/public.ts';
import { findRequest } from './approval/approval.query.ts';
import { findCampaign } from './campaigns.repo.ts';

/** Returns the head of a campaign's page with the request for its approval. */
export const campaignDetail = async (tx: Tx, id: string): Promise<Campaign> => {
  const page = await campaignPage(tx, id);
  const campaign = page.approval === null ? undefined : await findCampaign(tx, id);
  return { ...page, approval_request: campaign ? await findRequest(tx, campaign) : null };
};
