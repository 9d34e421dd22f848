import { ActionIcon, Button } from '@mantine/core';
import { IconBuilding, IconChevronRight, IconPencil, IconPlus, IconUsers } from '@tabler/icons-react';
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useMemo, useState } from 'react';
import type { DepartmentStat } from '@sergak/contract/departments/departments.schema.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import type { Column } from '../../shared/table/table-row.tsx';
import { ColorBadge, RiskBadge, ShareBar } from '../../shared/ui/badges.tsx';
import { learningColor, shareColor } from '../../shared/ui/risk.ts';
import css from './departments.module.css';

const DepartmentModal = lazy(() => import('./department-modal.tsx'));

type Editing = { department: DepartmentStat | null; parent: string | null } | null;
const Actions = createContext<{ edit: (one: DepartmentStat) => void; enter: (one: DepartmentStat) => void }>({
  edit: () => undefined,
  enter: () => undefined,
});

const Name = ({ row }: { row: DepartmentStat }): ReactNode => {
  const { enter } = use(Actions);
  return row.children_count > 0 ? (
    <button type="button" className={css['link']} onClick={() => enter(row)}>
      {row.title}
    </button>
  ) : (
    <span className={css['name']}>{row.title}</span>
  );
};

const Buttons = ({ row }: { row: DepartmentStat }): ReactNode => {
  const t = useT('staff__departments');
  const { edit, enter } = use(Actions);
  return (
    <span className={css['buttons']}>
      {!row.is_default && (
        <ActionIcon aria-label={t('edit_named', { title: row.title })} onClick={() => edit(row)}>
          <IconPencil size={18} stroke={1.7} />
        </ActionIcon>
      )}
      <ActionIcon
        aria-label={t('enter', { title: row.title })}
        disabled={row.children_count === 0}
        className={css['enter']!}
        onClick={() => enter(row)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </span>
  );
};

const People = ({ row }: { row: DepartmentStat }): ReactNode =>
  row.users_count === 0 ? (
    '0'
  ) : (
    <ScreenLink screen="staff.employees" search={{ departments: [row.id] }} className={css['people']}>
      {formatNumber(row.users_count)}
    </ScreenLink>
  );

const useDepartmentColumns = (): readonly Column<DepartmentStat>[] => {
  const t = useT('staff__departments');
  return useMemo(
    (): Column<DepartmentStat>[] => [
      {
        id: 'name',
        title: t('column.name'),
        sort: 'NAME',
        always: true,
        phone: 'title',
        width: '34%',
        cell: (row) => <Name row={row} />,
      },
      {
        id: 'people',
        title: t('column.people'),
        sort: 'EMPLOYEES',
        width: 120,
        phone: 'side',
        cell: (row) => <People row={row} />,
      },
      {
        id: 'progress',
        title: t('column.progress'),
        sort: 'PROGRESS',
        width: 170,
        cell: (row) =>
          row.progress === null ? (
            '—'
          ) : (
            <ShareBar value={row.progress} label={formatPercent(row.progress)} color={learningColor(row.progress)} />
          ),
      },
      {
        id: 'risk',
        title: t('column.risk'),
        sort: 'RISK_LEVEL',
        width: 150,
        cell: (row) => <RiskBadge level={row.risk_level} />,
      },
      {
        id: 'incident',
        title: t('column.incident'),
        sort: 'INCIDENT_RISK',
        width: 190,
        cell: (row) =>
          row.incident_risk === null ? (
            '—'
          ) : (
            <ColorBadge color={shareColor(row.incident_risk)}>{formatPercent(row.incident_risk, 1)}</ColorBadge>
          ),
      },
      { id: 'actions', title: '', always: true, width: 104, align: 'end', cell: (row) => <Buttons row={row} /> },
    ],
    [t],
  );
};

const listOptions = { sort: 'NAME', order: 'asc', filters: { department: '' } } as const;
const rowId = (row: DepartmentStat): string => row.id;

/** Departments level by level with the figures of everybody below each. */
export default function DepartmentsView(): ReactNode {
  const t = useT('staff__departments');
  const state = useListState(listOptions);
  const parent = state.filters.department;
  const list = useRead(
    'departments.stat',
    {
      ...state.paging,
      sort_by: state.sort as 'NAME',
      sort_order: state.order,
      ...(parent === '' ? {} : { parent_id: parent }),
    },
    { staleTime: 30_000 },
  );
  const [editing, setEditing] = useState<Editing>(null);
  const columns = useDepartmentColumns();
  const { setFilters } = state;
  const enter = useCallback((id: string): void => setFilters({ department: id }), [setFilters]);
  const actions = useMemo(
    () => ({
      edit: (one: DepartmentStat) => setEditing({ department: one, parent: one.parent_department_uuid }),
      enter: (one: DepartmentStat) => {
        if (one.children_count > 0) enter(one.id);
      },
    }),
    [enter],
  );
  const create = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} />}
      onClick={() => setEditing({ department: null, parent: parent || null })}
    >
      {t('create')}
    </Button>
  );
  const crumbs = list.data?.breadcrumbs ?? [];
  return (
    <Actions value={actions}>
      <nav className={css['crumbs']} aria-label={t('crumbs')}>
        <button type="button" className={css['crumb']} disabled={parent === ''} onClick={() => enter('')}>
          {t('all')}
        </button>
        {parent !== '' &&
          crumbs.map((crumb, i) => (
            <span key={crumb.id}>
              <IconChevronRight size={14} aria-hidden />
              <button
                type="button"
                className={css['crumb']}
                disabled={i === crumbs.length - 1}
                onClick={() => enter(crumb.id)}
              >
                {crumb.title}
              </button>
            </span>
          ))}
      </nav>
      <DataTable
        name="departments"
        label={t('title')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        query={list}
        rowId={rowId}
        state={{ ...state, active: 0 } as never}
        search={false}
        tools={create}
        onRow={actions.enter}
        rowDisabled={(row) => row.children_count === 0}
        empty={{
          icon: IconBuilding,
          title: t('empty'),
          ...(parent === ''
            ? {}
            : {
                action: (
                  <Button
                    variant="default"
                    leftSection={<IconUsers size={16} />}
                    renderRoot={(props) => (
                      <ScreenLink {...props} screen="staff.employees" search={{ departments: [parent] }} />
                    )}
                  >
                    {t('show_people')}
                  </Button>
                ),
              }),
        }}
      />
      {editing !== null && (
        <Suspense fallback={null}>
          <DepartmentModal {...editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </Actions>
  );
}
