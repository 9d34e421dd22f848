import { Skeleton } from '@mantine/core';
import { IconFishHook } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hasBegun } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { CallOutput } from '../../shared/api.ts';
import { formatDate, formatNumber, formatShare } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { CampaignBadge } from '../../shared/ui/campaign-badge.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import css from './organization.module.css';

type Campaign = CallOutput<'organizations.campaigns'>['data'][number];
const SHOWN = 4;
const Card = ({ campaign, linked }: { campaign: Campaign; linked: boolean }): ReactNode => {
  const t = useT('organizations');
  const s = campaign.statistics;
  const share = (n: number | undefined): string =>
    n === undefined || s === null ? '—' : formatShare(n, hasBegun(s) ? s.recipients : 0);
  const figures = [
    [t('campaign.opened'), s?.opened],
    ...(s !== null && s.reported > 0 ? [[t('campaign.reported'), s.reported] as const] : []),
    [t('campaign.clicked'), s?.clicked],
    [t('campaign.danger'), s === null ? undefined : s.entered_data + s.opened_attachment],
  ] as const;
  return (
    <li className={css['campaign']}>
      <div className={css['campaign-head']}>
        <strong>
          {linked ? (
            <ScreenLink screen="phishing.campaign" params={{ campaign_id: campaign.id }}>
              {campaign.name}
            </ScreenLink>
          ) : (
            campaign.name
          )}
        </strong>
        <CampaignBadge campaign={campaign} />
      </div>
      <p>
        {formatDate(campaign.start_date)} – {formatDate(campaign.end_date)},{' '}
        {t('campaign.people', { count: campaign.users_count, number: formatNumber(campaign.users_count) })}
      </p>
      <dl>
        {figures.map(([name, n]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{share(n)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
};

/** The latest campaigns of an organisation with their results. */
export const CampaignCards = ({ organization, own }: { organization: string; own: boolean }): ReactNode => {
  const t = useT('organizations');
  const may = usePermission('admin.phishing.campaigns');
  const query = useRead('organizations.campaigns', { id: organization, limit: SHOWN }, { quiet: true, fresh: true });
  const rows = query.data?.data;
  return (
    <Section title={t('campaign.title')}>
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <Skeleton height={132} radius={12} />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconFishHook} title={t('campaign.empty')} hint={t('campaign.empty_hint')} />
      ) : (
        <ul className={css['campaigns']}>
          {rows.map((one) => (
            <Card key={one.id} campaign={one} linked={own && may} />
          ))}
        </ul>
      )}
    </Section>
  );
};
