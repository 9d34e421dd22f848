import type { z } from 'zod';
import type { newCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { Reach } from '@sergak/contract/campaigns/campaigns.rules.ts';

export type CampaignForm = z.output<typeof newCampaign>;
/** The stored part of the form. A campaign that follows another one names that campaign instead of people. */
export type CampaignSettings = CampaignForm & {
  readonly after?: { readonly campaign_id: string; readonly reach: Reach };
};
