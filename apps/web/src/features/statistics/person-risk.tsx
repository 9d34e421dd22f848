import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { RiskExplanation } from './risk-explanation.tsx';
import { RiskLine } from './risk-line.tsx';
import { trendSentence } from './sentence.ts';
import css from './statistics.module.css';

const DAYS = 90;

/** The parts of a person's risk level, and its history; the level itself is on the employee page. */
export const PersonRisk = ({ person }: { person: string }): ReactNode => {
  const t = useT('statistics');
  const risk = useRead('statistics.user-risk-level', { id: person, days_period: DAYS }, { quiet: true });
  if (risk.isError) return <ErrorState onRetry={() => void risk.refetch()} />;
  if (risk.data === undefined) return <LoadingState />;
  const { value, change, points, explanation, rule_since } = risk.data;
  return (
    <>
      <Section title={t('person.risk')}>
        {value !== null && <p>{trendSentence(t, change, DAYS, points)}</p>}
        <RiskExplanation parts={explanation} level={value} />
      </Section>
      {points.length > 0 && (
        <div className={css['spaced']}>
          <RiskLine title={t('chart.risk')} points={points} ruleSince={rule_since} height={200} />
        </div>
      )}
    </>
  );
};
