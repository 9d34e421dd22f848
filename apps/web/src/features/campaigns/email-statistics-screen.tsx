import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { CampaignBadge } from '../../shared/ui/campaign-badge.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { useSubject } from '../phishing/public.ts';
import type { CampaignEmail } from './email-section.tsx';
import { listPage, statisticsPage } from './pages.ts';
import { CampaignResults } from './results.tsx';
import { pace, WithCampaign } from './use-campaign.tsx';

const Head = ({ campaign, email }: { campaign: Campaign; email: CampaignEmail }): ReactNode => {
  const t = useT('campaigns');
  const subject = useSubject();
  return (
    <PageHead
      title={email.name}
      trail={[
        <ScreenLink key="all" {...listPage(campaign.is_autophish)}>
          {t(campaign.is_autophish ? 'by_tags.title' : 'title')}
        </ScreenLink>,
        <ScreenLink key="campaign" {...statisticsPage(campaign)}>
          {campaign.name}
        </ScreenLink>,
      ]}
      badge={<CampaignBadge campaign={campaign} />}
      hint={`${subject(email.subject)} · ${email.sender_name} <${email.sender_address}>`}
    />
  );
};

const Email = ({ campaign }: { campaign: Campaign }): ReactNode => {
  const t = useT('campaigns');
  const { template_id: id } = useScreenParams('phishing.campaign-email-statistics');
  const email = useRead(
    'campaigns.email',
    { id: campaign.id, templateId: id },
    { quiet: true, fresh: true, refetchInterval: pace(campaign.status) },
  );
  if (email.data !== undefined)
    return (
      <>
        <Head campaign={campaign} email={email.data} />
        <CampaignResults campaign={campaign} email={email.data} />
      </>
    );
  if (!email.isError) return <Skeleton height={420} radius={14} />;
  if (!failedWith(email.error, 'email.not_found', 'request.invalid'))
    return <ErrorState onRetry={() => void email.refetch()} />;
  return (
    <NotFound
      title={t('missing_email')}
      action={
        <ButtonLink {...statisticsPage(campaign)} variant="default">
          {campaign.name}
        </ButtonLink>
      }
    />
  );
};

const EmailStatistics = ({ byTag = false }: { byTag?: boolean }): ReactNode => (
  <WithCampaign byTag={byTag}>{(campaign) => <Email campaign={campaign} />}</WithCampaign>
);

/** The results of one email of a campaign. */
export default function EmailStatisticsScreen(): ReactNode {
  return <EmailStatistics />;
}

/** The results of one email of a campaign by tag. */
export const ByTagEmailStatisticsScreen = (): ReactNode => <EmailStatistics byTag />;
