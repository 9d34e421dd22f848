import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { LEARNING_SHARE, learningRisk, PHISHING_SHARE, phishingRisk } from '@sergak/contract/statistics/risk.rules.ts';
import type { RiskExample } from '@sergak/contract/statistics/insights.schema.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { usePermission } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Section } from '../../shared/ui/section.tsx';
import css from './risk-screen.module.css';
import { RiskTable } from './risk-table.tsx';
import pageCss from './statistics.module.css';

const PersonChoice = lazy(() => import('./risk-person-choice.tsx'));
/** Number of emails listed; older ones weigh little. */
const EMAILS_SHOWN = 12;

const Emails = ({ example }: { example: RiskExample }): ReactNode => {
  const t = useT('statistics__risk');
  if (example.phishing_indicator === null) return <p className={css['formula']}>{t('example.no_emails')}</p>;
  const shown = example.emails.slice(0, EMAILS_SHOWN);
  const more = example.emails.length - shown.length;
  return (
    <>
      <RiskTable
        label={t('example.emails')}
        head={[t('example.email'), t('example.date'), t('example.result'), t('example.weight'), t('example.points')]}
        rows={shown.map((one, i) => [
          one.title ?? t('example.email_number', { number: formatNumber(i + 1) }),
          formatDate(one.date),
          [t(`result.${one.result as 0 | 1 | 2 | 3 | 4}`), one.reported ? t('result.reported') : '']
            .filter(Boolean)
            .join(', '),
          formatNumber(one.weight, 2),
          formatNumber(one.points),
        ])}
        words={[2]}
      />
      {more > 0 && <p className={pageCss['quiet']}>{t('example.more', { count: more })}</p>}
      <p className={css['formula']}>
        {t('example.indicator', {
          value: formatNumber(example.phishing_indicator, 2),
          risk: formatNumber(phishingRisk(example.phishing_indicator)!, 2),
        })}
      </p>
    </>
  );
};

const Courses = ({ example }: { example: RiskExample }): ReactNode => {
  const t = useT('statistics__risk');
  if (example.learning_progress === null) return <p className={css['formula']}>{t('example.no_courses')}</p>;
  return (
    <>
      <RiskTable
        label={t('example.courses')}
        head={[t('example.course'), t('example.date'), t('example.progress')]}
        rows={example.courses.map((one) => [one.title, formatDate(one.date), formatPercent(one.progress)])}
      />
      <p className={css['formula']}>
        {t('example.learning', {
          value: formatNumber(example.learning_progress, 2),
          risk: formatNumber(learningRisk(example.learning_progress)!, 2),
        })}
      </p>
    </>
  );
};

const Level = ({
  example: { phishing_indicator, learning_progress, risk_level },
}: {
  example: RiskExample;
}): ReactNode => {
  const t = useT('statistics__risk');
  if (risk_level === null) return t('example.missing');
  const level = formatNumber(risk_level, 2);
  if (phishing_indicator === null || learning_progress === null) return t('example.one', { level });
  return t('example.both', {
    a: formatNumber(PHISHING_SHARE, 1),
    b: formatNumber(LEARNING_SHARE, 1),
    phishing: formatNumber(phishingRisk(phishing_indicator)!, 2),
    learning: formatNumber(learningRisk(learning_progress)!, 2),
    level,
  });
};

type Props = { example: RiskExample | null; organization: string; onChoose: (employee: string) => void };

/** The computation of one person's level: a typical one, or one that the reader chooses. */
export const RiskExampleSection = ({ example, organization, onChoose }: Props): ReactNode => {
  const t = useT('statistics__risk');
  const staff = usePermission('admin.staff.employees');
  const [choosing, setChoosing] = useState(false);
  if (example === null)
    return (
      <Section title={t('typical')}>
        <p className={css['text']}>{t('example.none')}</p>
      </Section>
    );
  return (
    <Section
      title={example.full_name === null ? t('typical') : t('example.title', { name: example.full_name })}
      actions={
        <>
          {staff && example.id !== null && (
            <ButtonLink screen="staff.employee" params={{ employee_id: example.id }} variant="default">
              {t('example.open')}
            </ButtonLink>
          )}
          <Button variant="light" onClick={() => setChoosing(true)}>
            {t('person')}
          </Button>
        </>
      }
    >
      <h3>{t('example.emails')}</h3>
      <Emails example={example} />
      <h3>{t('example.courses')}</h3>
      <Courses example={example} />
      <p className={css['formula']}>
        <strong>
          <Level example={example} />
        </strong>
      </p>
      {choosing && (
        <Suspense fallback={null}>
          <PersonChoice
            organization={organization}
            onClose={() => setChoosing(false)}
            onChoose={(id) => {
              setChoosing(false);
              onChoose(id);
            }}
          />
        </Suspense>
      )}
    </Section>
  );
};
