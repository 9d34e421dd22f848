import { useEffect, useMemo, useRef, useState } from 'react';
import type { OpenAttempt } from '@sergak/contract/learning/learner.schema.ts';
import type { Answer } from '@sergak/contract/learning/learning.rules.ts';
import { useMe } from '../../shared/session.ts';
import { type Outbox, outboxOf } from './outbox.ts';

type Answers = Readonly<Record<string, Answer>>;

const placeKey = (attempt: OpenAttempt): string => `place:${attempt.attempt_id}`;

/** The question to resume at: positions in this device's outbox are newer than the server's. */
const placeOf = (outbox: Outbox, attempt: OpenAttempt): number => {
  const kept = outbox
    .pending()
    .find((item) => item.id === 'learner.save-position' && item.key === placeKey(attempt))?.input;
  return Math.min(attempt.questions.length, kept !== undefined && 'slide' in kept ? kept.slide : attempt.place);
};

/**
 * The answers of an attempt: the server's, overridden by those in this device's outbox. Each new answer and the
 * current question go into the outbox at once, with a sequence number greater than all before.
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
    const knownAnswers = [...attempt.answers, ...waiting];
    sequence.current = Math.max(
      attempt.sequence,
      ...[...attempt.answers, ...outbox.pending().map((item) => item.input)].map((one) =>
        'sequence' in one ? one.sequence : 0,
      ),
    );
    return Object.fromEntries(knownAnswers.map((one) => [one.question_id, one.answer as Answer]));
  });
  useEffect(
    () =>
      outbox.onSequence((known) => {
        sequence.current = Math.max(sequence.current, known);
      }),
    [outbox],
  );
  // An answer that was rejected is not given: the question is open again.
  useEffect(
    () =>
      outbox.onRejected((item) => {
        if (item.id !== 'learner.answer' || item.input.attempt_id !== attempt.attempt_id) return;
        const { question_id } = item.input;
        setAnswers((before) => Object.fromEntries(Object.entries(before).filter(([id]) => id !== question_id)));
      }),
    [outbox, attempt.attempt_id],
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
  const [begin] = useState(() => placeOf(outbox, attempt));
  const stored = useRef(begin);
  /**
   * An answer may be incomplete: after a closed tab the quiz resumes at the last shown question, not at the first
   * open one.
   */
  const savePosition = (place: number): void => {
    if (place === stored.current) return;
    stored.current = place;
    sequence.current += 1;
    outbox.put({
      key: placeKey(attempt),
      id: 'learner.save-position',
      input: { id: courseId, step_id: attempt.step_id, slide: place, sequence: sequence.current },
    });
  };
  return { outbox, answers, give, begin, savePosition };
};
