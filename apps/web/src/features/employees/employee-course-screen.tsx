import type { ReactNode } from 'react';
import { learnerStateOn } from '@sergak/contract/learning/behind.rules.ts';
import type { MyStep } from '@sergak/contract/learning/learner.schema.ts';
import type { PersonCourseDetail } from '@sergak/contract/learning/person.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDate, formatDateTime, formatPercent, today } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { courseTone } from './course-tone.ts';
import css from './employee-page.module.css';
import { PersonGone } from './person-gone.tsx';
import { ScormResults } from './scorm-results.tsx';

const tones: Record<MyStep['state'], Tone> = { locked: 'neutral', open: 'active', done: 'good', failed: 'bad' };
type Attempt = PersonCourseDetail['attempts'][number];

/** One course of a person: progress and every attempt at its quizzes. */
export default function EmployeeCourseScreen(): ReactNode {
  const t = useT('employees__employee');
  const { employee_id, course_id } = useScreenParams('staff.employee-course');
  const found = useRead('learning.person-course', { id: employee_id, course_id }, { quiet: true, fresh: true });
  if (found.data !== undefined) return <Course course={found.data} />;
  if (!found.isError) return <LoadingState full />;
  if (!failedWith(found.error, 'employee.not_found', 'assignment.not_found', 'request.invalid'))
    return <ErrorState onRetry={() => void found.refetch()} />;
  return <PersonGone title={t('course.gone')} hint={t('course.gone_hint')} />;
}

const Course = ({ course }: { course: PersonCourseDetail }): ReactNode => {
  const t = useT('employees__employee');
  const params = { employee_id: course.person.id };
  const { started_at, completed_at } = course;
  const state = learnerStateOn({ ...course, started: started_at !== null, completed: completed_at !== null }, today());
  const withPackages = course.sections.some(({ themes }) =>
    themes.some(({ steps }) => steps.some((step) => step.kind === 'scorm')),
  );
  const facts: [string, ReactNode][] = [
    [t('courses.progress'), formatPercent(course.progress)],
    [t('course.steps'), t('course.steps_of', { done: course.completed_steps, total: course.steps_total })],
    [t('course.started'), course.started_at === null ? '—' : formatDateTime(course.started_at)],
    [t('courses.deadline'), formatDate(course.deadline)],
    [t('courses.completed'), course.completed_at === null ? '—' : formatDateTime(course.completed_at)],
  ];
  return (
    <>
      <PageHead
        title={course.title}
        trail={[
          <ScreenLink key="person" screen="staff.employee" params={params}>
            {course.person.full_name}
          </ScreenLink>,
          <ScreenLink key="courses" screen="staff.employee-courses" params={params}>
            {t('courses.title')}
          </ScreenLink>,
        ]}
        badge={<StatusBadge tone={courseTone[state]}>{t(`courses.one.${state}`)}</StatusBadge>}
      />
      <Section title={t('course.summary')}>
        <dl className={css['facts']}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={t('course.way')} hint={t('course.way_hint')}>
        {course.sections.map((section) => (
          <div key={section.id} className={css['section']}>
            <h3>{section.title}</h3>
            {section.themes.map((theme) => (
              <div key={theme.id}>
                <h4>{theme.title}</h4>
                <ul className={css['steps']}>
                  {theme.steps.map((step) => (
                    <Step key={step.id} step={step} course={course} />
                  ))}
                </ul>
              </div>
            ))}
          </div>
        ))}
      </Section>
      {withPackages && <ScormResults person={course.person.id} course={course.assigned_course_id} />}
    </>
  );
};

const Step = ({ step, course }: { step: MyStep; course: PersonCourseDetail }): ReactNode => {
  const t = useT('employees__employee');
  const attempts = course.attempts.filter((one) => one.step_id === step.id);
  const size = step.kind === 'quiz' ? 'questions' : 'slides';
  const count = step.kind === 'quiz' ? step.questions_count : step.slides_count;
  return (
    <li className={css['step']}>
      <span>
        {step.title}
        <small>
          {t(`step.${step.kind}`)}
          {count > 0 ? `, ${t(`step.${size}`, { count })}` : ''}
          {step.best_score === null ? '' : `, ${t('step.best', { score: formatPercent(step.best_score) })}`}
        </small>
      </span>
      <StatusBadge tone={tones[step.state]}>{t(`step.state.${step.state}`)}</StatusBadge>
      {attempts.length > 0 && (
        <ul className={css['attempts']}>
          {attempts.map((one) => (
            <li key={one.id}>
              <AttemptLink attempt={one} person={course.person.id} course={course.assigned_course_id} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

const AttemptLink = ({ attempt, person, course }: { attempt: Attempt; person: string; course: string }): ReactNode => {
  const t = useT('employees__employee');
  return (
    <ScreenLink
      screen="staff.employee-attempt"
      params={{ employee_id: person, course_id: course, attempt_id: attempt.id }}
    >
      <strong>{t('attempt.number', { n: attempt.number })}</strong>
      <time dateTime={attempt.started_at}>{formatDateTime(attempt.started_at)}</time>
      <span>
        {attempt.passed === null ? (
          <StatusBadge tone="active">{t('attempt.open')}</StatusBadge>
        ) : (
          <StatusBadge tone={attempt.passed ? 'good' : 'bad'}>
            {t(attempt.passed ? 'attempt.passed' : 'attempt.failed', { score: formatPercent(attempt.score) })}
          </StatusBadge>
        )}
      </span>
    </ScreenLink>
  );
};
