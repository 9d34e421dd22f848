import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { changeTone } from '@sergak/contract/statistics/trend.rules.ts';
import type { DepartmentStatistic, UserStatistic } from '@sergak/contract/statistics/statistics.schema.ts';
import { formatLevelChange, formatNumber, formatPercent } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { usePermission } from '../../shared/session.ts';
import { type Column, DataTable, type TableProps } from '../../shared/table/data-table.tsx';
import type { ListState } from '../../shared/table/list-state.ts';
import { GroupRiskBadge, RiskBadge, ShareBar } from '../../shared/ui/badges.tsx';
import { learningColor } from '../../shared/ui/risk.ts';
import { PeopleLink } from './people-link.tsx';
import css from './statistics.module.css';
import { useMore, useNear } from './use-more.ts';

export type TableState = { sort: string; order: 'asc' | 'desc'; search: string };
type Props = {
  organization: string;
  below: boolean;
  state: TableState;
  set: (patch: Partial<TableState>) => void;
};

/** Sorting and search from the address in the form that the table takes; the table pages by scrolling. */
const listState = ({ state, set }: Pick<Props, 'state' | 'set'>): ListState<{}> => ({
  ...state,
  page: 0,
  filters: {},
  active: 0,
  paging: { limit: 20, offset: 0 },
  size: 20,
  setSize: undefined,
  setPage: () => undefined,
  setFilters: () => undefined,
  resetFilters: () => undefined,
  reset: () => set({ sort: 'RISK_LEVEL', order: 'desc', search: '' }),
  setSearch: (search) => set({ search }),
  sortBy: (column) => set({ sort: column, order: column === state.sort && state.order === 'desc' ? 'asc' : 'desc' }),
});

const Progress = ({ value }: { value: number | null }): ReactNode =>
  value === null ? '—' : <ShareBar value={value} label={formatPercent(value)} color={learningColor(value)} />;
const Change = ({ value }: { value: number | null }): ReactNode =>
  value === null ? (
    '—'
  ) : (
    <span className={css['change']} data-tone={changeTone(value, 'down')}>
      {formatLevelChange(value)}
    </span>
  );
const DepartmentName = ({ row, below }: { row: DepartmentStatistic; below: boolean }): ReactNode =>
  usePermission('admin.staff.employees') && !below ? (
    <ScreenLink screen="staff.employees" search={{ departments: [row.id] }} className={css['name']}>
      {ownTitle(row.title)}
    </ScreenLink>
  ) : (
    <span>{ownTitle(row.title)}</span>
  );
const PersonName = ({ row }: { row: UserStatistic }): ReactNode => (
  <span className={css['who']}>
    {usePermission('admin.staff.employees') ? (
      <ScreenLink screen="staff.employee" params={{ employee_id: row.id }} className={css['name']}>
        {row.full_name}
      </ScreenLink>
    ) : (
      <span>{row.full_name}</span>
    )}
    <small>{ownTitle(row.department)}</small>
  </span>
);

