import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { mailboxSteps } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { MailboxDiagnosis } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import type { CallInput } from '../../shared/api.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { Diagnosis, type Verdict } from '../../shared/ui/diagnosis.tsx';
import { inputOf, type Values } from './address-values.ts';
import css from './suspicious-mail.module.css';

type Tested = CallInput<'suspicious-mail.address-test'>;

const verdictOf = (t: T<'suspicious__address'>, diagnosis: MailboxDiagnosis): Verdict => {
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

/** How far a check of the report mailbox got, why it stopped, and what to do. */
export const AddressDiagnosis = ({
  diagnosis,
  tested,
}: {
  diagnosis: MailboxDiagnosis | undefined;
  tested: Tested | undefined;
}): ReactNode => {
  const t = useT('suspicious__address');
  const { getValues } = useFormContext<Values>();
  useWatch();
  const changed = diagnosis !== undefined && JSON.stringify(inputOf(getValues())) !== JSON.stringify(tested);
  return (
    <Diagnosis
      title={t('diagnosis.title')}
      running={t('diagnosis.running')}
      planned={mailboxSteps.filter((step) => !(step === 'tls' && tested?.security === 'none'))}
      done={diagnosis?.steps}
      stepLabel={(step) => t(`diagnosis.step.${step}`)}
      stateLabel={(state) => t(`diagnosis.${state}`)}
      verdict={diagnosis === undefined ? null : verdictOf(t, diagnosis)}
      changed={changed ? t('diagnosis.changed') : null}
      className={css['diagnosis']}
    />
  );
};
