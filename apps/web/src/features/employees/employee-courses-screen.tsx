import { IconSchool } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { PersonCourse } from '@sergak/contract/learning/person.schema.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { DataTable } from '../../shared/table/data-table.tsx';
import { useListState, sortOf } from '../../shared/table/list-state.ts';
import type { Column } from '../../shared/table/table-row.tsx';
import { ShareBar, StatusBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { usePermission } from '../../shared/session.ts';
import { ReportMenu } from '../reports/public.ts';
import { courseTone } from './course-tone.ts';
import { EmployeeFrame } from './employee-frame.tsx';
import css from './employee-page.module.css';

const PersonLearning = lazy(() => import('../statistics/public.ts').then((all) => ({ default: all.PersonLearning })));

const options = { sort: '' } as const;
const sorts = ['title', 'state', 'progress', 'attempts', 'assigned_at', 'deadline', 'completed_at'] as const;
const rowId = (row: PersonCourse): string => row.id;

const useCourseColumns = (person: string): readonly Column<PersonCourse>[] => {
  const t = useT('employees__employee');
  return useMemo(
    (): Column<PersonCourse>[] => [
      {
        id: 'course',
        title: t('courses.course'),
        sort: 'title',
        always: true,
        phone: 'title',
        cell: (row) => (
          <span className={css['course']}>
            <ScreenLink screen="staff.employee-course" params={{ employee_id: person, course_id: row.id }}>
              {row.title}
            </ScreenLink>
            <small>{row.paused ? t('courses.paused') : t(`courses.status.${row.status}`)}</small>
          </span>
        ),
      },
      {
        id: 'state',
        title: t('courses.state'),
        sort: 'state',
        width: 150,
        phone: 'side',
        cell: (row) => (
          <span className={css['course']}>
            <StatusBadge tone={courseTone[row.state]}>{t(`courses.one.${row.state}`)}</StatusBadge>
            {row.manual !== null && <small title={row.manual.reason}>{t('courses.manual')}</small>}
          </span>
        ),
      },
      {
        id: 'progress',
        title: t('courses.progress'),
        figure: 'learners_progress',
        sort: 'progress',
        width: 160,
        cell: (row) => <ShareBar value={row.progress} label={formatPercent(row.progress)} />,
      },
      {
        id: 'attempts',
        title: t('courses.attempts'),
        figure: 'learner_attempts',
        sort: 'attempts',
        width: 110,
        cell: (row) => formatNumber(row.attempts_count),
      },
      {
        id: 'assigned',
        title: t('courses.assigned'),
        sort: 'assigned_at',
        when: 'day',
        phone: 'off',
        cell: (row) => formatDate(row.assigned_at),
      },
      {
        id: 'deadline',
        title: t('courses.deadline'),
        sort: 'deadline',
        when: 'day',
        cell: (row) => formatDate(row.deadline),
      },
      {
        id: 'completed',
        title: t('courses.completed'),
        sort: 'completed_at',
        when: 'day',
        cell: (row) => (row.completed_at === null ? '—' : formatDate(row.completed_at)),
      },
    ],
    [t, person],
  );
};

/** The courses assigned to a person, with progress. */
export default function EmployeeCoursesScreen(): ReactNode {
  const t = useT('employees__employee');
  const go = useGo();
  const { employee_id } = useScreenParams('staff.employee-courses');
  const mayAssign = usePermission('admin.learning.assigned');
  const statistics = usePermission('admin.statistics');
  const state = useListState(options);
  const list = useRead(
    'learning.person-courses',
    { id: employee_id, ...sortOf(state, sorts), ...state.paging },
    { quiet: true },
  );
  const columns = useCourseColumns(employee_id);
  return (
    <EmployeeFrame id={employee_id} tab="courses">
      {(person) => (
        <>
          <DataTable
            name="employee-courses"
            label={t('courses.title')}
            columns={columns}
            rows={list.data?.data}
            total={list.data?.total_count}
            query={list}
            state={state}
            search={false}
            tools={<ReportMenu kind="courses" id={employee_id} />}
            rowId={rowId}
            onRow={(row) =>
              go({ screen: 'staff.employee-course', params: { employee_id: person.id, course_id: row.id } })
            }
            empty={{
              icon: IconSchool,
              title: t('courses.none'),
              hint: t('courses.none_hint'),
              ...(mayAssign
                ? { action: <ButtonLink screen="learning.assigned-create">{t('courses.assign')}</ButtonLink> }
                : {}),
            }}
          />
          {statistics && (
            <Suspense fallback={<LoadingState />}>
              <PersonLearning person={person.id} />
            </Suspense>
          )}
        </>
      )}
    </EmployeeFrame>
  );
}
