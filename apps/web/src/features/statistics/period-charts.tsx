import { IconFish, IconSchool } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { BarChart } from '../../shared/charts/bar-chart.tsx';
import { LineChart } from '../../shared/charts/line-chart.tsx';
import { riskFill, seriesColor } from '../../shared/charts/palette.ts';
import { formatChange, formatDate, formatDay, formatNumber, formatPercent, formatShare } from '../../shared/format.ts';
import { stepFigure, type FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { hasBegun } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { funnelSteps, type FunnelStep, statusesFrom } from '@sergak/contract/campaigns/funnel.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { formatSpan } from '../../shared/span.ts';
import { usePermission } from '../../shared/session.ts';
import { funnelColor } from '../../shared/theme/funnel.ts';
import { AnonymousNote } from '../../shared/ui/anonymous-note.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ColorBadge } from '../../shared/ui/badges.tsx';
import { shareColor } from '../../shared/ui/risk.ts';
import { Figure } from '../../shared/ui/figure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { PeopleLink } from './people-link.tsx';
import { ruleMark } from './risk-line.tsx';
import css from './statistics.module.css';

/** Results that are shown only if they occurred. */
const rare: readonly string[] = ['opened_attachment', 'reported'];

/** Emails of the period by result, compared with the previous period. */
export const PhishingPeriod = ({
  data,
  days,
  totals,
}: {
  data: CallOutput<'statistics.phishing'>;
  days: number;
  /** An anonymous organisation: whole campaigns, without their people. */
  totals: boolean;
}): ReactNode => {
  const t = useT('statistics');
  const { groups } = data;
  const median = data.report_median_seconds.value;
  const share = (name: FunnelStep, when: 'value' | 'previous'): string =>
    formatShare(groups[name][when], groups.delivered[when]);
  // Without emails in the previous period there is no comparison: zeros would look like a change.
  const compared = groups.delivered.previous > 0;
  const sent = compared || groups.delivered.value > 0;
  const was = (name: FunnelStep): string => {
    if (name === 'sent') return compared ? t('chart.was_number', { before: formatNumber(groups.sent.previous) }) : '';
    return compared
      ? t('chart.was', { share: share(name, 'value'), before: share(name, 'previous') })
      : share(name, 'value');
  };
  const shown = funnelSteps.filter(
    (name) => !rare.includes(name) || groups[name].value > 0 || groups[name].previous > 0,
  );
  const table = {
    head: [
      t('commons:chart.label'),
      t('chart.emails_now'),
      t('chart.share'),
      ...(compared ? [t('chart.emails_before'), t('chart.share')] : []),
    ],
    rows: shown.map((name) => [
      t(`step.${name}`),
      formatNumber(groups[name].value),
      share(name, 'value'),
      ...(compared ? [formatNumber(groups[name].previous), share(name, 'previous')] : []),
    ]),
  };
  return (
    <BarChart
      title={t('chart.phishing', { days })}
      hint={
        <Figure id={['period_incident_risk', 'period_median_report']}>
          {t(sent ? (compared ? 'chart.phishing_hint' : 'chart.phishing_first') : 'last.empty', {
            now: formatPercent(groups.delivered.value > 0 ? data.incident_risk.value : null),
            before: formatPercent(data.incident_risk.previous),
          })}{' '}
          {totals && t('chart.phishing_final')}{' '}
          {median !== null && t('chart.report_median', { time: formatSpan(median) })}
        </Figure>
      }
      max={Math.max(1, groups.delivered.value)}
      format={(v) => formatNumber(v)}
      table={table}
      bars={shown.map((name) => ({
        figure: stepFigure('period', name),
        name: t(`step.${name}`),
        value: groups[name].value,
        hint: `\u2003${was(name)}`,
        color: funnelColor(name),
        link: (inside: ReactNode) => (
          <PeopleLink
            value={totals ? 0 : groups[name].value}
            number={{
              kind: 'number',
              input: { of: name, days_period: days },
              title: t('people.step', { step: t(`step.${name}`), days }),
            }}
          >
            {inside}
          </PeopleLink>
        ),
      }))}
      dense
    />
  );
};

/** Opens the recipients of a campaign who got as far as this step. */
const Recipients = ({ of, step, name }: { of: string; step: FunnelStep; name: ReactNode }): ReactNode => (
  <ScreenLink
    screen="phishing.campaign-statistics"
    params={{ campaign_id: of }}
    search={step === 'reported' ? { reported: 'yes' } : { status: statusesFrom[step] }}
  >
    {name}
  </ScreenLink>
);

/** What people did with the emails; the whole funnel is beside it for the period, and on the page of the campaign. */
const results = funnelSteps.filter((step) => step !== 'sent' && step !== 'opened');

/** The campaign that started last and its results, with a link to it; without campaigns, a link to create the first. */
export const LastCampaign = ({
  data,
  below,
}: CallOutput<'statistics.last-campaign'> & { below: boolean }): ReactNode => {
  const t = useT('statistics');
  const may = usePermission('admin.phishing.campaigns') && !below;
  const start = may ? <ButtonLink screen="phishing.campaign-create">{t('action.start')}</ButtonLink> : undefined;
  if (data === null)
    return (
      <Section title={t('last.title')}>
        <EmptyState icon={IconFish} title={t('last.empty')} hint={t('last.empty_hint')} action={start} />
      </Section>
    );
  const s = data.statistics;
  const title = t('last.name', { name: data.name });
  const name = may ? (
    <ScreenLink screen="phishing.campaign-statistics" params={{ campaign_id: data.id }} className={css['name']}>
      {title}
    </ScreenLink>
  ) : (
    title
  );
  const open = may ? (
    <ButtonLink screen="phishing.campaign-create" variant="light" size="compact-md">
      {t('action.start')}
    </ButtonLink>
  ) : undefined;
  if (s === null)
    return (
      <Section title={name} actions={open}>
        <AnonymousNote about="campaigns" />
      </Section>
    );
  return (
    <Section
      title={name}
      actions={open}
      hint={
        <>
          {formatDate(data.start_date)} – {formatDate(data.end_date)}{' '}
          {hasBegun(s) && (
            <ColorBadge color={shareColor(s.incident_risk)}>
              <Figure id="campaign_incident_risk">{t('last.risk', { share: formatPercent(s.incident_risk) })}</Figure>
            </ColorBadge>
          )}
        </>
      }
    >
      <ul className={css['campaign']}>
        {results
          .filter((step) => !rare.includes(step) || s[step] > 0)
          .map((step) => (
            <li key={step}>
              <b data-figure={stepFigure('campaign', step)}>
                {formatNumber(s[step])}
                <small>{formatShare(s[step], s.recipients)}</small>
              </b>
              {may && s[step] > 0 ? (
                <Recipients of={data.id} step={step} name={t(`step.${step}`)} />
              ) : (
                <span>{t(`step.${step}`)}</span>
              )}
            </li>
          ))}
      </ul>
    </Section>
  );
};

/** People by risk level; each group opens the list of its people. */
export const RiskGroups = ({ data }: CallOutput<'statistics.risk-groups'>): ReactNode => {
  const t = useT('statistics');
  const count = data.reduce((sum, one) => sum + one.count, 0);
  return (
    <BarChart
      title={t('chart.risk_groups')}
      hint={`${formatNumber(count)} ${t('chart.people', { count })}`}
      format={(v) => formatNumber(v)}
      max={Math.max(1, count)}
      dense
      bars={data.map((one) => ({
        figure: `people_${one.name}` as const,
        name: t(`group.${one.name}`),
        value: one.count,
        hint: formatShare(one.count, count),
        color: one.name === 'missing' ? 'var(--line-strong)' : riskFill[one.color],
        link: (inside: ReactNode) => (
          <PeopleLink
            value={one.count}
            number={{
              kind: 'number',
              input: { of: one.name },
              title: t('people.risk', { group: t(`group.${one.name}`) }),
            }}
          >
            {inside}
          </PeopleLink>
        ),
      }))}
    />
  );
};

type GroupName = CallOutput<'statistics.progress-groups'>['data'][number]['name'];
const groupFigures = {
  NOT_START: 'people_not_started',
  NOT_COMPLETED: 'people_in_progress',
  COMPLETED: 'people_completed',
  BEHIND: 'people_behind',
  WITHOUT_COURSE: 'people_without_course',
} as const satisfies Record<GroupName, FigureId>;
const groupColor: Partial<Record<GroupName, string>> = {
  COMPLETED: riskFill.green,
  BEHIND: riskFill.red,
  WITHOUT_COURSE: 'var(--line-strong)',
};

/** People by course progress; each group opens the list of its people. */
export const ProgressGroups = ({ data }: CallOutput<'statistics.progress-groups'>): ReactNode => {
  const t = useT('statistics');
  return (
    <BarChart
      title={t('chart.progress_groups')}
      hint={t('chart.progress_groups_hint')}
      format={(v) => formatNumber(v)}
      dense
      bars={data.map((one) => ({
        figure: groupFigures[one.name],
        name: t(`progress.${one.name}`),
        value: one.count,
        color: groupColor[one.name] ?? seriesColor(0),
        link: (inside: ReactNode) => (
          <PeopleLink value={one.count} number={{ kind: 'group', group: one.name, title: t(`progress.${one.name}`) }}>
            {inside}
          </PeopleLink>
        ),
      }))}
    />
  );
};

/** Mean progress by day; without learners, a link to the first course. */
export const ProgressLine = ({
  progress,
  now,
  counts,
  days,
  below,
}: {
  days: number;
  below: boolean;
  progress: CallOutput<'statistics.progress'>;
  now: CallOutput<'statistics.current-progress'>;
  counts: CallOutput<'statistics.courses-counts'>;
}): ReactNode => {
  const t = useT('statistics');
  const assign = usePermission('admin.learning.assigned') && !below;
  if (counts.active === 0 && now.learners === 0)
    return (
      <Section title={t('chart.progress_percent')}>
        <EmptyState
          icon={IconSchool}
          title={t('chart.no_courses')}
          hint={t('chart.no_courses_hint')}
          {...(assign && {
            action: <ButtonLink screen="learning.assigned-create">{t('action.assign')}</ButtonLink>,
          })}
        />
      </Section>
    );
  const hint =
    now.value === null
      ? 'chart.progress_none'
      : counts.active === 0
        ? 'chart.progress_hint_ended'
        : 'chart.progress_hint';
  const rule = ruleMark(t, progress.points, progress.rule_since);
  return (
    <LineChart
      title={t('chart.progress_percent')}
      max={100}
      height={150}
      hint={
        <Figure
          id={[
            'learning_progress',
            'people_with_course',
            'people_behind',
            'assignments_active',
            'learning_progress_change',
          ]}
        >
          {[
            t(hint, {
              value: formatPercent(now.value),
              learners: formatNumber(now.learners),
              behind: formatNumber(now.behind),
              active: formatNumber(counts.active),
            }),
            now.change === null ? '' : t('chart.progress_change', { days, change: formatChange(now.change) }),
            rule.hint ?? '',
          ].join(' ')}
        </Figure>
      }
      mark={rule.mark}
      labels={progress.points.map((one) => formatDay(one.date))}
      days={progress.points.map((one) => one.date)}
      series={[
        {
          figure: 'learning_progress_daily',
          name: t('chart.progress'),
          values: progress.points.map((one) => one.value),
        },
      ]}
    />
  );
};
