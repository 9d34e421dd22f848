import { Button } from '@mantine/core';
import { IconDownload, IconFilePlus, IconFileText } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { kindsFor } from '@sergak/contract/reports/reports.rules.ts';
import type { Report } from '@sergak/contract/reports/reports.schema.ts';
import { formatDate, formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState, sortOf } from '../../shared/table/list-state.ts';
import { StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { useMe } from '../../shared/session.ts';
import { CancelReport } from './cancel-report.tsx';
import css from './reports.module.css';
import { type ReportOrder, useReport } from './use-report.ts';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const NewReport = lazyWindow(() => import('./new-report.tsx'));
const ReportModal = lazyWindow(() => import('./report-modal.tsx'));

const sorts = ['title', 'status', 'author', 'created_at'] as const;
const listOptions = { sort: 'created_at', order: 'desc', filters: { category: '' } } as const;
/** `?add=new` opens the window that orders a report. */
const inAddress = { add: '' } as const;
const tones: Record<Report['status'], Tone> = { in_progress: 'active', complete: 'good', error: 'bad' };

const Name = ({ row }: { row: Report }): ReactNode => {
  const t = useT('reports');
  return (
    <span className={css['name']}>
      <strong>{row.title}</strong>
      <small>
        {t(`category.${row.category}`)} · {row.format.toUpperCase()}
      </small>
    </span>
  );
};
const Status = ({ row }: { row: Report }): ReactNode => {
  const t = useT('reports');
  return (
    <span className={css['name']}>
      <StatusBadge tone={tones[row.status]}>{t(`status.${row.status}`)}</StatusBadge>
      {row.error !== null && <small className={css['reason']}>{t(`error.${row.error}`)}</small>}
    </span>
  );
};
const Actions = ({ row }: { row: Report }): ReactNode =>
  row.status === 'in_progress' ? <CancelReport report={row} size="compact-sm" /> : <Download row={row} />;
const Download = ({ row }: { row: Report }): ReactNode => {
  const t = useT('reports');
  return row.url === null ? null : (
    <Button
      component="a"
      href={row.url}
      download
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} />}
      aria-label={t('download', { title: row.title })}
    >
      {t('commons:download')}
    </Button>
  );
};

/** Reports of the last 30 days: in progress, ready to download, or failed with the reason. */
export default function ReportsScreen(): ReactNode {
  const t = useT('reports');
  const state = useListState(listOptions);
  const [{ add }, set] = useSearchState(inAddress);
  const [ordered, setOrdered] = useState<ReportOrder | null>(null);
  const report = useReport();
  const [busy, setBusy] = useState(false);
  const { permissions } = useMe();
  const kinds = kindsFor(new Set(permissions));
  const category = kinds.find((one) => one === state.filters.category);
  const list = useRead(
    'reports.list',
    { search: state.search, ...(category && { category }), ...sortOf(state, sorts), ...state.paging },
    { refetchInterval: busy ? REFRESH_MS.running : false },
  );
  const running = list.data?.data.some((one) => one.status === 'in_progress') ?? false;
  if (running !== busy) setBusy(running);
  const columns = useMemo(
    (): Column<Report>[] => [
      {
        id: 'title',
        title: t('column.title'),
        sort: 'title',
        always: true,
        phone: 'title',
        // Reports of one kind differ by the period at the end of the title.
        width: 260,
        grow: 3,
        wrap: true,
        cell: (row) => <Name row={row} />,
      },
      {
        id: 'status',
        title: t('column.status'),
        sort: 'status',
        phone: 'side',
        width: 150,
        wrap: true,
        cell: (row) => <Status row={row} />,
      },
      {
        id: 'author',
        title: t('column.author'),
        sort: 'author',
        phone: 'off',
        cell: (row) => row.created_by?.full_name ?? '—',
      },
      {
        id: 'created',
        title: t('column.created'),
        sort: 'created_at',
        when: 'time',
        phone: 'bare',
        cell: (row) => formatDateTime(row.created_at),
      },
      {
        id: 'expires',
        title: t('column.expires'),
        when: 'day',
        phone: 'off',
        cell: (row) => formatDate(row.expires_at),
      },
      { id: 'download', title: '', always: true, width: 130, align: 'end', cell: (row) => <Actions row={row} /> },
    ],
    [t],
  );
  const create = (
    <Button leftSection={<IconFilePlus size={16} />} onClick={() => set({ add: 'new' })}>
      {t('create')}
    </Button>
  );
  const start = (order: ReportOrder): void => {
    set({ add: '' }, { replace: true });
    setOrdered(order);
    void report.order(order);
  };
  return (
    <>
      <PageHead title={t('title')} count={list.data?.total_count} hint={t('hint')} actions={create} />
      <DataTable
        name="reports"
        label={t('title')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        rowId={(row) => row.id}
        query={list}
        state={state}
        search={{ placeholder: t('search') }}
        tools={
          <Select
            aria-label={t('filter')}
            w={220}
            clearable
            value={category ?? null}
            placeholder={t('all_categories')}
            data={kinds.map((one) => ({ value: one, label: t(`category.${one}`) }))}
            onChange={(next) => state.setFilters({ category: next ?? '' })}
          />
        }
        empty={{ icon: IconFileText, title: t('empty'), hint: t('empty_hint'), action: create }}
      />
      <Suspense fallback={null}>
        {add !== '' && <NewReport onOrder={start} onClose={() => set({ add: '' }, { replace: true })} />}
        {report.state.step !== 'idle' && (
          <ReportModal
            state={report.state}
            onAgain={() => {
              if (ordered !== null) start(ordered);
            }}
            onClose={report.reset}
          />
        )}
      </Suspense>
    </>
  );
}
