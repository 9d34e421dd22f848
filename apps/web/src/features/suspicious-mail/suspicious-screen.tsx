import { IconMailQuestion, IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import {
  reportStages,
  reportVerdicts,
  suspiciousSorts,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { SuspiciousRow } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { sortOf, useListState } from '../../shared/table/list-state.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { lazy, lazyWindow } from '../../shared/ui/lazy.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { ReporterName } from './reporter-name.tsx';
import { StageBadge, VerdictBadge } from './report-state.tsx';
import css from './suspicious-mail.module.css';

const SuspiciousDrawer = lazyWindow(async () => ({
  default: (await import('./suspicious-drawer.tsx')).SuspiciousDrawer,
}));
const ReportFigures = lazy(async () => ({ default: (await import('./report-figures.tsx')).ReportFigures }));

const options = { sort: 'reported_at', order: 'desc', filters: { stage: '', verdict: '' } } as const;
const opened = { email: '' };

const columnsOf = (t: T<'suspicious'>, open: (id: string) => void): readonly Column<SuspiciousRow>[] => [
  {
    id: 'subject',
    title: t('col.subject'),
    sort: 'subject',
    always: true,
    phone: 'title',
    grow: 3,
    cell: (row) => (
      <span className={css['name']}>
        <button type="button" className={css['open']} onClick={() => open(row.id)}>
          {row.subject || t('no_subject')}
        </button>
        <small>{row.sender || t('no_sender')}</small>
      </span>
    ),
  },
  {
    id: 'reporter',
    title: t('col.reporter'),
    sort: 'reporter',
    grow: 2,
    wrap: true,
    phone: 'bare',
    cell: ({ reporter }) => <ReporterName reporter={reporter} />,
  },
  {
    id: 'reported_at',
    title: t('col.reported_at'),
    sort: 'reported_at',
    when: 'time',
    phone: 'bare',
    cell: (row) => <time dateTime={row.reported_at}>{formatDateTime(row.reported_at)}</time>,
  },
  {
    id: 'content',
    title: t('col.content'),
    width: 200,
    phone: 'bare',
    cell: (row) =>
      [
        ...(row.same > 1 ? [t('same', { count: row.same })] : []),
        ...(row.unreadable ? [t('unreadable')] : []),
        ...(row.links_count > 0 ? [t('links', { count: row.links_count })] : []),
        ...(row.attachments_count > 0 ? [t('attachments', { count: row.attachments_count })] : []),
      ].join(', ') || '—',
  },
  {
    id: 'stage',
    title: t('col.stage'),
    sort: 'stage',
    width: 150,
    phone: 'side',
    cell: (row) => (
      <span className={css['name']}>
        <span>
          <StageBadge stage={row.stage} />
        </span>
        {row.taken_by !== null && <small>{row.taken_by}</small>}
      </span>
    ),
  },
  {
    id: 'verdict',
    title: t('col.verdict'),
    sort: 'verdict',
    width: 150,
    phone: 'bare',
    cell: (row) => (row.verdict === null ? '—' : <VerdictBadge verdict={row.verdict} />),
  },
];

/** The row before or after the open one in the list that is shown. */
const neighbour = (rows: readonly SuspiciousRow[] | undefined, id: string, step: 1 | -1): string | undefined => {
  const at = rows?.findIndex((row) => row.id === id) ?? -1;
  return at < 0 ? undefined : rows?.[at + step]?.id;
};

/** Emails that employees reported and that are no simulations: the list, the open email and the figures. */
export default function SuspiciousScreen(): ReactNode {
  const t = useT('suspicious');
  const state = useListState(options);
  const [{ email }, setOpened] = useSearchState(opened);
  const maySetUp = usePermission('admin.settings.adfs');
  const stage = reportStages.find((one) => one === state.filters.stage);
  const verdict = reportVerdicts.find((one) => one === state.filters.verdict);
  const list = useRead(
    'suspicious-mail.list',
    {
      search: state.search,
      stages: stage ? [stage] : [],
      verdicts: verdict ? [verdict] : [],
      ...sortOf(state, suspiciousSorts),
      ...state.paging,
    },
    { refetchInterval: REFRESH_MS.rare },
  );
  const columns = useMemo(() => columnsOf(t, (id) => setOpened({ email: id })), [t, setOpened]);
  const isFiltered = state.search !== '' || stage !== undefined || verdict !== undefined;
  const to = (id: string | undefined) => (id === undefined ? undefined : () => setOpened({ email: id }));
  const rows = list.data?.data;
  return (
    <>
      <PageHead
        title={t('title')}
        hint={t('lead')}
        count={list.data?.total_count}
        actions={
          <ButtonLink variant="default" screen="phishing.verify" leftSection={<IconShieldCheck size={16} />}>
            {t('verify.title')}
          </ButtonLink>
        }
      />
      <DataTable<SuspiciousRow>
        name="suspicious"
        label={t('list')}
        columns={columns}
        rows={rows}
        total={list.data?.total_count}
        rowId={(row) => row.id}
        query={list}
        state={state}
        search={{ placeholder: t('search') }}
        onRow={(row) => setOpened({ email: row.id })}
        filters={{
          form: (
            <>
              <Select
                label={t('filter.stage')}
                clearable
                value={stage ?? null}
                onChange={(next) => state.setFilters({ stage: next ?? '' })}
                data={reportStages.map((value) => ({ value, label: t(`stage.${value}`) }))}
              />
              <Select
                label={t('filter.verdict')}
                clearable
                value={verdict ?? null}
                onChange={(next) => state.setFilters({ verdict: next ?? '' })}
                data={reportVerdicts.map((value) => ({ value, label: t(`verdict.${value}`) }))}
              />
            </>
          ),
          chips: [
            ...(stage
              ? [{ key: 'stage', label: t(`stage.${stage}`), onRemove: () => state.setFilters({ stage: '' }) }]
              : []),
            ...(verdict
              ? [{ key: 'verdict', label: t(`verdict.${verdict}`), onRemove: () => state.setFilters({ verdict: '' }) }]
              : []),
          ],
          onReset: state.resetFilters,
        }}
        empty={
          isFiltered
            ? { title: t('nothing'), hint: t('nothing_hint') }
            : {
                icon: IconMailQuestion,
                title: t('empty'),
                hint: t('empty_hint'),
                ...(maySetUp && {
                  action: (
                    <ScreenLink screen="settings.report-address" className="link">
                      {t('set_up')}
                    </ScreenLink>
                  ),
                }),
              }
        }
      />
      <Suspense fallback={null}>
        <ReportFigures />
        {email !== '' && (
          <SuspiciousDrawer
            id={email}
            next={to(neighbour(rows, email, 1))}
            previous={to(neighbour(rows, email, -1))}
            onOpen={(id) => setOpened({ email: id })}
            onClose={() => setOpened({ email: '' })}
          />
        )}
      </Suspense>
    </>
  );
}
