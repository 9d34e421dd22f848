import { IconBooks, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { AssignmentRow, AssignmentStatus } from '@sergak/contract/learning/learning.schema.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { ShareBar, StatusBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import css from './admin.module.css';

const options = { sort: 'created_at', order: 'desc' } as const;
const usual = { tab: 'active' } as const;
const tabs = ['active', 'planned', 'completed'] as const satisfies readonly AssignmentStatus[];
const rowId = (row: AssignmentRow): string => row.id;

const columnsOf = (t: T<'learning'>): readonly Column<AssignmentRow>[] => [
  {
    id: 'title',
    title: t('col.title'),
    sort: 'title',
    always: true,
    phone: 'title',
    cell: (row) => (
      <span className={css['name']}>
        {row.course.image_path !== null && (
          <img src={row.course.image_path} alt="" width={56} height={36} loading="lazy" />
        )}
        <span>
          <ScreenLink screen="learning.assigned-one" params={{ course_id: row.id }}>
            {row.title}
          </ScreenLink>
          {row.source !== 'manual' && <small>{t(`source.${row.source}`)}</small>}
        </span>
      </span>
    ),
  },
  {
    id: 'progress',
    title: t('col.progress'),
    sort: 'progress',
    width: 140,
    cell: (row) => <ShareBar value={row.progress} label={formatPercent(row.progress)} />,
  },
  {
    id: 'people',
    title: t('col.people'),
    width: 140,
    cell: (row) =>
      t('col.people_of', { done: formatNumber(row.completed_count), total: formatNumber(row.learners_count) }),
  },
  { id: 'start', title: t('col.start'), width: 120, cell: (row) => formatDate(row.start_date) },
  {
    id: 'deadline',
    title: t('col.deadline'),
    sort: 'deadline',
    width: 130,
    cell: (row) => <span className={row.overdue ? css['late'] : undefined}>{formatDate(row.deadline)}</span>,
  },
  {
    id: 'status',
    title: t('col.status'),
    width: 150,
    phone: 'side',
    cell: (row) =>
      row.overdue ? (
        <StatusBadge tone="bad">{t('status.overdue')}</StatusBadge>
      ) : (
        <Status status={row.status} label={t(`status.${row.status}`)} />
      ),
  },
];
const tones = { active: 'active', planned: 'planned', completed: 'good' } as const;
const Status = ({ status, label }: { status: AssignmentStatus; label: string }): ReactNode => (
  <StatusBadge tone={tones[status]}>{label}</StatusBadge>
);

/** Assigned courses by state. */
export default function AssignedScreen(): ReactNode {
  const t = useT('learning');
  const go = useGo();
  const state = useListState(options);
  const [{ tab }, setTab] = useSearchState(usual);
  const status = tabs.find((one) => one === tab) ?? 'active';
  const list = useRead('learning.assignments', {
    status,
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
          <ButtonLink screen="learning.assigned-create" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('list.assign')}
          </ButtonLink>
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
          onRow={(row) => go({ screen: 'learning.assigned-one', params: { course_id: row.id } })}
          empty={{
            icon: IconBooks,
            title: t('list.none'),
            hint: t('list.none_hint'),
            action:
              status === 'completed' ? undefined : (
                <ButtonLink screen="learning.assigned-create">{t('list.assign')}</ButtonLink>
              ),
          }}
        />
      </Tabs>
    </>
  );
}
