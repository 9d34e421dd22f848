import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { listPage } from './pages.ts';

/** Refresh interval of a campaign's figures: every two seconds while it runs. */
export const pace = (status: string | undefined): number =>
  status === 'active' || status === 'creating' ? 2000 : 5000;

/** Refresh interval of figures that read all recipients of a campaign. */
export const figuresPace = (status: string): number | false => (status === 'active' ? 15_000 : false);

/**
 * Loads the campaign of the address and renders `children` with it; handles loading, missing and failed states. With
 * `byTag` only campaigns by tag are found.
 */
export const WithCampaign = ({
  byTag = false,
  children,
}: {
  byTag?: boolean;
  children: (campaign: Campaign) => ReactNode;
}): ReactNode => {
  const t = useT('campaigns');
  const { campaign_id: id } = useScreenParams('phishing.campaign');
  const input = byTag ? { id, by_tag: 'true' } : { id };
  const first = useRead('campaigns.get', input, { quiet: true, fresh: true });
  // The interval depends on the response, so the same query is used again with the matching interval.
  const campaign = useRead('campaigns.get', input, {
    quiet: true,
    fresh: true,
    refetchInterval: pace(first.data?.status),
  });
  if (campaign.data !== undefined) return children(campaign.data);
  if (!campaign.isError)
    return (
      <>
        <PageHead title={<Skeleton width={320} height={30} />} />
        <Skeleton height={220} radius={14} />
        <Skeleton height={420} radius={14} mt="md" />
      </>
    );
  return failedWith(campaign.error, 'campaign.not_found', 'request.invalid') ? (
    <NotFound
      title={t('missing')}
      action={
        <ButtonLink {...listPage(byTag)} variant="default">
          {t(byTag ? 'by_tags.title' : 'title')}
        </ButtonLink>
      }
    />
  ) : (
    <ErrorState onRetry={() => void campaign.refetch()} />
  );
};
