import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import type { DepartmentStatistic } from '@sergak/contract/statistics/statistics.schema.ts';
import { changeTone, riskTrend } from '@sergak/contract/statistics/trend.rules.ts';
import { formatLevelChange, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import type { CallOutput } from '../../shared/api.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { RiskBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { usePermission } from '../../shared/session.ts';
import { riskColor } from '../../shared/ui/risk.ts';
import { Figure } from '../../shared/ui/figure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useShowPeople } from './people-number.ts';
import { RiskLine } from './risk-line.tsx';
import { RiskValue } from './risk-value.tsx';
import { targetSentence, trendSentence } from './sentence.ts';
import css from './statistics.module.css';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const ExplanationDialog = lazyWindow(() => import('./explanation-dialog.tsx'));

type Props = {
  organization: string;
  below: boolean;
  days: number;
  risk: CallOutput<'statistics.current-risk-level'>;
  line: CallOutput<'statistics.risk-levels'> | undefined;
  high: number;
  worst: readonly DepartmentStatistic[];
};

/** The steps that give an organisation its first level. */
const Beginnings = ({ below }: { below: boolean }): ReactNode => {
  const t = useT('statistics');
  const launch = usePermission('admin.phishing.campaigns') && !below;
  const assign = usePermission('admin.learning.assigned') && !below;
  return (
    <>
      {launch && (
        <ButtonLink screen="phishing.campaign-create" variant="light">
          {t('action.start')}
        </ButtonLink>
      )}
      {assign && (
        <ButtonLink screen="learning.assigned-create" variant="default">
          {t('action.assign')}
        </ButtonLink>
      )}
    </>
  );
};

/** Answers «are we getting safer?»: the level, its trend in words, and its chart by day. */
export const RiskHero = ({ organization, below, days, risk, line, high, worst }: Props): ReactNode => {
  const t = useT('statistics');
  const staff = usePermission('admin.staff.employees') && !below;
  const show = useShowPeople();
  const [open, setOpen] = useState(false);
  const trend = riskTrend(risk.change, line?.points ?? []);
  // A level that has risen since its lowest day is not good news, even if it is below that of the first day.
  const tone = trend.kind === 'rose' ? 'same' : changeTone(risk.change, 'down');
  return (
    <div className={css['hero']}>
      <Section
        title={t('hero.title')}
        actions={
          risk.value !== null && (
            <ButtonLink
              screen="statistics.risk"
              search={below ? { organization_id: organization } : {}}
              variant="subtle"
              size="compact-sm"
            >
              {t('hero.method')}
            </ButtonLink>
          )
        }
      >
        <div className={css['level']} data-color={risk.value === null ? undefined : riskColor(risk.value)}>
          <RiskValue value={risk.value} />
          {risk.change !== null && (
            <em data-tone={tone} data-figure="risk_change">
              {formatLevelChange(risk.change)}
            </em>
          )}
        </div>
        <p className={css['answer']}>
          {risk.value === null
            ? t('hero.missing')
            : `${trendSentence(t, risk.change, days, line?.points ?? [])} ${targetSentence(t, risk)}`}
        </p>
        {worst.length > 0 && (
          <div className={css['worst']}>
            <span>{t('hero.worst')}</span>
            {worst.map((one) => (
              <span key={one.id}>
                {staff ? (
                  <ScreenLink screen="staff.department" params={{ department_id: one.id }} className={css['name']}>
                    {ownTitle(one.title)}
                  </ScreenLink>
                ) : (
                  ownTitle(one.title)
                )}
                <Figure id="risk_level">
                  <RiskBadge level={one.risk_level_statistic.value} />
                </Figure>
              </span>
            ))}
          </div>
        )}
        {risk.people_with_level < risk.people && (
          <p className={css['quiet']} data-figure="people_with_level people">
            {t('hero.people', {
              count: risk.people,
              with: formatNumber(risk.people_with_level),
              people: formatNumber(risk.people),
            })}
          </p>
        )}
        <div className={css['buttons']}>
          {risk.value === null ? (
            <Beginnings below={below} />
          ) : (
            <Button variant="default" size="compact-md" onClick={() => setOpen(true)}>
              {t('hero.explain')}
            </Button>
          )}
          {high > 0 && (
            <Button
              variant="light"
              size="compact-md"
              aria-haspopup="dialog"
              onClick={() =>
                show({ kind: 'number', input: { of: 'high' }, title: t('people.risk', { group: t('group.high') }) })
              }
            >
              <Figure id="people_high">{t('hero.high', { count: high, number: formatNumber(high) })}</Figure>
            </Button>
          )}
        </div>
      </Section>
      <RiskLine
        title={t('chart.risk_line')}
        points={line?.points ?? []}
        ruleSince={line?.rule_since}
        target={risk.target}
        height={222}
      />
      {open && (
        <Suspense fallback={null}>
          <ExplanationDialog organization={organization} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
};
