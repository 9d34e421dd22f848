import type { ReactNode } from 'react';
import { freePlaces } from '@sergak/contract/organizations/organizations.rules.ts';
import type { CallOutput } from '../../shared/api.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { CampaignCards } from './campaign-cards.tsx';
import { Children } from './children.tsx';
import { LicenceBar, takenPlaces } from './licence-meter.tsx';
import css from './organization.module.css';

export type OrganizationPage = CallOutput<'organizations.get'>;

/** How many people there may be, how many there are, and what was given to organisations below. */
const People = ({ license }: OrganizationPage): ReactNode => {
  const t = useT('admin__organization');
  const free = freePlaces(license);
  return (
    <Section title={t('licence.title')}>
      <p className={css['big']}>
        {t('tile.of', { used: formatNumber(takenPlaces(license)), limit: formatNumber(license.users_limit) })}
      </p>
      <LicenceBar licence={license} />
      {!license.expired && (
        <p className={css['free']} data-bad={free === 0 || undefined}>
          {free === 0 ? t('licence.full') : t('licence.free', { count: free, number: formatNumber(free) })}
        </p>
      )}
      <Facts
        items={[
          [t('licence.own'), formatNumber(license.users_count)],
          [t('licence.given'), formatNumber(license.children_limit)],
          [
            t('licence.term'),
            <span key="term" className={license.expired ? css['bad'] : undefined}>
              {formatDate(license.start_date)} – {formatDate(license.end_date)}
            </span>,
          ],
        ]}
      />
    </Section>
  );
};

/** An organisation at a glance: people against the licence, the latest campaigns, the organisations below. */
export const Overview = ({ page, own }: { page: OrganizationPage; own: boolean }): ReactNode => (
  <div className={css['overview']}>
    <div className={css['glance']}>
      <People {...page} />
      <CampaignCards organization={page.id} own={own} />
    </div>
    <Children parent={page.id} own={own} />
  </div>
);
