import { useEffect, useMemo, useRef, useState } from 'react';
import type { OpenAttempt } from '@sergak/contract/learning/learner.schema.ts';
import type { Answer } from '@sergak/contract/learning/learning.rules.ts';
import { useMe } from '../../shared/session.ts';
import { outboxOf } from './outbox.ts';

type Answers = Readonly<Record<string, Answer>>;

/**
 * The answers of an attempt: what the server has, and over it what this device still keeps for it. Each new one goes into
 * the outbox at once, with a number greater than all before.
 */
export const useAttempt = (courseId: string, attempt: OpenAttempt) => {
  const me = useMe();
  const outbox = useMemo(() => outboxOf(me.id, courseId), [me.id, courseId]);
  const sequence = useRef(0);
  const [answers, setAnswers] = useState<Answers>(() => {
    const waiting = outbox
      .pending()
      .flatMap((item) =>
        item.id === 'learner.answer' && item.input.attempt_id === attempt.attempt_id ? [item.input] : [],
      );
    const known = [...attempt.answers, ...waiting];
    sequence.current = Math.max(0, ...known.map((one) => one.sequence));
    return Object.fromEntries(known.map((one) => [one.question_id, one.answer as Answer]));
  });
  useEffect(
    () =>
      outbox.onSequence((known) => {
        sequence.current = Math.max(sequence.current, known);
      }),
    [outbox],
  );
  const give = (question_id: string, answer: Answer): void => {
    sequence.current += 1;
    setAnswers((before) => ({ ...before, [question_id]: answer }));
    outbox.put({
      key: `answer:${attempt.attempt_id}:${question_id}`,
      id: 'learner.answer',
      input: { id: courseId, attempt_id: attempt.attempt_id, question_id, answer, sequence: sequence.current },
    });
  };
  return { outbox, answers, give };
};
