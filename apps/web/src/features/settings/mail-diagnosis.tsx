import { Loader } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type DiagnosisStepName, diagnosisSteps } from '@sergak/contract/settings/settings.rules.ts';
import type { CallInput, CallOutput } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import { inputOf } from './mail-values.ts';
import css from './settings.module.css';

type Diagnosis = CallOutput<'settings.mail-test'>;
type Tested = CallInput<'settings.mail-test'>;

/**
 * The steps of a check with these settings: steps for encryption and for the user are left out if these are not set.
 */
const planned = (tested: Tested | undefined): readonly DiagnosisStepName[] =>
  diagnosisSteps.filter(
    (step) =>
      step !== 'recipient' &&
      !(step === 'tls' && tested?.security === 'none') &&
      !(step === 'auth' && !tested?.username),
  );

const Mark = ({ state }: { state: 'passed' | 'failed' | 'not_reached' | 'waiting' }): ReactNode => {
  if (state === 'waiting') return <Loader size={14} aria-hidden />;
  const Sign = state === 'passed' ? IconCheck : state === 'failed' ? IconX : IconMinus;
  return <Sign size={16} stroke={2.2} aria-hidden />;
};

const Steps = ({ diagnosis, tested }: { diagnosis: Diagnosis | undefined; tested: Tested | undefined }): ReactNode => {
  const t = useT('settings__mail');
  const done = diagnosis?.steps ?? [];
  const rest = planned(tested).filter((step) => !done.some((one) => one.step === step));
  const left =
    diagnosis?.ok === true
      ? []
      : rest.filter(
          (step) => done.length === 0 || diagnosisSteps.indexOf(step) > diagnosisSteps.indexOf(done.at(-1)!.step),
        );
  const lines = [
    ...done.map((one) => ({ step: one.step, state: one.ok ? ('passed' as const) : ('failed' as const) })),
    ...left.map((step) => ({ step, state: diagnosis === undefined ? ('waiting' as const) : ('not_reached' as const) })),
  ];
  return (
    <ol className={css['steps']} key={diagnosis === undefined ? 'waiting' : 'done'}>
      {lines.map(({ step, state }, i) => (
        <li key={step} data-state={state} style={{ '--i': i } as CSSProperties}>
          <span className={css['step-mark']}>
            <Mark state={state} />
          </span>
          <span>{t(`diagnosis.step.${step}`)}</span>
          {state !== 'waiting' && <span className={css['step-state']}>{t(`diagnosis.${state}`)}</span>}
        </li>
      ))}
    </ol>
  );
};

const Verdict = ({ diagnosis }: { diagnosis: Diagnosis }): ReactNode => {
  const t = useT('settings__mail');
  const last = diagnosis.steps.at(-1);
  if (diagnosis.ok || last === undefined) {
    return (
      <div className={css['verdict']} data-tone="good">
        <strong>{t('diagnosis.ok_title')}</strong>
        <p>{t('diagnosis.ok_text')}</p>
      </div>
    );
  }
  return (
    <div className={css['verdict']} data-tone="bad">
      <strong>{t('diagnosis.bad_title', { step: t(`diagnosis.step.${last.step}`) })}</strong>
      <p>{t(`code.${last.code}.what`)}</p>
      <p className={css['verdict-do']}>
        <b>{t('diagnosis.do')}</b> {t(`code.${last.code}.do`)}
      </p>
      {last.detail !== '' && (
        <>
          <span className={css['verdict-label']}>{t('diagnosis.said')}</span>
          <code className={css['wire']}>{last.detail}</code>
        </>
      )}
    </div>
  );
};

/** How far a check of the mail server got, why it stopped, and what to do. */
export const MailDiagnosis = ({
  diagnosis,
  tested,
}: {
  diagnosis: Diagnosis | undefined;
  tested: Tested | undefined;
}): ReactNode => {
  const t = useT('settings__mail');
  const { getValues } = useFormContext();
  useWatch();
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // scrollIntoView may return a value; it must not become the effect's clean-up function.
    here.current?.scrollIntoView({ block: 'nearest' });
  }, [diagnosis]);
  const changed = diagnosis !== undefined && JSON.stringify(inputOf(getValues() as never)) !== JSON.stringify(tested);
  return (
    <Section title={t('diagnosis.title')} className={css['diagnosis']!}>
      <div ref={here} role="status" aria-busy={diagnosis === undefined}>
        {diagnosis === undefined && <p className="sr-only">{t('diagnosis.running')}</p>}
        {changed && <p className={css['changed']}>{t('diagnosis.changed')}</p>}
        <Steps diagnosis={diagnosis} tested={tested} />
        {diagnosis !== undefined && <Verdict diagnosis={diagnosis} />}
      </div>
    </Section>
  );
};
