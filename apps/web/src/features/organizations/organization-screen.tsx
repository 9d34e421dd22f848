import { Skeleton, Tabs } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Organization } from '@sergak/contract/organizations/organizations.schema.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { StatTile } from '../../shared/ui/stat-tile.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { clock } from './hours.ts';
import css from './organization.module.css';
import { OrganizationForm } from './organization-form.tsx';

const Children = lazy(async () => ({ default: (await import('./children.tsx')).Children }));
const Domains = lazy(async () => ({ default: (await import('./domains.tsx')).Domains }));
const tabs = ['settings', 'domains', 'children'] as const;

/** What decides whether anything can be sent at all: people, confirmed domains, hours. */
const Tiles = ({ organization, onDomains }: { organization: Organization; onDomains: () => void }): ReactNode => {
  const t = useT('admin__organization');
  const licence = useRead('organizations.current', {}, { quiet: true }).data?.license;
  const domains = useRead('organizations.domains', {}, { quiet: true }).data?.data;
  const confirmed = domains?.filter((one) => one.confirmed_at !== null).length;
  return (
    <div className={css['tiles']}>
      <StatTile
        label={t('tile.people')}
        hint={licence && t('tile.people_hint', { day: formatDate(licence.end_date) })}
        value={
          licence === undefined
            ? '—'
            : t('tile.of', { used: formatNumber(licence.users_count), limit: formatNumber(licence.users_limit) })
        }
      />
      <StatTile
        label={t('tile.domains')}
        hint={
          confirmed === 0 ? (
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
              : t('tile.of', { used: formatNumber(confirmed!), limit: formatNumber(domains.length) })
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
        hint={organization.time_zone}
      />
    </div>
  );
};

/** The own organisation: its settings, its mail domains, its child organisations. */
export default function OrganizationScreen(): ReactNode {
  const t = useT('admin__organization');
  const me = useMe();
  const [state, setState] = useSearchState({ tab: 'settings' });
  const tab = tabs.find((one) => one === state.tab) ?? 'settings';
  const query = useRead('organizations.get', { id: me.organization.id }, { quiet: true });
  if (query.isError && query.data === undefined) {
    return (
      <>
        <PageHead title={t('title')} />
        <ErrorState onRetry={() => void query.refetch()} />
      </>
    );
  }
  const go = (next: string | null): void => setState({ tab: next ?? 'settings' });
  return (
    <>
      <PageHead
        title={query.data?.title ?? me.organization.title}
        {...(query.data?.description ? { hint: query.data.description } : {})}
      />
      {query.data === undefined ? (
        <Skeleton height={108} radius={14} mb={20} />
      ) : (
        <Tiles organization={query.data} onDomains={() => go('domains')} />
      )}
      <Tabs value={tab} onChange={go} keepMounted={false} className={css['tabs']!}>
        <Tabs.List>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="settings">
          {query.data === undefined ? (
            <Skeleton height={560} radius={14} />
          ) : (
            <OrganizationForm key={query.data.id} organization={query.data} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="domains">
          <Suspense fallback={<Skeleton height={280} radius={14} />}>
            <Domains />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="children">
          <Suspense fallback={<Skeleton height={280} radius={14} />}>
            <Children />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
