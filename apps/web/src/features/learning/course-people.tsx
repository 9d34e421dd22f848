import { IconUsers } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { CourseFigures, CourseLearner } from '@sergak/contract/learning/course-figures.schema.ts';
import type { LearnerState } from '@sergak/contract/learning/learning.schema.ts';
import { formatDate, formatPercent } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { ShareBar, StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import css from './admin.module.css';
import figures from './course-figures.module.css';

const tones: Record<LearnerState, Tone> = {
  not_started: 'neutral',
  in_progress: 'active',
  completed: 'good',
  likely_late: 'warning',
  behind: 'bad',
};
const options = { sort: '' } as const;
const rowId = (row: CourseLearner): string => `${row.assignment.id}:${row.employee_id}`;

type Assignments = CourseFigures['assignments'];
/** The assignment of a learner, with its dates, because several of a course often have the same title. */
const assignmentColumn = (t: T<'learning'>, assignments: Assignments): Column<CourseLearner> => ({
  id: 'assignment',
  title: t('figures.assignment_column'),
  wrap: true,
  phone: 'bare',
  cell: ({ assignment: { id, title } }) => {
    const one = assignments.find((row) => row.id === id);
    return (
      <span className={css['name']}>
        <span>
          {title}
          {one !== undefined && <small>{`${formatDate(one.start_date)} – ${formatDate(one.deadline)}`}</small>}
        </span>
      </span>
    );
  },
});

const columnsOf = (t: T<'learning'>, linked: boolean, assignments: Assignments): readonly Column<CourseLearner>[] => [
  {
    id: 'name',
    title: t('people.name'),
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
          <small>{ownTitle(row.department)}</small>
        </span>
      </span>
    ),
  },
  ...(assignments.length > 1 ? [assignmentColumn(t, assignments)] : []),
  {
    id: 'progress',
    title: t('col.progress'),
    figure: 'learners_progress',
    width: 140,
    cell: (row) => <ShareBar value={row.progress} label={formatPercent(row.progress)} />,
  },
  {
    id: 'state',
    title: t('people.state'),
    width: 140,
    phone: 'side',
    cell: (row) => <StatusBadge tone={tones[row.state]}>{t(`one_state.${row.state}`)}</StatusBadge>,
  },
  { id: 'deadline', title: t('col.deadline'), when: 'day', cell: (row) => formatDate(row.deadline) },
];

/** Learners of all assignments: those who are behind first. */
export const CoursePeople = ({ id, assignments }: { id: string; assignments: Assignments }): ReactNode => {
  const t = useT('learning');
  const linked = usePermission('admin.staff.employees');
  const state = useListState(options);
  const list = useRead('learning.course-people', { id, search: state.search, ...state.paging });
  const columns = useMemo(() => columnsOf(t, linked, assignments), [t, linked, assignments]);
  return (
    <div className={figures['spaced']}>
      <h2 className={figures['list-title']}>{t('figures.people_title')}</h2>
      <DataTable
        name="course-people"
        label={t('figures.people_title')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        rowId={rowId}
        query={list}
        state={{ ...state, active: 0 }}
        empty={{ icon: IconUsers, title: t('figures.nobody') }}
      />
    </div>
  );
};
