import { IconUsers } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import { queryOfFilter } from '@sergak/contract/employees/people-selection.wire.ts';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useAnonymous } from '../../shared/session.ts';
import { useEmployeeList } from '../../shared/staff-lists.ts';
import { DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { EditContext, useStaffColumns } from './employee-cells.tsx';
import css from './employees.module.css';

const EmployeeModal = lazyWindow(() => import('./employee-modal.tsx'));

const listOptions = { sort: 'RISK_LEVEL', filters: { department: '' }, ids: ['department'] } as const;
const anonymousOptions = { ...listOptions, sort: 'NAME', order: 'asc' } as const;
/** Columns that the page of a department leaves to the staff list. */
const narrowed: ReadonlySet<string> = new Set(['department', 'tags']);
const rowId = (row: EmployeeRow): string => row.id;
const rowDisabled = (row: EmployeeRow): boolean => !row.is_registered;

type Props = {
  department: string;
  /** Beside the tree of departments, where the list has room for fewer columns. */
  beside?: boolean;
};
/** The people of a department with all its children; of the whole organisation without a department. */
export const DepartmentPeople = ({ department, beside = false }: Props): ReactNode => {
  const t = useT('departments');
  const go = useGo();
  const state = useListState(useAnonymous() ? anonymousOptions : listOptions);
  const all = useStaffColumns();
  const columns = useMemo(() => (beside ? all.filter(({ id }) => !narrowed.has(id)) : all), [all, beside]);
  const [editing, setEditing] = useState<EmployeeRow | null>(null);
  const filter = { ...emptyFilter, search: state.search, departments: department === '' ? [] : [department] };
  const list = useEmployeeList({
    ...queryOfFilter(filter),
    sort_by: state.sort as 'NAME',
    sort_order: state.order,
    ...state.paging,
  });
  return (
    <EditContext value={setEditing}>
      {beside && <h2 className={css['list-title']}>{t('tab.employees')}</h2>}
      <DataTable
        name={beside ? 'people-of-department' : 'department-people'}
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
