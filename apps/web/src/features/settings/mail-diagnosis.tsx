import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type DiagnosisStepName, diagnosisSteps } from '@sergak/contract/settings/settings.rules.ts';
import type { CallInput, CallOutput } from '../../shared/api.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { Diagnosis, type Verdict } from '../../shared/ui/diagnosis.tsx';
import { inputOf, type Values } from './mail-values.ts';
import css from './settings.module.css';

type Answer = CallOutput<'settings.mail-test'>;
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

const verdictOf = (t: T<'settings__mail'>, diagnosis: Answer): Verdict => {
  const last = diagnosis.steps.at(-1);
  if (diagnosis.ok || last === undefined)
    return { tone: 'good', title: t('diagnosis.ok_title'), text: t('diagnosis.ok_text') };
  return {
    tone: 'bad',
    title: t('diagnosis.bad_title', { step: t(`diagnosis.step.${last.step}`) }),
    text: t(`code.${last.code}.what`),
    advice: [t('diagnosis.do'), t(`code.${last.code}.do`)],
    ...(last.detail !== '' && { answer: [t('diagnosis.said'), last.detail] as const }),
  };
};

/** How far a check of the mail server got, why it stopped, and what to do. */
export const MailDiagnosis = ({
  diagnosis,
  tested,
}: {
  diagnosis: Answer | undefined;
  tested: Tested | undefined;
}): ReactNode => {
  const t = useT('settings__mail');
  const { getValues } = useFormContext<Values>();
  useWatch();
  const changed = diagnosis !== undefined && JSON.stringify(inputOf(getValues())) !== JSON.stringify(tested);
  return (
    <Diagnosis
      title={t('diagnosis.title')}
      running={t('diagnosis.running')}
      planned={planned(tested)}
      done={diagnosis?.steps}
      stepLabel={(step) => t(`diagnosis.step.${step}`)}
      stateLabel={(state) => t(`diagnosis.${state}`)}
      verdict={diagnosis === undefined ? null : verdictOf(t, diagnosis)}
      changed={changed ? t('diagnosis.changed') : null}
      className={css['diagnosis']}
    />
  );
};
