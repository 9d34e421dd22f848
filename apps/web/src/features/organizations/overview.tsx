import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import { CampaignCards } from './campaign-cards.tsx';
import { Children } from './children.tsx';
import { LicenceUse } from './licence-use.tsx';
import css from './organization.module.css';

export type OrganizationPage = CallOutput<'organizations.get'>;

const People = ({ license }: OrganizationPage): ReactNode => {
  const t = useT('organizations');
  const term = (
    <span className={license.expired ? css['bad'] : undefined}>
      {formatDate(license.start_date)} – {formatDate(license.end_date)}
    </span>
  );
  return (
    <Section title={t('licence.title')}>
      <LicenceUse licence={license} more={[[t('licence.term'), term]]} />
    </Section>
  );
};

/** An organisation at a glance: people against the licence, the latest campaigns, child organisations. */
export const Overview = ({ page, own }: { page: OrganizationPage; own: boolean }): ReactNode => (
  <div className={css['overview']}>
    <div className={css['glance']}>
      <People {...page} />
      <CampaignCards organization={page.id} own={own} />
    </div>
    <Children parent={page.id} own={own} />
  </div>
);
