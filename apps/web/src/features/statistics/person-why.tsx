import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { RiskExplanation } from './risk-explanation.tsx';
import { trendSentence } from './sentence.ts';
import css from './statistics.module.css';

const DAYS = 90;
/** Number of causes shown; the tab «Risk» has all of them. */
const MOST = 3;

/** Why a person has the risk level: its trend, and the emails and courses that added most to it. */
export const PersonWhy = ({ person }: { person: string }): ReactNode => {
  const t = useT('statistics');
  const risk = useRead('statistics.user-risk-level', { id: person, days_period: DAYS }, { quiet: true });
  if (risk.isError) return <ErrorState onRetry={() => void risk.refetch()} />;
  if (risk.data === undefined) return <LoadingState />;
  const { value, change, points, explanation } = risk.data;
  if (value === null) return null;
  const causes = explanation.filter((one) => one.points >= 0.05).slice(0, MOST);
  return (
    <>
      <p className={css['answer']}>{trendSentence(t, change, DAYS, points)}</p>
      {causes.length === 0 ? (
        <p className={css['quiet']}>{t('why.nothing')}</p>
      ) : (
        <RiskExplanation parts={causes} level={value} brief />
      )}
    </>
  );
};
