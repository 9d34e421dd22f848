import { SegmentedControl, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { failedWith } from '../../shared/api-error.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useAnonymous } from '../../shared/session.ts';
import { AnonymousNote } from '../../shared/ui/anonymous-note.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { ReportButton, ReportMenu } from '../reports/public.ts';
import { LastCampaign, PhishingPeriod, ProgressGroups, ProgressLine, RiskGroups } from './period-charts.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { PeopleNumbers } from './people-link.tsx';
import { RiskHero } from './risk-hero.tsx';
import { StatCard } from './stat-card.tsx';
import css from './statistics.module.css';
import { DepartmentsTable, PeopleTable, type TableState } from './tables.tsx';

const periods = [30, 90, 180, 365] as const;
/** Number of departments listed at the top as the ones to look after first. */
const WORST = 3;
const Analysis = lazy(() => import('./analysis.tsx'));

const addressState = {
  view: 'overview',
  days: 90,
  table: 'departments',
  sort: 'RISK_LEVEL',
  order: 'desc',
  search: '',
};

type Props = {
  /** The organisation that the figures belong to. */
  id: string;
  /** A child organisation: its people and campaigns have no pages here. */
  below?: boolean;
  title?: string;
  trail?: readonly ReactNode[];
  /** Shown between the head and the figures. */
  above?: ReactNode;
};

const tables = ['departments', 'people'] as const;
const views = ['overview', 'tables', 'analysis'] as const;

type TablesProps = { id: string; below: boolean; days: number };
/** The departments or the people with their figures. */
const Tables = ({ id, below, days }: TablesProps): ReactNode => {
  const t = useT('statistics');
  const [address, setAddress] = useSearchState(addressState);
  const tableState: TableState = {
    sort: address.sort,
    order: address.order === 'asc' ? 'asc' : 'desc',
    search: address.search,
  };
  const table = {
    organization: id,
    below,
    state: tableState,
    set: (patch: Partial<TableState>) => setAddress(patch, { replace: true }),
  };
  return (
    <Tabs
      label={t('tables.label')}
      value={address.table === 'people' ? 'people' : 'departments'}
      onChange={(next) => setAddress({ table: next, sort: 'RISK_LEVEL', order: 'desc', search: '' })}
      items={tables.map((value) => ({ value, label: t(`tables.${value}`) }))}
    >
      {address.table === 'people' ? <PeopleTable {...table} /> : <DepartmentsTable {...table} days={days} />}
    </Tabs>
  );
};

/** The page in its final shape while its cards load. */
const OverviewSkeleton = (): ReactNode => {
  const t = useT('commons');
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={css['hero']}>
        <Skeleton height={300} radius={14} />
        <Skeleton height={300} radius={14} />
      </div>
      <div className={css['thirds']}>
        <Skeleton height={340} radius={14} />
        <Skeleton height={340} radius={14} />
        <Skeleton height={340} radius={14} />
      </div>
      <div className={css['charts']}>
        <Skeleton height={240} radius={14} />
        <Skeleton height={240} radius={14} />
      </div>
    </div>
  );
};

type OverviewProps = { id: string; below: boolean; days: number };

