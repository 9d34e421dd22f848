import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ssoSteps } from '@sergak/contract/sso/sso.rules.ts';
import type { SsoDiagnosis } from '@sergak/contract/sso/sso.schema.ts';
import type { CallInput } from '../../shared/api.ts';
import { useT, type T } from '../../shared/i18n/use-t.ts';
import { Diagnosis, type Verdict } from '../../shared/ui/diagnosis.tsx';
import { probeOf, type Values } from './sso-values.ts';

type Tested = CallInput<'sso.test'>;

/** A check that passed also says what it cannot know. */
const verdictOf = (t: T<'sso'>, { ok, steps }: SsoDiagnosis, isSaml: boolean): Verdict => {
  const last = steps.at(-1);
  if (ok || last === undefined)
    return { tone: 'good', title: t('test.ok_title'), text: t(isSaml ? 'test.ok_saml' : 'test.ok_oidc') };
  return {
    tone: 'bad',
    title: t('test.bad_title', { step: t(`test.step.${last.step}`) }),
    text: t(`test.code.${last.code}.what`),
    advice: [t('test.do'), t(`test.code.${last.code}.do`)],
    ...(last.detail !== '' && { answer: [t('test.said'), last.detail] as const }),
  };
};

/** How far a check of the provider got, why it stopped, and what to do. */
export const ProviderDiagnosis = ({
  diagnosis,
  tested,
}: {
  diagnosis: SsoDiagnosis | undefined;
  tested: Tested | undefined;
}): ReactNode => {
  const t = useT('sso');
  const { getValues } = useFormContext<Values>();
  useWatch<Values>();
  const changed = diagnosis !== undefined && JSON.stringify(probeOf(getValues())) !== JSON.stringify(tested);
  const isSaml = tested?.protocol === 'saml';
  return (
    <Diagnosis
      title={t('test.title')}
      running={t('test.running')}
      planned={isSaml ? ssoSteps.slice(0, 2) : ssoSteps.slice(1)}
      done={diagnosis?.steps}
      stepLabel={(step) => t(`test.step.${step}`)}
      stateLabel={(state) => t(`test.${state}`)}
      verdict={diagnosis === undefined ? null : verdictOf(t, diagnosis, isSaml)}
      changed={changed ? t('test.changed') : null}
    />
  );
};
