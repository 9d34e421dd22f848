import { IconFish, IconSchool } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DepartmentFigures as Figures } from '@sergak/contract/statistics/department.schema.ts';
import { changeTone } from '@sergak/contract/statistics/trend.rules.ts';
import { LineChart } from '../../shared/charts/line-chart.tsx';
import {
  formatLevelChange,
  formatDate,
  formatDay,
  formatNumber,
  formatPercent,
  formatRisk,
} from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { ColorBadge, ShareBar } from '../../shared/ui/badges.tsx';
import { Figure } from '../../shared/ui/figure.tsx';
import { riskColor, shareColor } from '../../shared/ui/risk.ts';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './department-figures.module.css';
import { ruleMark } from './risk-line.tsx';
import { RiskValue } from './risk-value.tsx';
import { trendSentence } from './sentence.ts';
import shared from './statistics.module.css';

const DAYS = 90;

/** The answer about a department: its level against the organisation, its trend, and both lines by day. */
const Answer = ({ data }: { data: Figures }): ReactNode => {
  const t = useT('statistics');
  const { risk, organization, points, organization_points, rule_since } = data;
  const all = new Map(organization_points.map((one) => [one.date, one.value]));
  const gap = risk.value === null || organization.risk_level === null ? null : risk.value - organization.risk_level;
  return (
    <div className={shared['hero']}>
      <Section title={t('department.risk')}>
        <div className={shared['level']} data-color={risk.value === null ? undefined : riskColor(risk.value)}>
          <RiskValue value={risk.value} />
          {risk.change !== null && (
            <em data-tone={changeTone(risk.change, 'down')} data-figure="risk_change">
              {formatLevelChange(risk.change)}
            </em>
          )}
        </div>
        <p className={shared['answer']}>
          {trendSentence(t, risk.change, DAYS, points)}{' '}
          {gap !== null &&
            t(Math.abs(gap) < 0.05 ? 'department.equal' : gap > 0 ? 'department.worse' : 'department.better', {
              by: formatRisk(Math.abs(gap)),
              all: formatRisk(organization.risk_level ?? 0),
            })}
        </p>
        <p className={shared['quiet']} data-figure="people people_high people_missing">
          {t('department.people', {
            people: formatNumber(data.people),
            high: formatNumber(data.high),
            missing: formatNumber(data.missing),
          })}
        </p>
      </Section>
      <LineChart
        title={t('department.line')}
        max={10}
        height={230}
        format={formatRisk}
        labels={points.map((one) => formatDay(one.date))}
        days={points.map((one) => one.date)}
        {...ruleMark(t, points, rule_since)}
        series={[
          {
            figure: 'risk_level_daily',
            name: t('department.here'),
            values: points.map((one) => one.value),
          },
          {
            figure: 'risk_level_daily',
            name: t('department.organization'),
            values: points.map((one) => all.get(one.date) ?? null),
          },
        ]}
      />
    </div>
  );
};

const Campaigns = ({ rows }: { rows: Figures['campaigns'] }): ReactNode => {
  const t = useT('statistics');
  const linked = usePermission('admin.phishing.campaigns');
  if (rows.length === 0) return <EmptyState icon={IconFish} title={t('department.no_campaigns')} />;
  return (
    <ul className={css['rows']}>
      {rows.map((one) => (
        <li key={one.id}>
          <span className={css['name']}>
            {linked ? (
              <ScreenLink screen="phishing.campaign" params={{ campaign_id: one.id }} className={shared['name']}>
                {one.name}
              </ScreenLink>
            ) : (
              one.name
            )}
            <small>
              {t('department.campaign', {
                day: formatDate(one.start_at),
                emails: formatNumber(one.delivered),
                clicked: formatNumber(one.clicked),
                entered: formatNumber(one.entered_data),
                reported: formatNumber(one.reported),
              })}
            </small>
          </span>
          <span className={css['value']}>
            <Figure id="campaign_incident_risk">
              <ColorBadge color={shareColor(one.incident_risk)}>{formatPercent(one.incident_risk)}</ColorBadge>
            </Figure>
            <small>{t('department.all', { value: formatPercent(one.all_incident_risk) })}</small>
          </span>
        </li>
      ))}
    </ul>
  );
};

const Courses = ({ rows }: { rows: Figures['courses'] }): ReactNode => {
  const t = useT('statistics');
  const linked = usePermission('admin.learning.assigned');
  if (rows.length === 0) return <EmptyState icon={IconSchool} title={t('department.no_courses')} />;
  return (
    <ul className={css['rows']}>
      {rows.map((one) => (
        <li key={one.id}>
          <span className={css['name']}>
            {linked ? (
              <ScreenLink screen="learning.assigned-one" params={{ course_id: one.id }} className={shared['name']}>
                {one.title}
              </ScreenLink>
            ) : (
              one.title
            )}
            <small>
              {t('department.course', {
                day: formatDate(one.deadline),
                completed: formatNumber(one.completed),
                learners: formatNumber(one.learners),
                behind: formatNumber(one.behind),
              })}
            </small>
          </span>
          <span className={css['value']}>
            <Figure id="learners_progress">
              <ShareBar value={one.progress} label={formatPercent(one.progress)} />
            </Figure>
            <small>{t('department.all', { value: formatPercent(one.all_progress) })}</small>
          </span>
        </li>
      ))}
    </ul>
  );
};

/** What happened in a department with all its children in the last 90 days, compared with the organisation. */
export const DepartmentFigures = ({ id }: { id: string }): ReactNode => {
  const t = useT('statistics');
  const found = useRead('statistics.department', { id, days_period: DAYS }, { quiet: true });
  if (found.isError && found.data === undefined) return <ErrorState onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState />;
  return (
    <>
      <Answer data={found.data} />
      <div className={shared['charts']}>
        <Section title={t('department.campaigns', { days: DAYS })} hint={t('department.campaigns_hint')}>
          <Campaigns rows={found.data.campaigns} />
        </Section>
        <Section title={t('department.courses', { days: DAYS })} hint={t('department.courses_hint')}>
          <Courses rows={found.data.courses} />
        </Section>
      </div>
    </>
  );
};
