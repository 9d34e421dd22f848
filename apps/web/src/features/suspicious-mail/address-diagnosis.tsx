import type { ReactNode } from 'react';
import { isConnectionCode } from '@sergak/contract/connection.rules.ts';
import { type MailboxCode, mailboxSteps } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { MailboxDiagnosis } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import type { CallInput } from '../../shared/api.ts';
import {
  ConnectionDiagnosis,
  type Reason,
  useConnectionReason,
} from '../../shared/connection/connection-diagnosis.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { addressInput } from './address-values.ts';

/** Returns a function that explains why the mailbox cannot be read. */
export const useMailboxReason = (): ((code: MailboxCode) => Reason) => {
  const t = useT('suspicious__address');
  const shared = useConnectionReason();
  return (code) => (isConnectionCode(code) ? shared(code) : { what: t(`code.${code}.what`), do: t(`code.${code}.do`) });
};

/** The outcome of a test of the report mailbox. */
export const AddressDiagnosis = ({
  outcome,
  tested,
}: {
  outcome: MailboxDiagnosis | undefined;
  tested: CallInput<'suspicious-mail.address-test'> | undefined;
}): ReactNode => {
  const t = useT('suspicious__address');
  return (
    <ConnectionDiagnosis
      outcome={outcome}
      planned={mailboxSteps.filter((step) => !(step === 'tls' && tested?.security === 'none'))}
      tested={tested}
      inputOf={addressInput}
      passed={{ title: t('diagnosis.ok_title'), text: t('diagnosis.ok_text') }}
      reasonOf={useMailboxReason()}
    />
  );
};
