import type { ReactNode } from 'react';
import { CampaignHead } from './campaign-head.tsx';
import { CampaignResults } from './results.tsx';
import { WithCampaign } from './use-campaign.tsx';

/** The results of a campaign, its people, and next actions; the figures are refreshed while the campaign runs. */
const StatisticsScreen = ({ byTag = false }: { byTag?: boolean }): ReactNode => (
  <WithCampaign byTag={byTag}>
    {(campaign) => (
      <>
        <CampaignHead campaign={campaign} tab="statistics" />
        <CampaignResults campaign={campaign} />
      </>
    )}
  </WithCampaign>
);

export default function CampaignStatisticsScreen(): ReactNode {
  return <StatisticsScreen />;
}

/** The results of a campaign by tag. */
export const ByTagStatisticsScreen = (): ReactNode => <StatisticsScreen byTag />;
