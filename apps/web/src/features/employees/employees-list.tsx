import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useAnonymous } from '../../shared/session.ts';
import { useEmployeeList } from '../../shared/staff-lists.ts';
import { DataTable, type TableProps } from '../../shared/table/data-table.tsx';
import { useListState, useSelection } from '../../shared/table/list-state.ts';
import { LoadingState } from '../../shared/ui/states.tsx';
import { EditContext, useStaffColumns } from './employee-cells.tsx';
import { useFilterChips } from './filter-chips.tsx';
import { filterDefaults, filtersById, filterOf, queryOf } from './selection.ts';
import { lazy, lazyWindow, preloadable } from '../../shared/ui/lazy.tsx';

const EmployeeFilters = lazy(() => import('./employee-filters.tsx'));
const EmployeeModal = lazyWindow(() => import('./employee-modal.tsx'));
const EmployeesBulk = preloadable(() => import('./employees-bulk.tsx'));

const listOptions = { sort: 'RISK_LEVEL', filters: filterDefaults, ids: filtersById } as const;
const anonymousOptions = { ...listOptions, sort: 'NAME', order: 'asc' } as const;
const rowId = (row: EmployeeRow): string => row.id;
const rowName = (row: EmployeeRow): string => row.full_name;
/** The row of an unregistered person opens nothing, as specified: neither the row nor its name nor its chevron. */
const rowDisabled = (row: EmployeeRow): boolean => !row.is_registered;

type Props = {
  onCount: (count: number | undefined) => void;
  empty: TableProps<EmployeeRow>['empty'];
  /** The window that uploads a list is open. */
  uploading: boolean;
};

/** People with search, filters, sorting, selection and bulk actions. */
export const EmployeesList = ({ onCount, empty, uploading }: Props): ReactNode => {
  const t = useT('employees');
  const go = useGo();
  const state = useListState(useAnonymous() ? anonymousOptions : listOptions);
  const list = useEmployeeList(queryOf(state));
  const filter = useMemo(() => filterOf(state), [state]);
  const selection = useSelection(list.data?.total_count ?? 0, JSON.stringify(filter));
  const [editing, setEditing] = useState<EmployeeRow | null>(null);
  const columns = useStaffColumns();
  const chips = useFilterChips(state);
  const total = list.data?.total_count;
  useEffect(() => onCount(total), [onCount, total]);
  const shown = total !== undefined;
  useEffect(() => {
    if (shown) void EmployeesBulk.preload();
  }, [shown]);
  return (
    <EditContext value={setEditing}>
      <DataTable
        name="employees"
        label={t('title')}
        columns={columns}
        rows={list.data?.data}
        total={total}
        rowId={rowId}
        rowName={rowName}
        people
        rowDisabled={rowDisabled}
        query={list}
        state={state}
        search={{ placeholder: t('search') }}
        empty={empty}
        selection={selection}
        onRow={(row) => go({ screen: 'staff.employee', params: { employee_id: row.id } })}
        filters={{
          form: (
            <Suspense fallback={<LoadingState />}>
              <EmployeeFilters state={state} />
            </Suspense>
          ),
          chips,
          onReset: state.resetFilters,
        }}
        bulk={<EmployeesBulk selection={selection} filter={filter} />}
        bulkOpen={uploading}
      />
      {editing !== null && (
        <Suspense fallback={null}>
          <EmployeeModal person={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </EditContext>
  );
};
