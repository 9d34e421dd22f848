import type { ReactNode } from 'react';
import {
  HALF_LIFE_DAYS,
  LEARNING_DAYS,
  LEARNING_SHARE,
  learningRisk,
  PHISHING_SHARE,
  phishingRisk,
  REPORTED_POINTS,
  RESULT_POINTS,
  TARGET_LEVEL,
} from '@sergak/contract/statistics/risk.rules.ts';
import type { RiskMethod } from '@sergak/contract/statistics/insights.schema.ts';
import { formatNumber, formatRisk } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { BackLink } from '../../shared/nav/back-link.tsx';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { RiskExampleSection } from './risk-example.tsx';
import { RiskTable } from './risk-table.tsx';
import css from './risk-screen.module.css';

const addressState = { organization_id: '', employee_id: '' };
const groups = ['both', 'phishing_only', 'learning_only'] as const;
const results = [0, 1, 2, 3, 4] as const;
const number = (value: number | null): string => (value === null ? '—' : formatNumber(value, 2));

/** Mean of a figure over several groups of people, weighted by the number of people. */
const meanOf = (parts: readonly { people: number; value: number | null }[]): number | null => {
  const rated = parts.filter((one) => one.value !== null);
  const people = rated.reduce((sum, one) => sum + one.people, 0);
  return people === 0 ? null : rated.reduce((sum, one) => sum + one.people * one.value!, 0) / people;
};

const EmailSteps = ({ data }: { data: RiskMethod }): ReactNode => {
  const t = useT('statistics__risk');
  const indicator = meanOf(
    [data.both, data.phishing_only].map((one) => ({ people: one.people, value: one.phishing_indicator })),
  );
  return (
    <>
      <Section title={t('step1.title')}>
        <p className={css['text']}>{t('step1.text', { reported: REPORTED_POINTS })}</p>
        <RiskTable
          label={t('step1.title')}
          head={[t('step1.action'), t('step1.points')]}
          rows={results.map((result) => [t(`result.${result}`), formatNumber(RESULT_POINTS[result]!)])}
        />
      </Section>
      <Section title={t('step2.title')}>
        <p className={css['text']}>{t('step2.text', { days: HALF_LIFE_DAYS })}</p>
        <p className={css['formula']}>
          {t('step2.mean')}: {number(indicator)} → {formatRisk(phishingRisk(indicator))}
        </p>
      </Section>
    </>
  );
};

const LevelSteps = ({ data }: { data: RiskMethod }): ReactNode => {
  const t = useT('statistics__risk');
  const progress = meanOf(
    [data.both, data.learning_only].map((one) => ({ people: one.people, value: one.learning_progress })),
  );
  return (
    <>
      <Section title={t('step3.title')}>
        <p className={css['text']}>{t('step3.text', { days: LEARNING_DAYS })}</p>
        <p className={css['formula']}>
          {t('step3.mean')}: {number(progress)} % → {formatRisk(learningRisk(progress))}
        </p>
      </Section>
      <Section title={t('step4.title')}>
        <p className={css['text']}>
          {t('step4.text', { phishing: formatNumber(PHISHING_SHARE, 1), learning: formatNumber(LEARNING_SHARE, 1) })}
        </p>
        <RiskTable
          label={t('step4.title')}
          head={['', t('step4.people'), t('step4.indicator'), t('step4.progress'), t('step4.level')]}
          rows={[
            ...groups.map((name) => {
              const one = data[name];
              return [
                t(`step4.${name}`),
                formatNumber(one.people),
                number(one.phishing_indicator),
                number(one.learning_progress),
                number(one.risk_level),
              ];
            }),
            [t('step4.none'), formatNumber(data.none), '—', '—', '—'],
          ]}
        />
      </Section>
      <Section title={t('step5.title')}>
        <p className={css['text']}>{t('step5.text', { target: formatRisk(TARGET_LEVEL) })}</p>
        <p className={css['formula']}>
          {data.risk_level === null
            ? t('step5.none')
            : t('step5.sum', {
                level: number(data.risk_level),
                rated: formatNumber(data.people_with_level),
                people: formatNumber(data.people),
              })}
        </p>
      </Section>
    </>
  );
};

/** How the risk is calculated: each step of the formula with the figures of the organisation, and one example person. */
export default function RiskScreen(): ReactNode {
  const t = useT('statistics__risk');
  const s = useT('statistics');
  const [address, setAddress] = useSearchState(addressState);
  const own = useMe().acting_organization.id;
  const id = address.organization_id === '' ? own : address.organization_id;
  const method = useRead(
    'statistics.risk-method',
    { id, ...(address.employee_id !== '' && { employee_id: address.employee_id }) },
    { quiet: true },
  );
  const trail = [
    <BackLink key="back">
      {id === own ? (
        <ScreenLink screen="statistics.general">{s('title')}</ScreenLink>
      ) : (
        <ScreenLink screen="organization.statistics" params={{ organization_id: id }}>
          {s('title')}
        </ScreenLink>
      )}
    </BackLink>,
  ];
  return (
    <>
      <PageHead title={t('title')} hint={t('hint')} trail={trail} />
      {method.isError ? (
        <ErrorState onRetry={() => void method.refetch()} />
      ) : method.data === undefined ? (
        <LoadingState />
      ) : (
        <>
          <EmailSteps data={method.data} />
          <LevelSteps data={method.data} />
          <RiskExampleSection
            example={method.data.example}
            organization={id}
            onChoose={(employee_id) => setAddress({ employee_id }, { replace: true })}
          />
        </>
      )}
    </>
  );
}