/** The figures of the period. */
const Overview = ({ id, below, days }: OverviewProps): ReactNode => {
  const t = useT('statistics');
  const pageQuery = { id, days_period: days };
  const anonymous = useAnonymous();
  const own = below || !anonymous;
  const risk = useRead('statistics.current-risk-level', pageQuery, { quiet: true, enabled: own });
  const hidden = !own || failedWith(risk.error, 'privacy.anonymous');
  const line = useRead('statistics.risk-levels', pageQuery, { quiet: true, enabled: !hidden });
  const phishing = useRead('statistics.phishing', pageQuery, { quiet: true });
  const progress = useRead('statistics.progress', pageQuery, { quiet: true });
  const now = useRead('statistics.current-progress', pageQuery, { quiet: true });
  const groups = useRead('statistics.risk-groups', { id }, { quiet: true, enabled: !hidden });
  const progressGroups = useRead('statistics.progress-groups', { id }, { quiet: true });
  const counts = useRead('statistics.courses-counts', { id }, { quiet: true });
  const last = useRead('statistics.last-campaign', { id }, { quiet: true });
  const worst = useRead(
    'statistics.departments',
    { organization_id: id, days_period: days, sort_by: 'RISK_LEVEL', sort_order: 'desc', limit: WORST, offset: 0 },
    { quiet: true, enabled: !hidden },
  );
  const shown = [phishing, progress, now, progressGroups, counts, last, ...(hidden ? [] : [risk, line, groups, worst])];
  // All cards appear together: one after the other they would move what is being read.
  if (shown.some((one) => one.data === undefined && !one.isError)) return <OverviewSkeleton />;
  return (
    <>
      {hidden ? (
        <AnonymousNote about="people" />
      ) : risk.isError ? (
        <ErrorState onRetry={() => void risk.refetch()} />
      ) : risk.data === undefined ? (
        <LoadingState />
      ) : (
        <RiskHero
          organization={id}
          below={below}
          days={days}
          risk={risk.data}
          line={line.data}
          worst={(worst.data?.data ?? []).filter((one) => one.risk_level_statistic.value !== null)}
          high={groups.data?.data.find((one) => one.name === 'high')?.count ?? 0}
        />
      )}
      <div className={css['thirds']}>
        <StatCard title={t('chart.phishing', { days })} of={[phishing]}>
          {(data) => <PhishingPeriod data={data} days={days} totals={hidden} />}
        </StatCard>
        {!hidden && (
          <StatCard title={t('chart.risk_groups')} of={[groups]}>
            {({ data }) => <RiskGroups data={data} />}
          </StatCard>
        )}
        <StatCard title={t('chart.progress_groups')} of={[progressGroups]}>
          {({ data }) => <ProgressGroups data={data} />}
        </StatCard>
      </div>
      <div className={css['charts']}>
        <StatCard title={t('last.title')} of={[last]}>
          {({ data }) => <LastCampaign data={data} below={below} />}
        </StatCard>
        <StatCard title={t('chart.progress_percent')} of={[progress, now, counts]}>
          {(series, mean, courses) => (
            <ProgressLine progress={series} now={mean} counts={courses} days={days} below={below} />
          )}
        </StatCard>
      </div>
    </>
  );
};

/** Whether the organisation is getting safer, and where it is not; the analysis is loaded when it is opened. */
export const Statistics = ({ id, below = false, title, trail, above }: Props): ReactNode => {
  const t = useT('statistics');
  const tr = useT('reports');
  const [address, setAddress] = useSearchState(addressState);
  const days = periods.find((one) => one === address.days) ?? 90;
  const hidden = useAnonymous() && !below;
  const view = hidden ? 'overview' : (views.find((one) => one === address.view) ?? 'overview');
  return (
    <PeopleNumbers organization={id} below={below}>
      <PageHead
        title={title ?? t('title')}
        {...(trail && { trail })}
        hint={t('hint')}
        actions={
          <>
            {view !== 'analysis' && (
              <SegmentedControl
                value={String(days)}
                onChange={(next) => setAddress({ days: Number(next) })}
                aria-label={t('period.label')}
                data={periods.map((one) => ({ value: String(one), label: t(`period.${one}`) }))}
              />
            )}
            {!hidden && (
              <ReportButton
                order={{ kind: 'overview', ...(below && { organization_id: id }) }}
                label={t('action.report')}
              />
            )}
            <ReportMenu kind="compliance" id={below ? id : undefined} label={tr('compliance.action')} />
          </>
        }
      />
      {above}
      <Tabs
        label={t('view.label')}
        value={view}
        onChange={(next) => setAddress({ view: next })}
        items={views
          .filter((value) => value === 'overview' || !hidden)
          .map((value) => ({ value, label: t(`view.${value}`) }))}
      >
        {view === 'overview' ? (
          <Overview id={id} below={below} days={days} />
        ) : view === 'tables' ? (
          <Tables id={id} below={below} days={days} />
        ) : (
          <Suspense fallback={<LoadingState />}>
            <Analysis organization={id} />
          </Suspense>
        )}
      </Tabs>
    </PeopleNumbers>
  );
};
