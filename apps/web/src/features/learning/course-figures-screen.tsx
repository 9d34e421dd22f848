import { IconListCheck, IconSlideshow } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CourseFigures } from '@sergak/contract/learning/course-figures.schema.ts';
import { isApiError } from '../../shared/api-error.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { ShareBar } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { shareColor } from '../../shared/ui/risk.ts';
import { Section } from '../../shared/ui/section.tsx';
import { StatTile } from '../../shared/ui/stat-tile.tsx';
import { EmptyState, ErrorState, LoadingState, NotFound } from '../../shared/ui/states.tsx';
import css from './admin.module.css';
import { audienceWords } from './audience.ts';
import { AssignmentStatusBadge } from './assignment-status.tsx';
import figures from './course-figures.module.css';
import { CoursePeople } from './course-people.tsx';

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
      <CoursePeople id={id} assignments={one.assignments} />
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
              <small>{audienceWords(t, row.audience)}</small>
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
