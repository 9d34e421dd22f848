import type { z } from 'zod';
import type { newCampaign, postCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { Reach } from '@sergak/contract/campaigns/campaigns.rules.ts';

export type CampaignForm = z.output<typeof newCampaign>;
export type PostCampaign = z.output<typeof postCampaign>;
/** What is stored of the form. A campaign that follows another names it instead of people. */
export type CampaignSettings = CampaignForm & { readonly after?: { readonly campaign_id: string; readonly reach: Reach } };
