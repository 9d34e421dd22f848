import { IconListCheck, IconSlideshow, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { CourseFigures, CourseLearner } from '@sergak/contract/learning/course-figures.schema.ts';
import type { LearnerState } from '@sergak/contract/learning/learning.schema.ts';
import { isApiError } from '../../shared/api-error.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { ShareBar, StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { shareColor } from '../../shared/ui/risk.ts';
import { Section } from '../../shared/ui/section.tsx';
import { StatTile } from '../../shared/ui/stat-tile.tsx';
import { EmptyState, ErrorState, LoadingState, NotFound } from '../../shared/ui/states.tsx';
import css from './admin.module.css';
import { AssignmentStatusBadge } from './assignment-status.tsx';
import figures from './course-figures.module.css';

/** How a course goes over all its assignments: how far people are, and where they fail. */
export default function CourseFiguresScreen(): ReactNode {
  const { course_id: id } = useScreenParams('learning.course-figures');
  const t = useT('learning');
  const edits = usePermission('admin.learning.courses');
  const found = useRead('learning.course-figures', { id }, { quiet: true });
  if (found.data === undefined) {
    if (!found.isError) return <LoadingState full />;
    return isApiError(found.error) && (found.error.status === 404 || found.error.status === 422) ? (
      <NotFound
        title={t('figures.gone')}
        hint={t('figures.gone_hint')}
        action={<ButtonLink screen="learning.assigned">{t('list.title')}</ButtonLink>}
      />
    ) : (
      <ErrorState onRetry={() => void found.refetch()} />
    );
  }
  const one = found.data;
  return (
    <>
      <PageHead
        title={one.title}
        hint={t('figures.hint')}
        trail={[
          edits ? (
            <ScreenLink key="courses" screen="learning.courses">
              {t('figures.courses')}
            </ScreenLink>
          ) : (
            <ScreenLink key="assigned" screen="learning.assigned">
              {t('list.title')}
            </ScreenLink>
          ),
        ]}
        actions={
          edits &&
          one.kind === 'native' && (
            <ButtonLink screen="learning.course-edit" params={{ course_id: id }} variant="default">
              {t('figures.edit')}
            </ButtonLink>
          )
        }
      />
      <Numbers one={one} />
      <div className={figures['pair']}>
        <Questions one={one} />
        <Stops one={one} />
      </div>
      <Assignments one={one} />
      <People id={id} />
    </>
  );
}

const Numbers = ({ one }: { one: CourseFigures }): ReactNode => {
  const t = useT('learning');
  return (
    <div className={css['tiles']}>
      <StatTile
        figure="learners_progress"
        label={t('one.progress')}
        value={one.progress === null ? '—' : formatPercent(one.progress)}
      />
      <StatTile
        figure="learners_completed"
        label={t('one.finished')}
        value={t('col.people_of', { done: formatNumber(one.completed), total: formatNumber(one.learners) })}
      />
      <StatTile figure="learners_behind" label={t('one.behind')} value={formatNumber(one.behind)} />
      <StatTile figure="learners_not_started" label={t('figures.not_started')} value={formatNumber(one.not_started)} />
    </div>
  );
};

const Questions = ({ one }: { one: CourseFigures }): ReactNode => {
  const t = useT('learning');
  return (
    <Section title={t('figures.questions')} hint={t('figures.questions_hint')}>
      {one.questions.length === 0 ? (
        <EmptyState icon={IconListCheck} title={t('figures.no_questions')} />
      ) : (
        <ol className={figures['rows']}>
          {one.questions.map(({ id, text, answers, wrong }) => {
            const share = (wrong / answers) * 100;
            return (
              <li key={id}>
                <span className={figures['text']}>{text ?? t('figures.gone_question')}</span>
                <span className={figures['value']} data-figure="question_wrong">
                  <ShareBar value={share} label={formatPercent(share)} color={shareColor(share)} harm />
                  <small>{t('figures.wrong', { wrong: formatNumber(wrong), answers: formatNumber(answers) })}</small>
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
};

const Stops = ({ one }: { one: CourseFigures }): ReactNode => {
  const t = useT('learning');
  return (
    <Section title={t('figures.stops')} hint={t('figures.stops_hint')}>
      {one.kind === 'scorm' ? (
        <EmptyState icon={IconSlideshow} title={t('figures.scorm')} />
      ) : one.stops.length === 0 ? (
        <EmptyState icon={IconSlideshow} title={t('figures.no_stops')} />
      ) : (
        <ol className={figures['rows']}>
          {one.stops.map((stop) => (
            <li key={`${stop.step_id}:${stop.slide}`}>
              <span className={figures['text']}>
                {stop.heading || stop.title || t('figures.gone_slide')}
                <small>
                  {stop.heading !== '' && stop.title !== null && `${stop.title}, `}
                  {stop.slides === null
                    ? t('figures.slide', { slide: stop.slide })
                    : t('figures.slide_of', { slide: stop.slide, slides: stop.slides })}
                </small>
              </span>
              <strong className={figures['number']} data-figure="learners_stopped">
                {t('figures.people', { count: stop.people, number: formatNumber(stop.people) })}
              </strong>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
};

const Assignments = ({ one }: { one: CourseFigures }): ReactNode => {
  const t = useT('learning');
  if (one.assignments.length === 0) return null;
  return (
    <Section title={t('figures.assignments')} className={figures['spaced']!}>
      <ul className={figures['rows']}>
        {one.assignments.map((row) => (
          <li key={row.id}>
            <span className={figures['text']}>
              <ScreenLink screen="learning.assigned-one" params={{ course_id: row.id }} className={figures['name']!}>
                {row.title}
              </ScreenLink>
              <small>
                {t('figures.assignment', {
                  from: formatDate(row.start_date),
                  to: formatDate(row.deadline),
                  completed: formatNumber(row.completed),
                  learners: formatNumber(row.learners),
                  behind: formatNumber(row.behind),
                })}
              </small>
            </span>
            <span className={figures['value']} data-figure="learners_progress">
              <ShareBar value={row.progress} label={formatPercent(row.progress)} />
              <AssignmentStatusBadge one={{ status: row.status, overdue: false, paused_at: row.paused_at }} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const tones: Record<LearnerState, Tone> = {
  not_started: 'neutral',
  in_progress: 'active',
  completed: 'good',
  likely_late: 'warning',
  behind: 'bad',
};
const options = { sort: '' } as const;
const rowId = (row: CourseLearner): string => `${row.assignment.id}:${row.employee_id}`;

const columnsOf = (t: T<'learning'>, linked: boolean): readonly Column<CourseLearner>[] => [
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
  {
    id: 'assignment',
    title: t('figures.assignment_column'),
    wrap: true,
    phone: 'bare',
    cell: (row) => row.assignment.title,
  },
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
const People = ({ id }: { id: string }): ReactNode => {
  const t = useT('learning');
  const linked = usePermission('admin.staff.employees');
  const state = useListState(options);
  const list = useRead('learning.course-people', { id, search: state.search, ...state.paging });
  const columns = useMemo(() => columnsOf(t, linked), [t, linked]);
  return (
    <div className={figures['spaced']}>
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
