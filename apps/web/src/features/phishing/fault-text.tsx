import type { ReactNode } from 'react';
import type { Fault } from '@sergak/contract/phishing/phishing.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';

/** A fault of a text in words, with the affected part. */
export const FaultText = ({ fault }: { fault: Fault }): ReactNode => {
  const t = useT('phishing');
  return (
    <>
      {t(`fault.${fault.code}`)}
      {fault.text !== '' && <code> {fault.text}</code>}
    </>
  );
};

/** The error of one input: its first fault, if any. */
export const errorOf = (faults: readonly Fault[], field: Fault['field']): ReactNode => {
  const found = faults.find((one) => one.field === field);
  return found && <FaultText fault={found} />;
};
