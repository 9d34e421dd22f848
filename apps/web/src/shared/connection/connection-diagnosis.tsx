import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ConnectionCode } from '@sergak/contract/connection.rules.ts';
import { useT } from '../i18n/use-t.ts';
import type { Keys } from '@sergak/contract/text-keys.gen.ts';
import { Diagnosis, type Verdict } from '../ui/diagnosis.tsx';
import css from './connection.module.css';

type StepKey = Extract<Keys['connection'], `step.${string}`>;
/** A step of a test of any connection. */
type Step = StepKey extends `step.${infer S}` ? S : never;
/** What a code means, and what to do about it. */
export type Reason = { readonly what: string; readonly do?: string };

/** Returns a function that explains the codes that all connections have. */
export const useConnectionReason = (): ((code: ConnectionCode) => Reason) => {
  const t = useT('connection');
  return (code) => ({ what: t(`code.${code}.what`), do: t(`code.${code}.do`) });
};

type Outcome<S, C> = {
  readonly ok: boolean;
  readonly steps: readonly { readonly step: S; readonly ok: boolean; readonly code: C; readonly detail: string }[];
};
type Props<S extends Step, C> = {
  /** Undefined while the test runs. */
  outcome: Outcome<S, C> | undefined;
  planned: readonly S[];
  /** What was tested, and what the form would test now. */
  tested: unknown;
  inputOf: (values: never) => unknown;
  reasonOf: (code: C) => Reason;
  passed: { readonly title: string; readonly text: string };
  /** What the test found. */
  children?: ReactNode;
};

/** How far a test of a connection got, why it stopped, and what to do. */
export const ConnectionDiagnosis = <S extends Step, C>(props: Props<S, C>): ReactNode => {
  const { outcome, planned, tested, inputOf, reasonOf, passed, children } = props;
  const t = useT('connection');
  const { getValues } = useFormContext();
  useWatch();
  const last = outcome?.steps.at(-1);
  const failed = (): Verdict => {
    const reason = reasonOf(last!.code);
    return {
      tone: 'bad',
      title: t('diagnosis.bad_title', { step: t(`step.${last!.step}` as StepKey) }),
      text: reason.what,
      ...(reason.do !== undefined && { advice: [t('diagnosis.do'), reason.do] as const }),
      ...(last!.detail !== '' && { answer: [t('diagnosis.said'), last!.detail] as const }),
    };
  };
  const isOk = outcome?.ok === true || last === undefined;
  const isChanged = outcome !== undefined && JSON.stringify(inputOf(getValues() as never)) !== JSON.stringify(tested);
  return (
    <div className={css['diagnosis']}>
      <Diagnosis
        title={t('diagnosis.title')}
        running={t('diagnosis.running')}
        planned={planned}
        done={outcome?.steps}
        stepLabel={(step) => t(`step.${step}` as StepKey)}
        stateLabel={(state) => t(`diagnosis.${state}`)}
        verdict={outcome === undefined ? null : isOk ? { tone: 'good', ...passed } : failed()}
        changed={isChanged ? t('diagnosis.changed') : null}
      />
      {children}
    </div>
  );
};
