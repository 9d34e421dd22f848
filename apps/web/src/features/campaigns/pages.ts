import type { Campaign, CampaignRow } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { ScreenTarget } from '../../shared/nav/nav.tsx';

type Which = Pick<Campaign | CampaignRow, 'id' | 'is_autophish'>;

/** The pages of a campaign; campaigns by tag have their own addresses. */
export const campaignPage = ({
  id,
  is_autophish,
}: Which): ScreenTarget<'phishing.campaign' | 'phishing.by-tags-campaign'> => ({
  screen: is_autophish ? 'phishing.by-tags-campaign' : 'phishing.campaign',
  params: { campaign_id: id },
});

export const statisticsPage = ({
  id,
  is_autophish,
}: Which): ScreenTarget<'phishing.campaign-statistics' | 'phishing.by-tags-campaign-statistics'> => ({
  screen: is_autophish ? 'phishing.by-tags-campaign-statistics' : 'phishing.campaign-statistics',
  params: { campaign_id: id },
});

export const emailPage = (
  { id, is_autophish }: Which,
  emailId: string,
): ScreenTarget<'phishing.campaign-email-statistics' | 'phishing.by-tags-email-statistics'> => ({
  screen: is_autophish ? 'phishing.by-tags-email-statistics' : 'phishing.campaign-email-statistics',
  params: { campaign_id: id, template_id: emailId },
});

/** The list that a campaign belongs to. */
export const listPage = (byTag: boolean): ScreenTarget<'phishing.campaigns' | 'phishing.by-tags'> => ({
  screen: byTag ? 'phishing.by-tags' : 'phishing.campaigns',
});
