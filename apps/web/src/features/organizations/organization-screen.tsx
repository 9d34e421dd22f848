import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { BackLink, useReturnPath } from '../../shared/nav/back-link.tsx';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { StatTile } from '../../shared/ui/stat-tile.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { clock } from './hours.ts';
import css from './organization.module.css';
import { Overview, type OrganizationPage } from './overview.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { useZoneName } from '../../shared/zone-name.ts';

const SettingsTab = lazy(async () => ({ default: (await import('./settings-tab.tsx')).SettingsTab }));
const Domains = lazy(async () => ({ default: (await import('./domains.tsx')).Domains }));
const tabs = ['overview', 'settings', 'domains'] as const;

/** The conditions for sending: verified domains and working hours. */
const Tiles = ({ organization, onDomains }: { organization: OrganizationPage; onDomains: () => void }): ReactNode => {
  const t = useT('organizations');
  const domains = useRead('organizations.domains', {}, { quiet: true }).data?.data;
  const verified = domains?.filter((one) => one.verified_at !== null).length;
  return (
    <div className={css['tiles']}>
      <StatTile
        label={t('tile.domains')}
        hint={
          verified === 0 ? (
            <strong className={css['bad']}>
              {t(domains!.length === 0 ? 'tile.domains_add' : 'tile.domains_none')}
            </strong>
          ) : (
            t('tile.domains_hint')
          )
        }
        value={
          domains === undefined
            ? '—'
            : domains.length === 0
              ? t('tile.domains_missing')
              : t('tile.of', { used: formatNumber(verified!), limit: formatNumber(domains.length) })
        }
        link={(className, inside) => (
          <button type="button" className={className} onClick={onDomains}>
            {inside}
          </button>
        )}
      />
      <StatTile
        label={t('tile.hours')}
        value={`${clock(organization.work_from)}–${clock(organization.work_to)}`}
        hint={useZoneName(organization.time_zone)}
      />
    </div>
  );
};

/** The current organisation: overview with child organisations, settings, mail domains. */
export default function OrganizationScreen(): ReactNode {
  const t = useT('organizations');
  const me = useMe();
  const [state, setState] = useSearchState({ tab: 'overview' });
  const tab = tabs.find((one) => one === state.tab) ?? 'overview';
  const back = useReturnPath() === undefined ? {} : { trail: [<BackLink key="back">{null}</BackLink>] };
  const query = useRead('organizations.get', { id: me.acting_organization.id }, { quiet: true });
  if (query.isError && query.data === undefined) {
    return (
      <>
        <PageHead title={t('title')} {...back} />
        <ErrorState onRetry={() => void query.refetch()} />
      </>
    );
  }
  const go = (next: (typeof tabs)[number]): void => setState({ tab: next });
  return (
    <>
      <PageHead
        title={query.data?.title ?? me.acting_organization.title}
        {...back}
        {...(query.data?.description ? { hint: query.data.description } : {})}
      />
      <Tabs value={tab} onChange={go} items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}>
        {tab === 'overview' &&
          (query.data === undefined ? (
            <Skeleton height={488} radius={14} />
          ) : (
            <>
              <Tiles organization={query.data} onDomains={() => go('domains')} />
              <Overview page={query.data} own />
            </>
          ))}
        {tab === 'settings' &&
          (query.data === undefined ? (
            <Skeleton height={560} radius={14} />
          ) : (
            <Suspense fallback={<Skeleton height={560} radius={14} />}>
              <SettingsTab organization={query.data} />
            </Suspense>
          ))}
        {tab === 'domains' && (
          <Suspense fallback={<Skeleton height={280} radius={14} />}>
            <Domains />
          </Suspense>
        )}
      </Tabs>
    </>
  );
}
