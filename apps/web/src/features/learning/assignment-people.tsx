import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { LearnerRow, LearnerState } from '@sergak/contract/learning/learning.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatDate, formatPercent } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { selectedRows } from '../../shared/table/selected-people.ts';
import { useListState, useSelection } from '../../shared/table/list-state.ts';
import { ShareBar, StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { Email } from '../../shared/ui/email.tsx';
import { showToast } from '../../shared/toasts.ts';
import { faceOf } from './face.ts';
import css from './admin.module.css';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const AddPeople = lazyWindow(() => import('./add-people.tsx'));
const CompletePeople = lazyWindow(() => import('./complete-people.tsx'));
type Assignment = CallOutput<'learning.assignment'>;
const options = { sort: 'name', order: 'asc', filters: { state: '' } } as const;
const states = [
  'not_started',
  'in_progress',
  'likely_late',
  'behind',
  'completed',
] as const satisfies readonly LearnerState[];
const tones: Record<LearnerState, Tone> = {
  not_started: 'neutral',
  in_progress: 'active',
  completed: 'good',
  likely_late: 'warning',
  behind: 'bad',
};
const rowId = (row: LearnerRow): string => row.employee_id;

/** Who recorded a completion, and why. */
const manualWords = ({ by, reason }: NonNullable<LearnerRow['manual']>): string =>
  by === null ? reason : `${by}: ${reason}`;

const columnsOf = (t: T<'learning'>, linked: boolean): readonly Column<LearnerRow>[] => [
  {
    id: 'name',
    title: t('people.name'),
    sort: 'name',
    always: true,
    phone: 'title',
    cell: (row) => (
      <span className={css['name']}>
        <span>
          {linked ? (
            <ScreenLink screen="staff.employee" params={{ employee_id: row.employee_id }}>
              {row.full_name}
            </ScreenLink>
          ) : (
            <span>{row.full_name}</span>
          )}
          <small>
            <Email value={row.email} />
            {!row.is_registered && `, ${t('people.unregistered')}`}
          </small>
        </span>
      </span>
    ),
  },
  { id: 'department', title: t('people.department'), phone: 'bare', cell: (row) => ownTitle(row.department.title) },
  {
    id: 'progress',
    title: t('col.progress'),
    figure: 'learners_progress',
    sort: 'progress',
    width: 140,
    cell: (row) => <ShareBar value={row.progress} label={formatPercent(row.progress)} />,
  },
  {
    id: 'state',
    title: t('people.state'),
    width: 140,
    phone: 'side',
    cell: (row) => (
      <span>
        <StatusBadge tone={tones[row.state]}>{t(`one_state.${row.state}`)}</StatusBadge>
        {row.manual !== null && (
          <small className={css['manual']} title={manualWords(row.manual)}>
            {t('people.manual')}
          </small>
        )}
      </span>
    ),
  },
  { id: 'deadline', title: t('col.deadline'), sort: 'deadline', when: 'day', cell: (row) => formatDate(row.deadline) },
  {
    id: 'completed',
    title: t('people.finished'),
    sort: 'completed_at',
    when: 'day',
    cell: (row) => (row.completed_at === null ? '—' : formatDate(row.completed_at)),
  },
];

/** The people of an assigned course with their state; add and remove people. */
export const AssignmentPeople = ({
  one,
  titled = false,
}: {
  one: Assignment;
  /** Whether the heading of the page is that of the list already. */
  titled?: boolean;
}): ReactNode => {
  const t = useT('learning');
  const mayStaff = usePermission('admin.staff.employees');
  const state = useListState(options);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [completing, setCompleting] = useState(false);
  const group = states.find((name) => name === state.filters.state);
  const filter = { search: state.search, ...(group === undefined ? {} : { state: group }) };
  const list = useRead(faceOf(one.kind, 'people'), {
    id: one.id,
    ...filter,
    sort_by: state.sort as 'name',
    sort_order: state.order,
    ...state.paging,
  });
  const selection = useSelection(list.data?.total_count ?? 0, JSON.stringify(filter));
  const chosen = { ...selectedRows(selection), ...filter };
  const columns = useMemo(() => columnsOf(t, mayStaff), [t, mayStaff]);
  const remove = useWrite(faceOf(one.kind, 'remove-people'));
  const open = one.status !== 'completed';
  const onRemove = async (): Promise<void> => {
    const done = await remove.mutateAsync({ id: one.id, selection: chosen });
    reportBulkResult('learning.remove-people', done, {
      kind: 'unenrol_people',
      about: one.course.title,
      done: t('tips:course.people_out'),
    });
    selection.clear();
  };
  const remind = useWrite('learning.remind');
  const onRemind = (): void =>
    remind.mutate(
      { id: one.id, selection: chosen },
      {
        onSuccess: ({ reminded }) => {
          const text = reminded > 0 ? t('one.reminded', { count: reminded }) : t('one.reminded_none');
          showToast({ kind: 'success', text });
          selection.clear();
        },
      },
    );
  return (
    <section aria-labelledby="people">
      <div className={css['people-head']} data-titled={titled || undefined}>
        <h2 id="people" className={titled ? 'sr-only' : undefined}>
          {t('people.title')}
        </h2>
        {open && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('people.add')}
          </Button>
        )}
      </div>
      <DataTable
        name="assignment-people"
        label={t('people.title')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        rowId={rowId}
        rowName={(row) => row.full_name}
        people
        query={list}
        state={state}
        selection={selection}
        search={{ placeholder: t('people.search') }}
        tools={
          <Select
            aria-label={t('people.filter')}
            w={170}
            value={group ?? ''}
            data={[
              { value: '', label: t('people.all') },
              ...states.map((value) => ({ value, label: t(`state.${value}`) })),
            ]}
            onChange={(value) => state.setFilters({ state: value ?? '' })}
          />
        }
        bulk={
          <>
            {one.status === 'active' && (
              <>
                {one.paused_at === null && (
                  <Button size="compact-md" variant="light" loading={remind.isPending} onClick={onRemind}>
                    {t('people.remind')}
                  </Button>
                )}
                <Button size="compact-md" variant="light" onClick={() => setCompleting(true)}>
                  {t('people.complete')}
                </Button>
              </>
            )}
            <Button size="compact-md" color="red" variant="light" onClick={() => setRemoving(true)}>
              {t('people.remove')}
            </Button>
          </>
        }
        empty={{ title: t('people.none') }}
      />
      {adding && (
        <Suspense fallback={null}>
          <AddPeople one={one} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {completing && (
        <Suspense fallback={null}>
          <CompletePeople
            one={one}
            count={selection.count}
            selection={chosen}
            onClose={() => setCompleting(false)}
            onDone={() => {
              setCompleting(false);
              selection.clear();
            }}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={removing}
        title={t('people.remove_title', { count: selection.count })}
        action={t('people.remove')}
        final
        busy={remove.isPending}
        onConfirm={() =>
          void onRemove().then(
            () => setRemoving(false),
            () => setRemoving(false),
          )
        }
        onClose={() => setRemoving(false)}
      >
        {t('people.remove_text')}
      </ConfirmDialog>
    </section>
  );
};
