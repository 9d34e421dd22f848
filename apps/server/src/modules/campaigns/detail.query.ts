import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { campaignPage } from '../results/public.ts';
import { findApprovalRequest } from './approval/approval.query.ts';
import { findCampaignRow } from './campaigns.repo.ts';

/** Returns the head of a campaign's page with the request for its approval. */
export const campaignDetail = async (tx: Tx, id: string, reader?: Language): Promise<Campaign> => {
  const page = await campaignPage(tx, id, reader);
  const campaign = page.approval === null ? undefined : await findCampaignRow(tx, id);
  return { ...page, approval_request: campaign ? await findApprovalRequest(tx, campaign) : null };
};
