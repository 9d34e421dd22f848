import { Button } from '@mantine/core';
import { IconBuilding, IconPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { DepartmentStat } from '@sergak/contract/departments/departments.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { useDepartmentList } from '../../shared/staff-lists.ts';
import { DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { useAnonymous, usePermission } from '../../shared/session.ts';
import { ReportMenu } from '../reports/public.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { NotFound } from '../../shared/ui/states.tsx';
import { BesideTree } from './beside-tree.tsx';
import { type Deeds, DeedsContext, useDepartmentColumns } from './department-cells.tsx';
import { DepartmentCrumbs } from './department-crumbs.tsx';
import { DepartmentTwins } from './department-twins.tsx';
import css from './departments.module.css';
import { type DepartmentDrop, useDepartmentDrag } from './use-department-drag.ts';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const DepartmentModal = lazyWindow(() => import('./department-modal.tsx'));

const listOptions = { sort: 'RISK_LEVEL', filters: { department: '' }, ids: ['department'] } as const;
const anonymousOptions = { ...listOptions, sort: 'NAME', order: 'asc' } as const;
const sortKeys = ['NAME', 'EMPLOYEES', 'PROGRESS', 'RISK_LEVEL', 'PHISHING_INDICATOR', 'INCIDENT_RISK'] as const;
const openKeys: readonly (typeof sortKeys)[number][] = ['NAME', 'EMPLOYEES', 'PROGRESS'];
const rowId = (row: DepartmentStat): string => row.id;

/** Departments level by level; the figures include child departments. */
export default function DepartmentsView(): ReactNode {
  const t = useT('departments');
  const tr = useT('reports');
  const anonymous = useAnonymous();
  const mayReport = usePermission('admin.statistics') && !anonymous;
  const state = useListState(anonymous ? anonymousOptions : listOptions);
  const parent = state.filters.department;
  const list = useDepartmentList({
    ...state.paging,
    sort_by: state.sort as 'NAME',
    sort_order: state.order,
    ...(parent === '' ? {} : { parent_id: parent }),
  });
  const [editing, setEditing] = useState<{ department: DepartmentStat | null; parent: string | null } | null>(null);
  const columns = useDepartmentColumns();
  const { setFilters } = state;
  const enter = useCallback((id: string): void => setFilters({ department: id }), [setFilters]);
  const [drop, setDrop] = useState<DepartmentDrop | null>(null);
  const { start, area } = useDepartmentDrag(setDrop);
  const move = useWrite('departments.update', { tip: 'tips:department.update' });
  const actions = useMemo(
    (): Deeds => ({
      drag: start,
      edit: (one: DepartmentStat) => setEditing({ department: one, parent: one.parent_department_uuid }),
      enter: (one: DepartmentStat) => {
        if (one.children_count > 0) enter(one.id);
      },
    }),
    [enter, start],
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
  const crumbs = parent === '' ? [] : (list.data?.breadcrumbs ?? []);
  return (
    <DeedsContext value={actions}>
      <BesideTree at={parent} path={crumbs}>
        <div {...area} className={css['area']}>
          <DepartmentTwins />
          <DepartmentCrumbs at={parent} crumbs={crumbs} onEnter={enter} />
          {failedWith(list.error, 'department.not_found') ? (
            <NotFound
              title={t('gone')}
              hint={t('gone_hint')}
              action={
                <Button variant="default" onClick={() => enter('')}>
                  {t('all')}
                </Button>
              }
            />
          ) : (
            <DataTable
              name="departments"
              label={t('title')}
              columns={columns}
              rows={list.data?.data}
              total={list.data?.total_count}
              query={list}
              rowId={rowId}
              state={{ ...state, active: 0 }}
              search={false}
              sorting={(anonymous ? openKeys : sortKeys).map((value) => ({ value, label: t(`sort.${value}`) }))}
              tools={
                <>
                  {parent !== '' && (
                    <ButtonLink screen="staff.department" params={{ department_id: parent }} variant="default">
                      {t('page.open')}
                    </ButtonLink>
                  )}
                  {parent !== '' && mayReport && (
                    <ReportMenu kind="department" id={parent} label={tr('department.action')} />
                  )}
                  {create}
                </>
              }
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
          )}
        </div>
      </BesideTree>
      {drop !== null && (
        <ConfirmDialog
          opened
          danger={false}
          title={t('move.title', { title: drop.department.title })}
          action={t('move.action')}
          busy={move.isPending}
          onClose={() => setDrop(null)}
          onConfirm={() =>
            move.mutate(
              {
                id: drop.department.id,
                version: drop.department.version,
                parent_department_uuid: drop.to.id,
              },
              { onSettled: () => setDrop(null) },
            )
          }
        >
          {drop.to.id === null ? t('move.top') : t('move.below', { title: drop.to.title })}
        </ConfirmDialog>
      )}
      {editing !== null && (
        <Suspense fallback={null}>
          <DepartmentModal {...editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </DeedsContext>
  );
}
