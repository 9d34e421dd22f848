import type { ReactNode } from 'react';
import { formatRisk } from '../../shared/format.ts';
import { RiskBadge } from '../../shared/ui/badges.tsx';
import { useT } from '../../shared/i18n/use-t.ts';

/** A level out of ten in large figures; without a level, the small badge used in lists. */
export const RiskValue = ({ value }: { value: number | null }): ReactNode => {
  const t = useT('statistics');
  if (value === null) return <RiskBadge level={null} />;
  return (
    <>
      <strong data-figure="risk_level">{formatRisk(value)}</strong>
      <span>{t('hero.scale')}</span>
    </>
  );
};
