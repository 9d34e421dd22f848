import { Button } from '@mantine/core';
import { IconBell, IconBooks, IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { AssignmentRow, AssignmentStatus } from '@sergak/contract/learning/learning.schema.ts';
import { formatChange, formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { ShareBar } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { usePermission } from '../../shared/session.ts';
import { ReportMenu } from '../reports/public.ts';
import { audienceWords } from './audience.ts';
import { AssignmentStatusBadge } from './assignment-status.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import css from './admin.module.css';

const DefaultReminders = lazyWindow(() => import('./default-reminders.tsx'));

const options = { sort: 'created_at', order: 'desc' } as const;
const usual = { tab: 'active', kind: 'all', reminders: '' } as const;
const kinds = ['all', 'native', 'scorm'] as const;
const tabs = ['active', 'planned', 'completed'] as const satisfies readonly AssignmentStatus[];
const rowId = (row: AssignmentRow): string => row.id;

/** What assigned the course automatically, with its name. */
const sourceWords = (t: T<'learning'>, { source, source_title: title }: AssignmentRow): string =>
  source === 'manual'
    ? ''
    : title === null
      ? t(`source.${source}`)
      : t(`source.${source}_named`, { title: ownTitle(title) });

const columnsOf = (t: T<'learning'>): readonly Column<AssignmentRow>[] => [
  {
    id: 'title',
    title: t('col.title'),
    sort: 'title',
    always: true,
    wrap: true,
    phone: 'title',
    cell: (row) => (
      <span className={css['name']}>
        {row.image_path !== null && <img src={row.image_path} alt="" width={56} height={36} loading="lazy" />}
        <span>
          <ScreenLink screen="learning.assigned-one" params={{ course_id: row.id }}>
            {row.title}
          </ScreenLink>
          {row.kind === 'scorm' && <span className={css['kind']}>{t('kind.scorm')}</span>}
          <small>{sourceWords(t, row) || audienceWords(t, row.audience)}</small>
        </span>
      </span>
    ),
  },
  {
    id: 'progress',
    title: t('col.progress'),
    figure: 'learners_progress',
    sort: 'progress',
    width: 140,
    cell: (row) => <ShareBar value={row.progress} label={formatPercent(row.progress)} />,
  },
  {
    id: 'change',
    title: t('col.change'),
    figure: 'learners_week',
    width: 140,
    phone: 'off',
    cell: (row) =>
      Math.round(row.progress_change) > 0 ? (
        <span className={css['up']}>{t('col.change_value', { change: formatChange(row.progress_change, 0) })}</span>
      ) : (
        <span className="quiet">{t('col.change_none')}</span>
      ),
  },
  {
    id: 'people',
    title: t('col.people'),
    figure: ['learners_completed', 'learners'],
    width: 120,
    cell: (row) =>
      t('col.people_of', { done: formatNumber(row.completed_count), total: formatNumber(row.learners_count) }),
  },
  { id: 'start', title: t('col.start'), when: 'day', phone: 'off', cell: (row) => formatDate(row.start_date) },
  {
    id: 'deadline',
    title: t('col.deadline'),
    sort: 'deadline',
    when: 'day',
    cell: (row) => <span className={row.overdue ? css['late'] : undefined}>{formatDate(row.deadline)}</span>,
  },
  {
    id: 'status',
    title: t('col.status'),
    width: 150,
    phone: 'side',
    cell: (row) => <AssignmentStatusBadge one={row} />,
  },
];

/** Assigned courses by state. */
export default function AssignedScreen(): ReactNode {
  const t = useT('learning');
  const tr = useT('reports');
  const mayReport = usePermission('admin.statistics');
  const go = useGo();
  const state = useListState(options);
  const [{ tab, kind: wanted, reminders }, setTab] = useSearchState(usual);
  const kind = kinds.find((one) => one === wanted) ?? 'all';
  const status = tabs.find((one) => one === tab) ?? 'active';
  const list = useRead('learning.assignments', {
    status,
    kind,
    search: state.search,
    sort_by: state.sort as 'created_at',
    sort_order: state.order,
    ...state.paging,
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <>
      <PageHead
        title={t('list.title')}
        count={list.data?.total_count}
        actions={
          <>
            {mayReport && <ReportMenu kind="compliance" id={undefined} label={tr('compliance.action')} />}
            <Button
              variant="default"
              leftSection={<IconBell size={16} aria-hidden />}
              onClick={() => setTab({ reminders: 'default' })}
            >
              {t('defaults.open')}
            </Button>
            <ButtonLink screen="learning.assigned-select" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('list.assign')}
            </ButtonLink>
          </>
        }
      />
      <Tabs
        label={t('list.tabs')}
        value={status}
        onChange={(next) => {
          setTab({ tab: next });
          state.setPage(0);
        }}
        items={tabs.map((value) => ({ value, label: t(`list.${value}`), count: list.data?.counts[value] }))}
      >
        <DataTable
          name="assigned"
          label={t('list.title')}
          columns={columns}
          rows={list.data?.data}
          total={list.data?.total_count}
          rowId={rowId}
          query={list}
          state={state}
          search={{ placeholder: t('list.search') }}
          tools={
            <Select
              aria-label={t('list.kind')}
              w={190}
              value={kind}
              data={kinds.map((value) => ({ value, label: t(`list.kind_${value}`) }))}
              onChange={(next) => {
                setTab({ kind: kinds.find((one) => one === next) ?? 'all' });
                state.setPage(0);
              }}
            />
          }
          onRow={(row) => go({ screen: 'learning.assigned-one', params: { course_id: row.id } })}
          empty={{
            icon: IconBooks,
            title: t('list.none'),
            hint: t('list.none_hint'),
            action:
              status === 'completed' ? undefined : (
                <ButtonLink screen="learning.assigned-select">{t('list.assign')}</ButtonLink>
              ),
          }}
        />
      </Tabs>
      {reminders === 'default' && (
        <Suspense fallback={null}>
          <DefaultReminders onClose={() => setTab({ reminders: '' }, { replace: true })} />
        </Suspense>
      )}
    </>
  );
}
