import { Button, Skeleton } from '@mantine/core';
import { IconChecklist, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { MyStep, OpenAttempt } from '@sergak/contract/learning/learner.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDate, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { outboxOf } from './outbox.ts';
import { PlayerFrame } from './player-frame.tsx';
import { QuizPlayer } from './quiz-player.tsx';
import { CourseGone } from './course-gone.tsx';
import { useStepName } from './course-parts.tsx';
import css from './quiz.module.css';

/** The rules of the quiz, shown before the first question. */
const Intro = ({ step, busy, onStart }: { step: MyStep; busy: boolean; onStart: () => void }): ReactNode => {
  const t = useT('learning__learner');
  const left = step.attempts_limit === null ? null : Math.max(0, step.attempts_limit - step.attempts_used);
  const rules = [
    t('quiz.fact_pass', { percent: formatPercent(step.pass_mark) }),
    ...(step.time_limit_minutes === null
      ? []
      : [t('quiz.fact_time', { minutes: t('minutes', { count: step.time_limit_minutes }) })]),
    left === null ? t('quiz.fact_unlimited') : t('quiz.fact_left', { count: left }),
    t('quiz.fact_explained'),
    ...(step.best_score === null ? [] : [t('quiz.last', { percent: formatPercent(step.best_score) })]),
  ];
  return (
    <div className={css['intro']}>
      <span className={css['emblem']}>
        <IconChecklist size={36} stroke={1.5} aria-hidden />
      </span>
      <h1>{t('questions', { count: step.questions_count })}</h1>
      <p>{t('quiz.lead')}</p>
      <ul className={css['rules']}>
        {rules.map((rule) => (
          <li key={rule}>
            <IconCircleCheck size={20} stroke={1.7} aria-hidden />
            {rule}
          </li>
        ))}
      </ul>
      <div className={css['buttons']}>
        <Button size="lg" loading={busy} onClick={onStart} data-autofocus>
          {t('quiz.start')}
        </Button>
      </div>
    </div>
  );
};

/** A quiz: its rules, then one question per screen, then the result. An open attempt is resumed. */
export default function QuizScreen(): ReactNode {
  const { quiz_id } = useScreenParams('learner.quiz');
  // Going from one quiz to another resets the state.
  return <Quiz key={quiz_id} />;
}

const Quiz = (): ReactNode => {
  const t = useT('learning__learner');
  const stepName = useStepName();
  const me = useMe();
  const { course_id, quiz_id } = useScreenParams('learner.quiz');
  const course = useRead('learner.course', { id: course_id }, { fresh: true, quiet: true });
  const create = useWrite('learner.create-attempt', { quiet: true });
  const [attempt, setAttempt] = useState<OpenAttempt | null>(null);
  const outbox = useMemo(() => outboxOf(me.id, course_id), [me.id, course_id]);
  const step = course.data?.sections
    .flatMap((section) => section.themes.flatMap((theme) => theme.steps))
    .find((one) => one.id === quiz_id && one.kind === 'quiz');
  const resumes = step?.attempt_open === true && attempt === null;
  const go = useGo();
  const completedAt = course.data?.completed_at;
  const moduleId = step?.module_id;
  useEffect(() => {
    if (!moduleId) return undefined;
    return outbox.onCompleted((_attempt, result) => {
      if (result.step_id !== quiz_id) return;
      const finished = completedAt === null && result.course.completed;
      const params = { course_id, module_id: moduleId, quiz_id };
      go({ screen: 'learner.quiz-result', params, search: finished ? { finished } : {} }, { replace: true });
    });
  }, [outbox, go, course_id, quiz_id, moduleId, completedAt]);
  const { mutateAsync } = create;
  const begin = (): void => void mutateAsync({ id: course_id, step_id: quiz_id }).then(setAttempt, () => undefined);
  useEffect(() => {
    // An attempt whose end is still in the outbox is not opened again: it is completed when the network is back.
    const ends = outbox.pending().some((item) => item.id === 'learner.complete-attempt');
    if (resumes && !ends) begin();
    // Runs once, when the course reports an open attempt.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [resumes]);

  const back = (
    <ButtonLink screen="learner.course" params={{ course_id }}>
      {t('player.close')}
    </ButtonLink>
  );
  if (
    failedWith(course.error, 'assignment.not_found', 'request.invalid') ||
    (course.data !== undefined && step === undefined)
  )
    return <CourseGone />;
  if (course.isError) return <ErrorState onRetry={() => void course.refetch()} />;
  if (course.data === undefined || step === undefined) return <Skeleton height={320} radius={16} aria-hidden />;
  if (attempt !== null)
    return <QuizPlayer key={attempt.attempt_id} course={course.data} step={step} attempt={attempt} />;
  if (step.state === 'failed' || failedWith(create.error, 'attempt.limit'))
    return <NotFound title={t('quiz.no_attempts')} hint={t('quiz.no_attempts_hint')} action={back} />;
  if (course.data.status === 'planned') {
    const date = formatDate(course.data.start_date);
    return <NotFound title={t('quiz.locked')} hint={t('course.planned', { date })} action={back} />;
  }
  if (step.state === 'locked') return <NotFound title={t('quiz.locked')} hint={t('quiz.locked_hint')} action={back} />;
  if (course.data.status === 'completed')
    return (
      <NotFound
        title={t('quiz.closed')}
        hint={
          step.best_score === null
            ? t('course.closed')
            : t('quiz.closed_best', { percent: formatPercent(step.best_score) })
        }
        action={
          step.best_score === null || step.module_id === null ? (
            back
          ) : (
            <div className={css['buttons']}>
              <ButtonLink screen="learner.quiz-result" params={{ course_id, module_id: step.module_id, quiz_id }}>
                {t('step.result')}
              </ButtonLink>
              <ButtonLink variant="default" screen="learner.course" params={{ course_id }}>
                {t('player.close')}
              </ButtonLink>
            </div>
          )
        }
      />
    );
  if (create.isError) return <ErrorState onRetry={begin} />;
  return (
    <PlayerFrame courseId={course_id} course={course.data.title} title={stepName(step)} share={0} outbox={outbox}>
      {resumes ? (
        <Skeleton height={280} radius={16} aria-hidden maw={720} mx="auto" />
      ) : (
        <Intro step={step} busy={create.isPending} onStart={begin} />
      )}
    </PlayerFrame>
  );
};
