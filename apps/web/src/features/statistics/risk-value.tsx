import type { ReactNode } from 'react';
import { formatRisk } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';

/** A level of ten in large figures, or in words that there is none: a dash of that size looks like a line. */
export const RiskValue = ({ value }: { value: number | null }): ReactNode => {
  const t = useT('statistics');
  const commons = useT('commons');
  if (value === null) return <strong data-missing>{commons('no_data')}</strong>;
  return (
    <>
      <strong>{formatRisk(value)}</strong>
      <span>{t('hero.scale')}</span>
    </>
  );
};