type Growing = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
const More = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { query: Growing }): ReactNode => {
  const t = useT('statistics');
  const end = useNear(() => {
    void fetchNextPage();
  }, hasNextPage && !isFetchingNextPage);
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

const progressColumn = <Row extends Pick<UserStatistic, 'progress_statistic'>>(t: T<'statistics'>): Column<Row> => ({
  id: 'progress',
  title: t('column.progress'),
  figure: 'learning_progress',
  sort: 'PROGRESS',
  cell: (row) => <Progress value={row.progress_statistic.value} />,
});

const emailSteps = [
  ['sent', 'sent', 'SENT'],
  ['clicked', 'clicked', 'CLICKED'],
  ['entered', 'entered_data', 'ENTERED_DATA'],
] as const;
type EmailStep = (typeof emailSteps)[number][1];
/** Number of emails, and how far people went through them. */
const emailColumns = <Row extends Pick<UserStatistic, 'phishing_statistic'> | DepartmentStatistic>(
  t: T<'statistics'>,
  /** Emails of the period, or all of a person. */
  counted: 'period' | 'emails',
  sortable: boolean,
  wrap: (row: Row, step: EmailStep, value: number) => ReactNode = (_row, _step, value) => formatNumber(value),
): Column<Row>[] =>
  emailSteps.map(([id, group, sort]) => ({
    id,
    title: t(`column.${id}`),
    figure: `${counted}_${group}` as const,
    align: 'end',
    ...(sortable && { sort }),
    cell: (row) => wrap(row, group, row.phishing_statistic.groups[group].value),
  }));

/** A list that pages by scrolling. */
const FiguresTable = <Row extends { id: string }>({
  list,
  ...table
}: Pick<TableProps<Row>, 'name' | 'label' | 'columns' | 'state' | 'search' | 'tools' | 'empty'> & {
  list: { query: Growing & TableProps<Row>['query']; rows: readonly Row[] | undefined; total: number | undefined };
}): ReactNode => (
  <>
    <DataTable
      {...table}
      rows={list.rows}
      total={list.total}
      size={Infinity}
      rowId={(row) => row.id}
      query={list.query}
    />
    <More query={list.query} />
  </>
);

/** Departments, each with the people of its child departments. */
export const DepartmentsTable = (props: Props & { days: number }): ReactNode => {
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
        figure: 'people',
        sort: 'EMPLOYEES',
        align: 'end',
        cell: (row) => (
          <PeopleLink
            value={row.employees_count}
            number={{ kind: 'number', input: { of: 'everyone', department_id: row.id }, title: ownTitle(row.title) }}
          >
            {formatNumber(row.employees_count)}
          </PeopleLink>
        ),
      },
      progressColumn(t),
      ...emailColumns<DepartmentStatistic>(t, 'period', true, (row, step, value) => (
        <PeopleLink
          value={value}
          number={{
            kind: 'number',
            input: { of: step, department_id: row.id, days_period: days },
            title: t('people.department', { title: ownTitle(row.title), step: t(`step.${step}`) }),
          }}
        >
          {formatNumber(value)}
        </PeopleLink>
      )),
      {
        id: 'risk',
        title: t('column.risk'),
        figure: 'risk_level',
        sort: 'RISK_LEVEL',
        phone: 'side',
        cell: (row) => <GroupRiskBadge level={row.risk_level_statistic.value} people={row.employees_count} />,
      },
      {
        id: 'change',
        title: t('column.change'),
        phone: 'off',
        figure: 'risk_change',
        sort: 'RISK_CHANGE',
        align: 'end',
        width: 124,
        grow: 0.5,
        cell: (row) => <Change value={row.risk_level_statistic.change} />,
      },
    ],
    [t, below, days],
  );
  return (
    <FiguresTable
      name="statistics-departments"
      label={t('tables.departments')}
      columns={columns}
      list={list}
      state={listState(props)}
      search={false}
      empty={{ title: t('tables.no_departments') }}
    />
  );
};

/** People with their figures. */
export const PeopleTable = (props: Props): ReactNode => {
  const t = useT('statistics');
  const { state, organization } = props;
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
        cell: (row) => <PersonName row={row} />,
      },
      progressColumn(t),
      {
        id: 'phishing',
        title: t('column.phishing'),
        figure: 'phishing_indicator',
        sort: 'PHISHING',
        align: 'end',
        cell: (row) => (row.phishing_statistic.value === null ? '—' : formatNumber(row.phishing_statistic.value)),
      },
      ...emailColumns<UserStatistic>(t, 'emails', false),
      {
        id: 'risk',
        title: t('column.risk'),
        figure: 'risk_level',
        sort: 'RISK_LEVEL',
        phone: 'side',
        cell: (row) => <RiskBadge level={row.risk_level_statistic.value} />,
      },
    ],
    [t],
  );
  return (
    <FiguresTable
      name="statistics-people"
      label={t('tables.people')}
      columns={columns}
      list={list}
      state={listState(props)}
      search={{ placeholder: t('tables.search') }}
      empty={{ title: t('tables.no_people') }}
    />
  );
};
