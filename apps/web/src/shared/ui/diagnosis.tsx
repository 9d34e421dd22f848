import { Loader } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import css from './diagnosis.module.css';
import { Section } from './section.tsx';

type State = 'passed' | 'failed' | 'not_reached' | 'waiting';
type Done<S extends string> = { readonly step: S; readonly ok: boolean };
export type Verdict = {
  readonly tone: 'good' | 'bad';
  readonly title: string;
  readonly text: string;
  /** Label and text of the advice. */
  readonly advice?: readonly [label: string, text: string];
  /** Label and text of the server's answer. */
  readonly answer?: readonly [label: string, text: string];
};

const Mark = ({ state }: { state: State }): ReactNode => {
  if (state === 'waiting') return <Loader size={14} aria-hidden />;
  const Sign = state === 'passed' ? IconCheck : state === 'failed' ? IconX : IconMinus;
  return <Sign size={16} stroke={2.2} aria-hidden />;
};

/** The steps of a check with their states: the performed ones, then the planned ones after the last performed. */
const linesOf = <S extends string>(planned: readonly S[], done: readonly Done<S>[] | undefined) => {
  const all = done ?? [];
  const passed = all.map(({ step, ok }) => ({ step, state: (ok ? 'passed' : 'failed') as State }));
  if (done !== undefined && all.every(({ ok }) => ok)) return passed;
  const last = all.at(-1);
  const rest = planned.filter(
    (step) => !all.some((one) => one.step === step) && (!last || planned.indexOf(step) > planned.indexOf(last.step)),
  );
  const state: State = done === undefined ? 'waiting' : 'not_reached';
  return [...passed, ...rest.map((step) => ({ step, state }))];
};

type Props<S extends string> = {
  title: string;
  /** Announced while the check runs. */
  running: string;
  planned: readonly S[];
  /** The performed steps; undefined while the check runs. */
  done: readonly Done<S>[] | undefined;
  stepLabel: (step: S) => string;
  stateLabel: (state: Exclude<State, 'waiting'>) => string;
  verdict: Verdict | null;
  /** Shown if the settings were changed after the check. */
  changed: string | null;
};

/** How far a check of a server got, why it stopped, and what to do. */
export const Diagnosis = <S extends string>(props: Props<S>): ReactNode => {
  const { done, verdict } = props;
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // scrollIntoView may return a value; it must not become the effect's clean-up function.
    here.current?.scrollIntoView({ block: 'nearest' });
  }, [done]);
  return (
    <Section title={props.title}>
      <div ref={here} role="status" aria-busy={done === undefined}>
        {done === undefined && <p className="sr-only">{props.running}</p>}
        {props.changed !== null && <p className={css['changed']}>{props.changed}</p>}
        <ol className={css['steps']} key={done === undefined ? 'waiting' : 'done'}>
          {linesOf(props.planned, done).map(({ step, state }, i) => (
            <li key={step} data-state={state} style={{ '--i': i } as CSSProperties}>
              <span className={css['step-mark']}>
                <Mark state={state} />
              </span>
              <span>{props.stepLabel(step)}</span>
              {state !== 'waiting' && <span className={css['step-state']}>{props.stateLabel(state)}</span>}
            </li>
          ))}
        </ol>
        {verdict !== null && (
          <div className={css['verdict']} data-tone={verdict.tone}>
            <strong>{verdict.title}</strong>
            <p>{verdict.text}</p>
            {verdict.advice && (
              <p className={css['verdict-do']}>
                <b>{verdict.advice[0]}</b> {verdict.advice[1]}
              </p>
            )}
            {verdict.answer && (
              <>
                <span className={css['verdict-label']}>{verdict.answer[0]}</span>
                <code className={css['wire']}>{verdict.answer[1]}</code>
              </>
            )}
          </div>
        )}
      </div>
    </Section>
  );
};
