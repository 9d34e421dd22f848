import { Skeleton } from '@mantine/core';
import { IconBook2, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AttemptResult } from '@sergak/contract/learning/learner.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { ReportButton } from '../reports/public.ts';
import { AnsweredQuestions } from './answered-questions.tsx';
import { stepTarget } from './go-to-step.ts';
import css from './result.module.css';

/** Set only for the attempt that has just completed the course, so that a later visit shows no message. */
const place = { finished: false } as const;

const Ring = ({ score }: { score: number }): ReactNode => {
  const t = useT('learning__learner');
  const length = 2 * Math.PI * 50;
  return (
    <svg
      className={css['ring']}
      viewBox="0 0 116 116"
      role="img"
      aria-label={t('result.score', { percent: formatPercent(score) })}
    >
      <circle cx="58" cy="58" r="50" />
      {score > 0 && <circle cx="58" cy="58" r="50" strokeDasharray={`${(score / 100) * length} ${length}`} />}
      <text x="58" y="59" aria-hidden>
        {formatPercent(score)}
      </text>
    </svg>
  );
};

const Verdict = ({
  result,
  courseId,
  moduleId,
}: {
  result: AttemptResult;
  courseId: string;
  moduleId: string;
}): ReactNode => {
  const t = useT('learning__learner');
  const { passed, course, attempts_left } = result;
  const again = !passed && attempts_left !== 0;
  const heading = passed
    ? t(result.correct_count === result.questions.length ? 'result.passed_all' : 'result.passed')
    : t('result.failed');
  return (
    <section className={css['verdict']} data-passed={passed || undefined}>
      <Ring score={result.score} />
      <div>
        <h1>{heading}</h1>
        <p>
          {t('result.counted', {
            correct: result.correct_count,
            total: result.questions.length,
            percent: formatPercent(result.pass_mark),
          })}
          {result.points_total > result.questions.length &&
            ` ${t('result.points', { points: result.points, total: result.points_total })}`}
        </p>
        {!passed && <p>{t(again ? 'result.failed_hint' : 'result.failed_end')}</p>}
        <div className={css['buttons']}>
          {again && (
            <ButtonLink {...stepTarget(courseId, { id: result.step_id, kind: 'quiz', module_id: moduleId })}>
              {t('result.try')}
            </ButtonLink>
          )}
          {!again && course.next !== null && (
            <ButtonLink
              {...stepTarget(courseId, {
                id: course.next.step_id,
                kind: course.next.kind,
                module_id: course.next.module_id,
              })}
            >
              {t('result.next', { title: course.next.title })}
            </ButtonLink>
          )}
          {course.completed && <ButtonLink screen="learner.courses">{t('result.to_courses')}</ButtonLink>}
          <ButtonLink variant="default" screen="learner.course" params={{ course_id: courseId }}>
            {t('player.to_course')}
          </ButtonLink>
          <ReportButton order={{ kind: 'own-attempt', id: result.attempt_id }} label={t('result.download')} />
        </div>
      </div>
    </section>
  );
};

const Reading = ({ result, courseId }: { result: AttemptResult; courseId: string }): ReactNode => {
  const t = useT('learning__learner');
  const theory = result.theory;
  if (theory === null || result.correct_count === result.questions.length) return null;
  return (
    <section>
      <h2 className={css['heading']}>{t('result.read')}</h2>
      <ul className={css['links']}>
        {theory.slides.map((slide) => (
          <li key={slide.index}>
            <ScreenLink
              {...stepTarget(
                courseId,
                { id: theory.step_id, kind: 'theory', module_id: theory.module_id },
                slide.index + 1,
              )}
            >
              <IconBook2 size={18} stroke={1.7} aria-hidden />
              {slide.title}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The result of a quiz: passed or not, each question explained, what to read again, and the next step. */
export default function QuizResultScreen(): ReactNode {
  const t = useT('learning__learner');
  const { course_id, module_id, quiz_id } = useScreenParams('learner.quiz-result');
  const answer = useRead('learner.result', { id: course_id, step_id: quiz_id }, { fresh: true, quiet: true });
  const course = useRead('learner.course', { id: course_id }, { fresh: true, quiet: true });
  const [{ finished }] = useSearchState(place);
  // A cached result from before the last attempt is not shown while the new one loads.
  if (answer.data === undefined || (answer.isFetching && !answer.isFetchedAfterMount)) {
    if (
      failedWith(
        answer.error,
        'attempt.not_found',
        'assignment.not_found',
        'step.not_found',
        'step.locked',
        'request.invalid',
      )
    )
      return (
        <NotFound
          title={t('result.gone')}
          hint={t('result.gone_hint')}
          action={
            <ButtonLink screen="learner.course" params={{ course_id }}>
              {t('player.close')}
            </ButtonLink>
          }
        />
      );
    return answer.isError ? (
      <ErrorState onRetry={() => void answer.refetch()} />
    ) : (
      <Skeleton height={220} radius={18} maw={760} mx="auto" aria-hidden />
    );
  }
  const result = answer.data;
  const title = course.data?.title ?? '';
  return (
    <div className={css['result']}>
      <p style={{ margin: '0 0 12px' }}>
        <ScreenLink screen="learner.course" params={{ course_id }} className={css['trail']}>
          {title}
        </ScreenLink>
      </p>
      <Verdict result={result} courseId={course_id} moduleId={module_id} />
      {finished && result.course.completed && (
        <div className={css['note']}>
          <IconCircleCheck size={22} stroke={1.7} aria-hidden />
          <p>
            <strong>{t('course.finished')}</strong>
            {t('result.course_finished', { title })}
          </p>
        </div>
      )}
      <Reading result={result} courseId={course_id} />
      <section>
        <h2 className={css['heading']}>{t('result.questions')}</h2>
        <AnsweredQuestions
          questions={result.questions}
          label={t('result.questions')}
          words={{
            right: t('result.right'),
            wrong: t('result.wrong'),
            given: t('result.your'),
            none: t('result.none'),
            should: t('result.correct'),
            why: t('result.why'),
          }}
        />
      </section>
    </div>
  );
}
