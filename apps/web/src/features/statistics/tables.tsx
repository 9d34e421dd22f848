import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { DepartmentStatistic, UserStatistic } from '@sergak/contract/statistics/statistics.schema.ts';
import { formatChange, formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useMay } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import type { ListState } from '../../shared/table/list-state.ts';
import { GroupRiskBadge, RiskBadge, ShareBar } from '../../shared/ui/badges.tsx';
import { learningColor } from '../../shared/ui/risk.ts';
import css from './statistics.module.css';
import { useMore, useNear } from './use-more.ts';

export type TableState = { sort: string; order: 'asc' | 'desc'; search: string };
type Props = {
  organization: string;
  below: boolean;
  state: TableState;
  set: (patch: Partial<TableState>) => void;
};

/** Sorting and search of the address as the table takes them; it pages by scrolling. */
const listState = ({ state, set }: Pick<Props, 'state' | 'set'>): ListState<{}> => ({
  ...state,
  page: 0,
  filters: {},
  active: 0,
  paging: { limit: 20, offset: 0 },
  setPage: () => undefined,
  setFilters: () => undefined,
  resetFilters: () => undefined,
  setSearch: (search) => set({ search }),
  sortBy: (column) => set({ sort: column, order: column === state.sort && state.order === 'desc' ? 'asc' : 'desc' }),
});

const Progress = ({ value }: { value: number | null }): ReactNode =>
  value === null ? '—' : <ShareBar value={value} label={formatPercent(value)} color={learningColor(value)} />;
const Change = ({ value }: { value: number | null }): ReactNode =>
  value === null ? (
    '—'
  ) : (
    <span className={css['change']} data-tone={Math.abs(value) < 0.05 ? 'same' : value < 0 ? 'good' : 'bad'}>
      {formatChange(value)}
    </span>
  );
type NameOf<Row> = { row: Row; below: boolean };
const DepartmentName = ({ row, below }: NameOf<DepartmentStatistic>): ReactNode =>
  useMay('admin.staff.employees') && !below ? (
    <ScreenLink screen="staff.employees" search={{ departments: [row.id] }} className={css['name']}>
      {row.title}
    </ScreenLink>
  ) : (
    row.title
  );
const PersonName = ({ row, below }: NameOf<UserStatistic>): ReactNode => (
  <span className={css['who']}>
    {useMay('admin.staff.employees') && !below ? (
      <ScreenLink screen="staff.employee" params={{ employee_id: row.id }} className={css['name']}>
        {row.full_name}
      </ScreenLink>
    ) : (
      row.full_name
    )}
    <small>{row.department}</small>
  </span>
);

const More = ({
  list,
}: {
  list: {
    query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
    rows: readonly unknown[] | undefined;
  };
}): ReactNode => {
  const t = useT('statistics');
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list.query;
  const end = useNear(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, hasNextPage);
  return (
    <div ref={end} className={css['more']}>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
};

/** Departments, each with everybody below it. */
export const DepartmentsTable = (props: Props & { days: number; tools: ReactNode }): ReactNode => {
  const t = useT('statistics');
  const { state, days, organization, below } = props;
  const list = useMore('statistics.departments', {
    organization_id: organization,
    days_period: days,
    sort_by: state.sort as 'RISK_LEVEL',
    sort_order: state.order,
  });
  const columns = useMemo(
    (): Column<DepartmentStatistic>[] => [
      {
        id: 'title',
        title: t('column.department'),
        sort: 'TITLE',
        always: true,
        phone: 'title',
        cell: (row) => <DepartmentName row={row} below={below} />,
      },
      {
        id: 'people',
        title: t('column.people'),
        sort: 'EMPLOYEES',
        align: 'end',
        cell: (row) => formatNumber(row.employees_count),
      },
      {
        id: 'progress',
        title: t('column.progress'),
        sort: 'PROGRESS',
        cell: (row) => <Progress value={row.progress_statistic.value} />,
      },
      {
        id: 'sent',
        title: t('column.sent'),
        sort: 'SENT',
        align: 'end',
        cell: (row) => formatNumber(row.phishing_statistic.groups.sent.value),
      },
      {
        id: 'clicked',
        title: t('column.clicked'),
        sort: 'CLICKED',
        align: 'end',
        cell: (row) => formatNumber(row.phishing_statistic.groups.clicked.value),
      },
      {
        id: 'entered',
        title: t('column.entered'),
        sort: 'ENTERED_DATA',
        align: 'end',
        cell: (row) => formatNumber(row.phishing_statistic.groups.entered_data.value),
      },
      {
        id: 'risk',
        title: t('column.risk'),
        sort: 'RISK_LEVEL',
        phone: 'side',
        cell: (row) => <GroupRiskBadge level={row.risk_level_statistic.value} people={row.employees_count} />,
      },
      {
        id: 'change',
        title: t('column.change'),
        sort: 'RISK_CHANGE',
        align: 'end',
        cell: (row) => <Change value={row.risk_level_statistic.change} />,
      },
    ],
    [t, below],
  );
  return (
    <>
      <DataTable
        name="statistics-departments"
        label={t('tables.departments')}
        columns={columns}
        rows={list.rows}
        total={list.total}
        size={Infinity}
        rowId={(row) => row.id}
        query={list.query}
        state={listState(props)}
        search={false}
        tools={props.tools}
        empty={{ title: t('tables.no_departments') }}
      />
      <More list={list} />
    </>
  );
};

/** People with their figures. */
export const PeopleTable = (props: Props & { tools: ReactNode }): ReactNode => {
  const t = useT('statistics');
  const { state, organization, below } = props;
  const list = useMore('statistics.users', {
    organization_id: organization,
    search: state.search,
    sort_by: state.sort as 'RISK_LEVEL',
    sort_order: state.order,
  });
  const columns = useMemo(
    (): Column<UserStatistic>[] => [
      {
        id: 'name',
        title: t('column.name'),
        sort: 'NAME',
        always: true,
        phone: 'title',
        cell: (row) => <PersonName row={row} below={below} />,
      },
      {
        id: 'progress',
        title: t('column.progress'),
        sort: 'PROGRESS',
        cell: (row) => <Progress value={row.progress_statistic.value} />,
      },
      {
        id: 'phishing',
        title: t('column.phishing'),
        sort: 'PHISHING',
        align: 'end',
        cell: (row) => (row.phishing_statistic.value === null ? '—' : formatNumber(row.phishing_statistic.value)),
      },
      {
        id: 'sent',
        title: t('column.sent'),
        align: 'end',
        cell: (row) => formatNumber(row.phishing_statistic.groups.sent.value),
      },
      {
        id: 'clicked',
        title: t('column.clicked'),
        align: 'end',
        cell: (row) => formatNumber(row.phishing_statistic.groups.clicked.value),
      },
      {
        id: 'entered',
        title: t('column.entered'),
        align: 'end',
        cell: (row) => formatNumber(row.phishing_statistic.groups.entered_data.value),
      },
      {
        id: 'risk',
        title: t('column.risk'),
        sort: 'RISK_LEVEL',
        phone: 'side',
        cell: (row) => <RiskBadge level={row.risk_level_statistic.value} />,
      },
    ],
    [t, below],
  );
  return (
    <>
      <DataTable
        name="statistics-people"
        label={t('tables.people')}
        columns={columns}
        rows={list.rows}
        total={list.total}
        size={Infinity}
        rowId={(row) => row.id}
        query={list.query}
        state={listState(props)}
        search={{ placeholder: t('tables.search') }}
        tools={props.tools}
        empty={{ title: t('tables.no_people') }}
      />
      <More list={list} />
    </>
  );
};
