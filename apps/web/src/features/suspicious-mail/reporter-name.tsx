import type { ReactNode } from 'react';
import type { SuspiciousRow } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';

/** The name of the person who reported an email, or the address with a mark if it belongs to no employee. */
export const ReporterName = ({ reporter }: Pick<SuspiciousRow, 'reporter'>): ReactNode => {
  const t = useT('suspicious');
  if (reporter.id !== null) return reporter.name || reporter.email;
  if (reporter.email === '') return t('no_reporter');
  return (
    <>
      {reporter.email} <StatusBadge tone="neutral">{t('stranger')}</StatusBadge>
    </>
  );
};
