import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconClock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { MyCourseDetail, MyStep, OpenAttempt } from '@sergak/contract/learning/learner.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { PartPicture, QuestionInput } from '../library/public.ts';
import { useStepName } from './course-parts.tsx';
import { PlayerFrame } from './player-frame.tsx';
import player from './player.module.css';
import css from './quiz.module.css';
import { useAttempt } from './use-attempt.ts';

const place = { q: 0 } as const;
const SECOND = 1000;
const SOON = 60 * SECOND;

/** The remaining time, by the server's clock; calls `onEnd` once at the end. */
const Countdown = ({ endsAt, onEnd }: { endsAt: string; onEnd: () => void }): ReactNode => {
  const t = useT('learning__learner');
  const [left, setLeft] = useState(() => Date.parse(endsAt) - Date.now());
  const ended = useRef(false);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Date.parse(endsAt) - Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [endsAt]);
  useEffect(() => {
    if (left > 0 || ended.current) return;
    ended.current = true;
    onEnd();
  }, [left, onEnd]);
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span
      className={css['time']}
      data-soon={left < SOON || undefined}
      role="timer"
      aria-label={t('quiz.time_left', { time })}
    >
      <IconClock size={16} style={{ verticalAlign: -3 }} aria-hidden /> {time}
    </span>
  );
};

const Review = ({
  attempt,
  answered,
  onGo,
  offline,
}: {
  attempt: OpenAttempt;
  answered: ReadonlySet<string>;
  onGo: (index: number) => void;
  offline: boolean;
}): ReactNode => {
  const t = useT('learning__learner');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const open = attempt.questions.length - answered.size;
  return (
    <div className={css['intro']}>
      <h1 ref={title} tabIndex={-1}>
        {t('quiz.review')}
      </h1>
      <p>{open === 0 ? t('quiz.review_all') : t('quiz.review_open', { count: open })}</p>
      {offline && (
        <p className={css['warn']} role="alert">
          {t('quiz.offline')}
        </p>
      )}
      <ol className={css['review']}>
        {attempt.questions.map((question, index) => (
          <li key={question.id}>
            <button
              type="button"
              data-answered={answered.has(question.id) || undefined}
              onClick={() => onGo(index)}
              aria-label={`${t('quiz.of', { n: index + 1, total: attempt.questions.length })}, ${t(answered.has(question.id) ? 'quiz.answered' : 'quiz.unanswered')}`}
            >
              {index + 1}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
};

/** One question per screen; every answer is saved at once, and a page of its own confirms the end. */
export const QuizPlayer = ({
  course,
  step,
  attempt,
}: {
  course: MyCourseDetail;
  step: MyStep;
  attempt: OpenAttempt;
}): ReactNode => {
  const t = useT('learning__learner');
  const stepName = useStepName();
  const courseId = course.assigned_course_id;
  const { outbox, answers, give, begin, savePosition } = useAttempt(courseId, attempt);
  const [ending, setEnding] = useState(false);
  const [offline, setOffline] = useState(false);
  const [search, setSearch] = useSearchState(place);
  const stage = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const total = attempt.questions.length;
  const answered = new Set(attempt.questions.map((one) => one.id).filter((id) => answers[id] !== undefined));
  // Questions in the address count from one; the number after the last is the page that confirms the end.
  const at = Math.min(total, search.q > 0 ? search.q - 1 : begin);
  const question = attempt.questions[at];
  const show = (index: number): void => setSearch({ q: index + 1 }, { replace: true });
  const first = useRef(true);
  useEffect(() => {
    stage.current?.scrollTo({ top: 0 });
    // The button that began the quiz is gone.
    if (!first.current || document.activeElement === document.body) title.current?.focus({ preventScroll: true });
    first.current = false;
    savePosition(at);
    // Save only when the question changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [at]);

  const finish = async (): Promise<void> => {
    if (ending) return;
    setOffline(false);
    setEnding(true);
    const { attempt_id } = attempt;
    // Sent after all answers, in order; the screen shows the result when the server has accepted it.
    outbox.put({
      key: `complete:${attempt_id}`,
      id: 'learner.complete-attempt',
      input: { id: courseId, attempt_id },
    });
    setOffline(!(await outbox.settle()));
    setEnding(false);
  };
  const end = (): void => void finish();
  const isAnswered = question !== undefined && answered.has(question.id);
  return (
    <PlayerFrame
      courseId={courseId}
      course={course.title}
      title={stepName(step)}
      share={answered.size / total}
      outbox={outbox}
      stageRef={stage}
      tools={attempt.ends_at === null ? undefined : <Countdown endsAt={attempt.ends_at} onEnd={end} />}
      foot={
        <>
          <Button
            className={player['previous']!}
            size="md"
            variant="default"
            leftSection={<IconArrowLeft size={18} aria-hidden />}
            disabled={at === 0}
            onClick={() => show(at - 1)}
          >
            {t('player.previous')}
          </Button>
          <span className={player['count']} aria-hidden>
            {question === undefined ? '' : t('player.position', { n: at + 1, total })}
          </span>
          {question === undefined ? (
            <Button className={player['next']!} size="md" loading={ending} onClick={end}>
              {t('quiz.finish')}
            </Button>
          ) : (
            <Button
              className={player['next']!}
              size="md"
              variant={isAnswered ? 'filled' : 'light'}
              rightSection={<IconArrowRight size={18} aria-hidden />}
              onClick={() => show(at + 1)}
            >
              {!isAnswered ? t('quiz.skip') : at === total - 1 ? t('quiz.to_review') : t('player.next')}
            </Button>
          )}
        </>
      }
    >
      {question === undefined ? (
        <Review attempt={attempt} answered={answered} onGo={show} offline={offline} />
      ) : (
        <div key={question.id} className={css['question']}>
          <p className={css['number']}>
            {t('quiz.of', { n: at + 1, total })}
            {question.points > 1 && ` · ${t('quiz.points', { count: question.points })}`}
          </p>
          <h1 ref={title} tabIndex={-1} id="question" className={css['words']}>
            {question.text}
          </h1>
          <PartPicture of={question} large />
          <p id="question-hint" className={css['hint']}>
            {t(`quiz.hint.${question.type}`)}
          </p>
          <div className={css['fields']} role="group" aria-labelledby="question" aria-describedby="question-hint">
            <QuestionInput
              question={question}
              answer={answers[question.id]}
              onAnswer={(answer) => give(question.id, answer)}
              disabled={ending}
            />
          </div>
        </div>
      )}
    </PlayerFrame>
  );
};
