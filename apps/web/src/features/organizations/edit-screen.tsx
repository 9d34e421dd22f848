import type { ReactNode } from 'react';
import { freeSeats, usedSeats } from '@sergak/contract/organizations/organizations.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { BackLink } from '../../shared/nav/back-link.tsx';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { Logos } from './logos.tsx';
import css from './organization.module.css';
import { OrganizationForm } from './organization-form.tsx';

/** Settings of one organisation: a child with its licence, the own organisation without. */
export default function EditScreen(): ReactNode {
  const t = useT('organizations');
  const { organization_id: id } = useScreenParams('organization.edit');
  const own = useMe().acting_organization.id === id;
  const query = useRead('organizations.get', { id }, { quiet: true, fresh: true });
  const page = query.data;
  const upper = useRead(
    'organizations.get',
    { id: page?.parent_id ?? id },
    { quiet: true, enabled: page !== undefined && !own && page.parent_id !== null },
  );
  if (query.isError && page === undefined)
    return (
      <>
        <PageHead title={t('edit.title')} />
        <ErrorState title={t('one.missing')} hint={t('one.missing_hint')} onRetry={() => void query.refetch()} />
      </>
    );
  if (page === undefined || (!own && upper.data === undefined)) return <LoadingState />;
  const license = upper.data?.license;
  return (
    <>
      <PageHead
        title={t('edit.title')}
        trail={[
          <BackLink key="back">
            <ScreenLink screen="organization.one" params={{ organization_id: id }}>
              {page.title}
            </ScreenLink>
          </BackLink>,
        ]}
      />
      <div className={css['form']}>
        <Logos organization={page} />
        <OrganizationForm
          key={page.id}
          organization={page}
          approvers={page.approvers_count}
          {...(!own &&
            license && {
              licence: {
                values: page.license,
                free: freeSeats(license) + page.license.users_limit,
                least: usedSeats(page.license),
                earliest: license.start_date,
                latest: license.end_date,
              },
            })}
        />
      </div>
    </>
  );
}
