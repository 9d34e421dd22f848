import { IconUsers } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import { queryOfFilter } from '@sergak/contract/employees/people-selection.wire.ts';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { keepIds } from '../../shared/nav/search-params.ts';
import { useRead } from '../../shared/query.ts';
import { useAnonymous } from '../../shared/session.ts';
import { useEmployeeList } from '../../shared/staff-lists.ts';
import { DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { DepartmentCrumbs, DepartmentsView } from '../departments/public.ts';
import { EditContext, useStaffColumns } from './employee-cells.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';

const EmployeeModal = lazy(() => import('./employee-modal.tsx'));
const tabs = ['employees', 'departments'] as const;
const usual = { tab: 'employees', department: '' };

/** The departments page: the people of a department with its children, or its child departments. */
export default function DepartmentsScreen(): ReactNode {
  const t = useT('departments');
  const go = useGo();
  const [{ tab, department: asked }] = useSearchState(usual);
  const department = keepIds(asked);
  const shown = tabs.find((one) => one === tab) ?? 'employees';
  return (
    <>
      <PageHead
        title={t('title')}
        trail={[
          <ScreenLink key="staff" screen="staff.employees">
            {t('staff')}
          </ScreenLink>,
        ]}
      />
      <Tabs
        label={t('tabs')}
        value={shown}
        onChange={(next) =>
          go({
            screen: 'staff.departments',
            search: { ...(next === 'employees' ? {} : { tab: next }), ...(department === '' ? {} : { department }) },
          })
        }
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      >
        <Suspense fallback={<LoadingState />}>
          {shown === 'departments' ? <DepartmentsView /> : <DepartmentPeople department={department} />}
        </Suspense>
      </Tabs>
    </>
  );
}

const listOptions = { sort: 'RISK_LEVEL', filters: { department: '' }, ids: ['department'] } as const;
const anonymousOptions = { ...listOptions, sort: 'NAME', order: 'asc' } as const;
const rowId = (row: EmployeeRow): string => row.id;
const rowDisabled = (row: EmployeeRow): boolean => !row.is_registered;

const DepartmentPeople = ({ department }: { department: string }): ReactNode => {
  const t = useT('departments');
  const go = useGo();
  const state = useListState(useAnonymous() ? anonymousOptions : listOptions);
  const columns = useStaffColumns();
  const [editing, setEditing] = useState<EmployeeRow | null>(null);
  const filter = { ...emptyFilter, search: state.search, departments: department === '' ? [] : [department] };
  const list = useEmployeeList({
    ...queryOfFilter(filter),
    sort_by: state.sort as 'NAME',
    sort_order: state.order,
    ...state.paging,
  });
  const way = useRead(
    'departments.stat',
    { parent_id: department, limit: 1 },
    { enabled: department !== '', quiet: true },
  );
  return (
    <EditContext value={setEditing}>
      <DepartmentCrumbs
        at={department}
        crumbs={department === '' ? [] : (way.data?.breadcrumbs ?? [])}
        onEnter={(id) => state.setFilters({ department: id })}
      />
      <DataTable
        name="department-people"
        label={t('tab.employees')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        rowId={rowId}
        rowDisabled={rowDisabled}
        query={list}
        search={{ placeholder: t('people_search') }}
        state={{ ...state, active: 0 }}
        onRow={(row) => go({ screen: 'staff.employee', params: { employee_id: row.id } })}
        empty={{ icon: IconUsers, title: t('people_empty') }}
      />
      {editing !== null && (
        <Suspense fallback={null}>
          <EmployeeModal person={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </EditContext>
  );
};
