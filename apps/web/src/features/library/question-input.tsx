import { IconCheck, IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LearnerQuestion } from '@sergak/contract/learning/learner.schema.ts';
import type { Answer } from '@sergak/contract/learning/learning.rules.ts';
import { ANSWER_TEXT_MAX } from '@sergak/contract/learning/limits.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { PartPicture } from './part-picture.tsx';
import css from './question-input.module.css';

type Props = {
  question: LearnerQuestion;
  answer: Answer | undefined;
  onAnswer: (answer: Answer) => void;
  disabled: boolean;
};

const Choice = ({ question, answer, onAnswer, disabled }: Props): ReactNode => {
  const many = question.type === 'multiple';
  const chosen =
    answer === undefined ? [] : 'option' in answer ? [answer.option] : 'options' in answer ? answer.options : [];
  const toggle = (id: string): void => {
    if (!many) return onAnswer({ option: id });
    const next = question.parts
      .map((part) => part.id)
      .filter((one) => (one === id ? !chosen.includes(id) : chosen.includes(one)));
    // An empty selection is not an answer: the last tick stays until another one is set.
    if (next.length > 0) onAnswer({ options: next });
  };
  return (
    <div className={css['list']}>
      {question.parts.map((part) => (
        <label key={part.id} className={css['option']}>
          <input
            type={many ? 'checkbox' : 'radio'}
            name={question.id}
            checked={chosen.includes(part.id)}
            disabled={disabled}
            onChange={() => toggle(part.id)}
          />
          <span className={css['box']} data-round={many ? undefined : true} aria-hidden>
            <IconCheck size={15} stroke={3} />
          </span>
          <span>
            <PartPicture of={part} />
            {part.text}
          </span>
        </label>
      ))}
    </div>
  );
};

