import type { ReactNode } from 'react';
import type { Employee } from '@sergak/contract/employees/employees.schema.ts';
import { formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useAnonymous } from '../../shared/session.ts';
import { RiskBadge, ShareBar } from '../../shared/ui/badges.tsx';
import { learningColor, phishingColor } from '../../shared/ui/risk.ts';
import { Figure } from '../../shared/ui/figure.tsx';
import { Facts, Section } from '../../shared/ui/section.tsx';
import css from './employees.module.css';

/** The figures of a person. The campaigns and courses behind them are shown below, from the statistics. */
export const EmployeeRisk = ({ person }: { person: Employee }): ReactNode => {
  const t = useT('employees__employee');
  const { risk_level, phishing_indicator, learning_progress } = person.statistics;
  const none = <span className={css['quiet']}>{t('no_data')}</span>;
  const anonymous = useAnonymous();
  const hint = risk_level !== null ? t('risk_hint') : anonymous ? t('commons:anonymous.short') : t('risk_missing');
  return (
    <Section title={t('risk')} hint={hint}>
      <Facts
        items={[
          [
            t('level'),
            anonymous ? (
              '—'
            ) : (
              <Figure key="risk" id="risk_level">
                <RiskBadge level={risk_level} word />
              </Figure>
            ),
          ],
          [
            t('phishing'),
            phishing_indicator === null ? (
              anonymous ? (
                '—'
              ) : (
                none
              )
            ) : (
              <Figure key="phishing" id="phishing_indicator">
                <ShareBar
                  value={phishing_indicator}
                  label={formatPercent(phishing_indicator)}
                  color={phishingColor(phishing_indicator)}
                  harm
                />
              </Figure>
            ),
          ],
          [
            t('learning'),
            learning_progress === null ? (
              none
            ) : (
              <Figure key="learning" id="learning_progress">
                <ShareBar
                  value={learning_progress}
                  label={formatPercent(learning_progress)}
                  color={learningColor(learning_progress)}
                />
              </Figure>
            ),
          ],
        ]}
      />
    </Section>
  );
};
