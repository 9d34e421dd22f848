import type { ReactNode } from 'react';
import { personVerdict, riskTrend } from '@sergak/contract/statistics/trend.rules.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { riskColor } from '../../shared/ui/risk.ts';
import { Grid, Section } from '../../shared/ui/section.tsx';
import { StatTile } from '../../shared/ui/stat-tile.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { PersonPhishing } from './person-phishing.tsx';
import { RiskExplanation } from './risk-explanation.tsx';
import { RiskLine } from './risk-line.tsx';
import { RiskValue } from './risk-value.tsx';
import { trendSentence } from './sentence.ts';
import css from './statistics.module.css';

const DAYS = 90;
/** The lowest result that counts as success of the email: the person used the link, attachment or form. */
const CLICKED = 2;

/** My own risk in friendly words, its causes, my progress, and the emails I got. */
export default function MyStatisticsScreen(): ReactNode {
  const t = useT('statistics');
  const risk = useRead('statistics.my-risk-level', { days_period: DAYS }, { quiet: true });
  const passed = useRead('statistics.my-passed', {}, { quiet: true });
  const progress = useRead('statistics.my-progress', { days_period: DAYS }, { quiet: true });
  if (risk.isError) return <ErrorState full onRetry={() => void risk.refetch()} />;
  if (risk.data === undefined) return <LoadingState full />;
  const { value, change, points, explanation, rule_since } = risk.data;
  const emails = explanation.filter((one) => one.kind === 'phishing');
  const caught = emails.filter((one) => one.result !== null && one.result >= CLICKED).length;
  const kind = personVerdict({ level: value, emails: emails.length, caught, trend: riskTrend(change, points) });
  return (
    <>
      <PageHead title={t('my.title')} hint={t('my.hint')} />
      <div className={css['hero']}>
        <Section title={t('my.risk')}>
          <div className={css['level']} data-color={value === null ? undefined : riskColor(value)}>
            <RiskValue value={value} />
          </div>
          <p className={css['answer']}>
            {t(`my.kind.${kind}`, { caught: formatNumber(caught), emails: formatNumber(emails.length) })}{' '}
            {value !== null && trendSentence(t, change, DAYS, points)}
          </p>
          <div className={css['buttons']}>
            <ButtonLink screen="learner.courses" variant="light">
              {t('my.courses')}
            </ButtonLink>
          </div>
        </Section>
        <RiskLine title={t('chart.risk_line')} points={points} ruleSince={rule_since} height={220} />
      </div>
      {passed.data !== undefined && (
        <div className={css['spaced']}>
          <Grid min={220}>
            <StatTile
              figure="learning_progress"
              label={t('my.progress')}
              value={formatPercent(progress.data?.value)}
              change={progress.data?.change}
              unit={`\u00a0${t('my.unit')}`}
            />
            <StatTile
              figure="learners_completed"
              label={t('my.completed')}
              value={formatNumber(passed.data.courses_completed)}
              hint={t('my.assigned', { number: formatNumber(passed.data.courses_assigned) })}
              link={(className, inside) => (
                <ScreenLink screen="learner.courses" className={className}>
                  {inside}
                </ScreenLink>
              )}
            />
            <StatTile
              figure="learners_behind"
              label={t('my.behind')}
              value={formatNumber(passed.data.courses_behind)}
              hint={t(passed.data.courses_behind > 0 ? 'my.behind_hint' : 'my.behind_none')}
            />
            <StatTile
              figure="quizzes_passed"
              label={t('my.quizzes')}
              value={formatNumber(passed.data.quizzes_passed)}
              hint={t('my.tries', { number: formatNumber(passed.data.quizzes_failed) })}
            />
          </Grid>
        </div>
      )}
      <div className={css['spaced']}>
        <Section title={t('my.made')}>
          <RiskExplanation parts={explanation} level={value} />
        </Section>
        <Section title={t('my.emails')} hint={t('my.emails_hint')}>
          <PersonPhishing mine />
        </Section>
      </div>
    </>
  );
}