const Ordering = ({ question, answer, onAnswer, disabled }: Props): ReactNode => {
  const t = useT('learning__learner');
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const order = answer !== undefined && 'order' in answer ? answer.order : question.parts.map((part) => part.id);
  const partOf = (id: string) => question.parts.find((part) => part.id === id);
  const textOf = (id: string): string => partOf(id)?.text ?? '';
  const move = (id: string, to: number): void => {
    const rest = order.filter((one) => one !== id);
    const at = Math.max(0, Math.min(rest.length, to));
    onAnswer({ order: [...rest.slice(0, at), id, ...rest.slice(at)] });
    setSaid(t('quiz.moved', { text: textOf(id), n: at + 1 }));
  };
  // The row under the pointer decides the position, so mouse, pen and touch behave alike. The listener is on the window,
  // because a row that moves in the page loses its pointer capture.
  const drag = useRef((_y: number) => {});
  drag.current = (y) => {
    if (dragged === null || list.current === null) return;
    const rows = [...list.current.children] as HTMLElement[];
    const under = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    const place = under === -1 ? rows.length - 1 : under;
    if (place !== order.indexOf(dragged)) move(dragged, place);
  };
  useEffect(() => {
    if (dragged === null) return undefined;
    const onMove = (e: PointerEvent): void => drag.current(e.clientY);
    const end = (): void => setDragged(null);
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [dragged]);
  const press =
    (id: string, by: 1 | -1) =>
    (e: React.MouseEvent<HTMLButtonElement>): void => {
      const button = e.currentTarget;
      move(id, order.indexOf(id) + by);
      requestAnimationFrame(() =>
        (button.disabled
          ? (button.parentElement?.querySelector<HTMLElement>('button:not(:disabled)') ?? null)
          : button
        )?.focus(),
      );
    };
  return (
    <>
      <ol className={css['list']} ref={list}>
        {order.map((id, index) => (
          <li key={id} className={css['item']} data-dragged={dragged === id || undefined}>
            <span
              className={css['grip']}
              aria-hidden
              onPointerDown={(e) => {
                if (!disabled) {
                  setDragged(id);
                  e.preventDefault();
                }
              }}
            >
              <IconGripVertical size={20} stroke={1.7} />
            </span>
            <span className={css['place']} aria-hidden>
              {index + 1}
            </span>
            <span className={css['item-text']}>
              <PartPicture of={partOf(id)} />
              {textOf(id)}
            </span>
            <span className={css['arrows']}>
              <button
                type="button"
                disabled={disabled || index === 0}
                aria-label={t('quiz.up', { text: textOf(id) })}
                onClick={press(id, -1)}
              >
                <IconChevronUp size={22} aria-hidden />
              </button>
              <button
                type="button"
                disabled={disabled || index === order.length - 1}
                aria-label={t('quiz.down', { text: textOf(id) })}
                onClick={press(id, 1)}
              >
                <IconChevronDown size={22} aria-hidden />
              </button>
            </span>
          </li>
        ))}
      </ol>
      {/* The shown order may be the right one: it is an answer as soon as the person says so. */}
      <button
        type="button"
        className={css['confirm']}
        aria-pressed={answer !== undefined}
        disabled={disabled}
        onClick={() => answer === undefined && onAnswer({ order })}
      >
        <span className={css['box']} aria-hidden>
          <IconCheck size={15} stroke={3} />
        </span>
        {t('quiz.order_kept')}
      </button>
      <span className="sr-only" role="status">
        {said}
      </span>
    </>
  );
};

const Matching = ({ question, answer, onAnswer, disabled }: Props): ReactNode => {
  const t = useT('learning__learner');
  const pairs = answer !== undefined && 'pairs' in answer ? answer.pairs : [];
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(pairs.map((pair) => [pair.left, pair.right])),
  );
  const choose = (left: string, right: string): void => {
    const next = { ...chosen, [left]: right };
    setChosen(next);
    // Only complete pairs are sent: a partial answer would count as wrong.
    if (question.parts.every((part) => next[part.id]))
      onAnswer({ pairs: question.parts.map((part) => ({ left: part.id, right: next[part.id]! })) });
  };
  return (
    <div className={css['list']}>
      {question.parts.map((part) => (
        <div key={part.id} className={css['pair']}>
          <span>
            <PartPicture of={part} />
            {part.text}
          </span>
          <span className={css['choice']}>
            <select
              className={css['select']}
              aria-label={t('quiz.pair', { text: part.text })}
              value={chosen[part.id] ?? ''}
              disabled={disabled}
              data-chosen={chosen[part.id] ? true : undefined}
              onChange={(e) => choose(part.id, e.currentTarget.value)}
            >
              <option value="" disabled>
                {t('quiz.choose')}
              </option>
              {question.matches.map((match) => (
                <option key={match.id} value={match.id}>
                  {match.text}
                </option>
              ))}
            </select>
            {/* A select cuts a long text: the chosen one is drawn above it, in as many lines as it needs. */}
            <span className={css['chosen']} aria-hidden>
              {question.matches.find((match) => match.id === chosen[part.id])?.text}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
};

const TYPING_MS = 500;
const Short = ({ answer, onAnswer, disabled }: Props): ReactNode => {
  const t = useT('learning__learner');
  const [words, setWords] = useState(answer !== undefined && 'text' in answer ? answer.text : '');
  const sent = useRef(words.trim());
  const latest = useRef(words);
  latest.current = words;
  const send = useRef(() => {});
  send.current = () => {
    const text = latest.current.trim();
    if (text === '' || text === sent.current) return;
    sent.current = text;
    onAnswer({ text });
  };
  useEffect(() => {
    const timer = setTimeout(() => send.current(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  useEffect(() => () => send.current(), []);
  return (
    <input
      className={css['short']}
      value={words}
      maxLength={ANSWER_TEXT_MAX}
      disabled={disabled}
      aria-label={t('quiz.answer')}
      placeholder={t('quiz.answer')}
      autoComplete="off"
      autoCapitalize="off"
      enterKeyHint="done"
      onChange={(e) => setWords(e.currentTarget.value)}
      onBlur={() => send.current()}
    />
  );
};

const inputs = { single: Choice, multiple: Choice, ordering: Ordering, matching: Matching, short: Short } as const;

/** The input for a question, by its type; every type works by mouse, touch and keyboard. */
export const QuestionInput = (props: Props): ReactNode => {
  const Input = inputs[props.question.type];
  return <Input key={props.question.id} {...props} />;
};
