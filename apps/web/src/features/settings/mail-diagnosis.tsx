import type { ReactNode } from 'react';
import { isConnectionCode } from '@sergak/contract/connection.rules.ts';
import { type DiagnosisStepName, diagnosisSteps } from '@sergak/contract/settings/settings.rules.ts';
import type { CallInput, CallOutput } from '../../shared/api.ts';
import { ConnectionDiagnosis, useConnectionReason } from '../../shared/connection/connection-diagnosis.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { mailInput } from './mail-values.ts';

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

/** The outcome of a test of the mail server. */
export const MailDiagnosis = ({
  outcome,
  tested,
}: {
  outcome: CallOutput<'settings.mail-test'> | undefined;
  tested: Tested | undefined;
}): ReactNode => {
  const t = useT('settings__mail');
  const shared = useConnectionReason();
  return (
    <ConnectionDiagnosis
      outcome={outcome}
      planned={planned(tested)}
      tested={tested}
      inputOf={mailInput}
      passed={{ title: t('diagnosis.ok_title'), text: t('diagnosis.ok_text') }}
      reasonOf={(code) =>
        isConnectionCode(code) ? shared(code) : { what: t(`code.${code}.what`), do: t(`code.${code}.do`) }
      }
    />
  );
};
