import type { ReactNode } from 'react';
import type { PersonAttempt } from '@sergak/contract/learning/person.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDateTime, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { AnsweredQuestions } from '../learning/public.ts';
import { ReportMenu } from '../reports/public.ts';
import css from './employee-page.module.css';
import { PersonGone } from './person-gone.tsx';

/** One attempt at a quiz: each question with its answer and time, whether the answer is right, and why. */
export default function EmployeeAttemptScreen(): ReactNode {
  const t = useT('employees__employee');
  const { employee_id, course_id, attempt_id } = useScreenParams('staff.employee-attempt');
  const found = useRead(
    'learning.person-attempt',
    { id: employee_id, course_id, attempt_id },
    { quiet: true, fresh: true },
  );
  if (found.data !== undefined) return <Attempt attempt={found.data} />;
  if (!found.isError) return <LoadingState full />;
  if (!failedWith(found.error, 'employee.not_found', 'assignment.not_found', 'attempt.not_found', 'request.invalid'))
    return <ErrorState onRetry={() => void found.refetch()} />;
  return <PersonGone title={t('attempt.gone')} hint={t('attempt.gone_hint')} />;
}

const minutesBetween = (from: string, to: string): number =>
  Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

const Attempt = ({ attempt }: { attempt: PersonAttempt }): ReactNode => {
  const t = useT('employees__employee');
  const { person, course } = attempt;
  const right = attempt.questions.filter((one) => one.correct === true).length;
  const facts: [string, ReactNode][] = [
    [t('attempt.score'), attempt.score === null ? '—' : formatPercent(attempt.score)],
    [t('attempt.pass_mark'), formatPercent(attempt.pass_mark)],
    [
      t('attempt.right_count'),
      attempt.passed === null ? '—' : t('course.steps_of', { done: right, total: attempt.questions.length }),
    ],
    [
      t('attempt.points'),
      attempt.points === null ? '—' : t('course.steps_of', { done: attempt.points, total: attempt.points_total }),
    ],
    [t('course.started'), formatDateTime(attempt.started_at)],
    [
      t('attempt.took'),
      attempt.completed_at === null
        ? '—'
        : t('attempt.minutes', { count: minutesBetween(attempt.started_at, attempt.completed_at) }),
    ],
  ];
  return (
    <>
      <PageHead
        title={t('attempt.title', { quiz: attempt.quiz, n: attempt.number })}
        trail={[
          <ScreenLink key="person" screen="staff.employee" params={{ employee_id: person.id }}>
            {person.full_name}
          </ScreenLink>,
          <ScreenLink
            key="course"
            screen="staff.employee-course"
            params={{ employee_id: person.id, course_id: course.id }}
          >
            {course.title}
          </ScreenLink>,
        ]}
        actions={<ReportMenu kind="attempt" id={attempt.id} />}
        badge={
          <StatusBadge tone={attempt.passed === null ? 'active' : attempt.passed ? 'good' : 'bad'}>
            {t(attempt.passed === null ? 'attempt.open' : attempt.passed ? 'attempt.is_passed' : 'attempt.is_failed')}
          </StatusBadge>
        }
      />
      <Section>
        <dl className={css['facts']}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <div className={css['questions']}>
        <h2 className="sr-only">{t('attempt.questions')}</h2>
        <AnsweredQuestions
          questions={attempt.questions}
          label={t('attempt.questions')}
          words={{
            right: t('attempt.right'),
            wrong: t('attempt.wrong'),
            hidden: t('attempt.hidden'),
            given: t('attempt.given'),
            none: t('attempt.none'),
            should: t('attempt.should'),
            why: t('attempt.why'),
          }}
        />
      </div>
    </>
  );
};
