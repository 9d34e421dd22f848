import { stepFigure } from '@sergak/contract/figures/figures.rules.ts';
import { funnelColors, type FunnelStep, funnelSteps } from '@sergak/contract/campaigns/funnel.rules.ts';
import type { PhishingStatistic } from '@sergak/contract/statistics/statistics.schema.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import {
  PERIOD_DAYS,
  type Point,
  riskColor,
  shareColor,
  TARGET_LEVEL,
} from '@sergak/contract/statistics/risk.rules.ts';
import { riskTrend } from '@sergak/contract/statistics/trend.rules.ts';
import { after, DAY, dayIn, dayText, iso, now } from '../../platform/clock.ts';
import type { PdfSpec, ReportBlock, Tone } from './pdf/report-blocks.ts';
import type { Tx } from '../../platform/db.ts';
import * as statistics from '../statistics/public.ts';
import { findReportOrganization } from './campaign.query.ts';
import { frameOf, reportLocale, tones, type ReportLocale } from './frame.ts';
import type { ReportTask } from './reports.repo.ts';

const DEPARTMENTS_SHOWN = 100;
const PARTS_SHOWN = 12;
const STALE_CAMPAIGN_DAYS = 60;

const LONGEST_DAYS = 3_660;
/** Days from the first day of the period until today, both included: figures of the overview always end now. */
const daysOf = (period: ReportTask['params']['period'], timeZone: string): number => {
  if (!period) return PERIOD_DAYS;
  const days = Math.round((Date.parse(dayIn(now(), timeZone)) - Date.parse(period.from)) / DAY) + 1;
  return Math.min(Math.max(days, 1), LONGEST_DAYS);
};

/** Reads all data of the overview, in a transaction of the organisation it describes. */
const gather = async (tx: Tx, { params }: ReportTask) => {
  const ctx = { tx };
  const organization = await findReportOrganization(tx);
  const days = daysOf(params.period, organization.time_zone);
  const periodQuery = { days_period: days };
  return {
    organization,
    days,
    risk: await statistics.currentRiskLevel(ctx, { ...periodQuery, explain: true }),
    line: await statistics.riskLevels(ctx, periodQuery),
    phishing: await statistics.phishing(ctx, periodQuery),
    progress: await statistics.currentProgress(ctx, periodQuery),
    riskGroups: (await statistics.riskGroupCounts(ctx)).data,
    progressGroups: (await statistics.progressGroupCounts(ctx)).data,
    last: (await statistics.getLastCampaign(ctx)).data,
    departments: await statistics.departmentTable(ctx, {
      ...periodQuery,
      sort_by: 'RISK_LEVEL',
      sort_order: 'desc',
      limit: DEPARTMENTS_SHOWN,
      offset: 0,
    }),
  };
};
type Facts = Awaited<ReturnType<typeof gather>>;

/** The PDF overview of an organisation. */
export const overviewPdf = async (tx: Tx, report: ReportTask): Promise<PdfSpec> => {
  const facts = await gather(tx, report);
  const locale = reportLocale(report.params.language, report.params.time_zone);
  const { t } = locale;
  const cover = {
    title: t('cover.overview'),
    subtitle: t('cover.overview_subtitle', { days: t('days', { count: facts.days }) }),
    organization: facts.organization.title,
    facts: [
      { label: t('statistics:period.label'), value: `${dayText(facts.phishing.from)} – ${dayText(facts.phishing.to)}` },
      { figure: 'people' as const, label: t('statistics:column.people'), value: locale.number(facts.risk.people) },
      { label: t('reports:column.author'), value: report.params.asked_by },
      { label: t('cover.made'), value: locale.time(iso(now())) },
    ],
    note: t('cover.note'),
  };
  const blocks = [
    ...summary(locale, facts),
    ...next(locale, facts),
    ...phishing(locale, facts),
    ...groups(locale, facts),
    ...parts(locale, facts),
    ...departments(locale, facts),
  ];
  return frameOf(locale, { title: report.title, organization: facts.organization, cover }, blocks);
};

const trendText = ({ t, number }: ReportLocale, { risk: { change }, line: { points }, days }: Facts): string => {
  const trend = riskTrend(change, points);
  const period = { days: t('days', { count: days }) };
  switch (trend.kind) {
    case 'unknown':
      return t('tile.fresh');
    case 'same':
      return t('tile.same', period);
    case 'better':
      return t('tile.better', { points: number(trend.by), ...period });
    case 'worse':
      return t('tile.worse', { points: number(trend.by), ...period });
    case 'rose':
      return trend.fell > 0
        ? t('tile.rose_again', {
            fell: number(trend.fell),
            points: number(trend.by),
            since: dayText(trend.since),
            ...period,
          })
        : t('tile.rose', { points: number(trend.by), since: dayText(trend.since) });
  }
};

/** Lines have the organisation's colour; a single level has its risk colour, as on the web. */
const lineTone = (points: readonly Point[]): Tone =>
  points.length === 1 ? tones[riskColor(points[0]!.value)] : 'brand';

const riskLine = ({ t }: ReportLocale, { line }: Facts): ReportBlock => ({
  type: 'line',
  title: t('figures:risk_level_daily'),
  min: 0,
  max: 10,
  target: { name: t('commons:chart.target'), value: TARGET_LEVEL },
  labels: line.points.map((one) => dayText(one.date).slice(0, 5)),
  days: line.points.map((one) => one.date),
  series: [
    {
      figure: 'risk_level_daily',
      name: t('figures:risk_level'),
      values: line.points.map((one) => one.value),
      tone: lineTone(line.points),
    },
  ],
});

const summary = (locale: ReportLocale, facts: Facts): ReportBlock[] => {
  const { risk, riskGroups, phishing: emails, progress } = facts;
  const { t, number, percent } = locale;
  const high = riskGroups.find((one) => one.name === 'high')!.count;
  const incident = emails.incident_risk.value;
  return [
    { type: 'heading', level: 1, text: t('h.summary') },
    {
      type: 'text',
      tone: 'lead',
      figures: ['risk_level', 'risk_change', 'people_high', 'people'],
      text:
        risk.value === null
          ? t('no_level')
          : t('overview_sentence', {
              level: number(risk.value),
              trend: trendText(locale, facts),
              high: number(high),
              people: number(risk.people),
            }),
    },
    {
      type: 'tiles',
      tiles: [
        {
          figure: 'risk_level',
          label: `${t('figures:risk_level')} ¹`,
          value: risk.value === null ? '–' : number(risk.value),
          hint: t('tile.scale'),
          tone: tones[riskColor(risk.value)],
        },
        {
          figure: 'people_high',
          label: t('tile.high'),
          value: number(high),
          hint: t('statistics:chart.people', { count: high }),
          tone: high > 0 ? 'bad' : 'good',
        },
        {
          figure: 'period_incident_risk',
          label: `${t('campaigns:column.risk')} ²`,
          value: percent(incident),
          hint: `${t('col.previous')}: ${percent(emails.incident_risk.previous)}`,
          tone: tones[shareColor(incident)],
        },
        {
          figure: 'learning_progress',
          label: `${t('statistics:chart.progress')} ³`,
          value: progress.value === null ? '–' : percent(progress.value),
          tone: 'info',
        },
      ],
    },
    { type: 'text', tone: 'muted', text: t('notes.overview', { days: t('days', { count: facts.days }) }) },
    riskLine(locale, facts),
  ];
};

const stepText = (t: ReportLocale['t'], step: FunnelStep): string =>
  step === 'sent' ? t('campaigns:funnel.sent') : t(`campaigns__figures:timeline.${step}`);

/** Row names. The "reported" row is omitted when nobody reported an email. */
const namesOf = ({ reported }: PhishingStatistic['groups']) =>
  funnelSteps.filter((name) => name !== 'reported' || reported.value + reported.previous > 0);

const phishing = ({ t, percent }: ReportLocale, { phishing: { groups: counts }, days }: Facts): ReportBlock[] => [
  { type: 'heading', level: 1, text: t('h.phishing', { days: t('days', { count: days }) }) },
  {
    type: 'funnel',
    of: counts.delivered.value,
    steps: funnelSteps
      .filter((name) => name !== 'reported')
      .map((name) => ({
        figure: stepFigure('period', name),
        label: stepText(t, name),
        value: counts[name].value,
        color: funnelColors[name].light,
      })),
  },
  {
    type: 'table',
    columns: [
      { title: t('commons:chart.label'), width: 34 },
      { title: t('col.now'), type: 'number', width: 14, figure: 'row' },
      { title: t('col.share'), type: 'percent', width: 14, figure: 'row' },
      { title: t('col.previous'), type: 'number', width: 14, figure: 'row' },
      { title: t('col.share'), type: 'percent', width: 14, figure: 'row' },
    ],
    row_figures: namesOf(counts).map((name) => stepFigure('period', name)),
    rows: namesOf(counts).map((name) => [
      stepText(t, name),
      counts[name].value,
      percent(shareOf(counts[name].value, counts.delivered.value)),
      counts[name].previous,
      percent(shareOf(counts[name].previous, counts.delivered.previous)),
    ]),
  },
];

const groups = ({ t, number }: ReportLocale, { riskGroups, progressGroups, risk }: Facts): ReportBlock[] => [
  {
    type: 'columns',
    columns: [
      [
        {
          type: 'donut',
          title: t('statistics:chart.risk_groups'),
          center: number(risk.people),
          center_figure: 'people',
          caption: t('statistics:chart.people', { count: risk.people }),
          parts: riskGroups.map((one) => ({
            figure: `people_${one.name}` as const,
            label: t(`statistics:group.${one.name}`),
            value: one.count,
            tone: one.name === 'missing' ? 'muted' : tones[one.color],
          })),
        },
      ],
      [
        {
          type: 'bars',
          title: t('statistics:chart.progress_groups'),
          items: progressGroups.map((one) => ({
            figure: groupFigures[one.name],
            label: t(`statistics:progress.${one.name}`),
            value: one.count,
            text: number(one.count),
            tone:
              one.name === 'BEHIND'
                ? 'bad'
                : one.name === 'COMPLETED'
                  ? 'good'
                  : one.name === 'WITHOUT_COURSE'
                    ? 'muted'
                    : 'brand',
          })),
        },
      ],
    ],
  },
];

const groupFigures = {
  NOT_START: 'people_not_started',
  NOT_COMPLETED: 'people_in_progress',
  COMPLETED: 'people_completed',
  BEHIND: 'people_behind',
  WITHOUT_COURSE: 'people_without_course',
} as const;

const signed = (locale: ReportLocale, value: number | null) =>
  value === null ? '–' : Math.abs(value) < 0.05 ? '0' : `${value > 0 ? '+' : '−'}${locale.number(Math.abs(value))}`;

const departments = (locale: ReportLocale, { departments: { data, total_count } }: Facts): ReportBlock[] => {
  const { t, percent, number } = locale;
  const hidden = total_count - data.length;
  return [
    { type: 'heading', level: 1, text: t('h.departments') },
    {
      type: 'table',
      columns: [
        { title: t('statistics:column.department'), width: 30 },
        { title: t('short.people'), type: 'number', width: 9, figure: 'people' },
        { title: t('statistics:column.progress'), type: 'percent', width: 11, figure: 'learning_progress' },
        { title: t('statistics:column.sent'), type: 'number', width: 9, figure: 'period_sent' },
        { title: t('campaigns__figures:timeline.clicked'), type: 'number', width: 10, figure: 'period_clicked' },
        {
          title: t('campaigns__figures:timeline.entered_data'),
          type: 'number',
          width: 10,
          figure: 'period_entered_data',
        },
        { title: t('statistics:column.risk'), type: 'number', width: 8, figure: 'risk_level' },
        { title: t('statistics:column.change'), type: 'number', width: 13, figure: 'risk_change' },
      ],
      rows: data.map((one) => [
        locale.department(one.title),
        one.employees_count,
        one.progress_statistic.value === null ? null : percent(one.progress_statistic.value),
        one.phishing_statistic.groups.sent.value,
        one.phishing_statistic.groups.clicked.value,
        one.phishing_statistic.groups.entered_data.value,
        one.risk_level_statistic.value === null ? null : number(one.risk_level_statistic.value),
        signed(locale, one.risk_level_statistic.change),
      ]),
    },
    ...(hidden > 0
      ? [{ type: 'text' as const, tone: 'muted' as const, text: t('more', { number: number(hidden) }) }]
      : []),
  ];
};

const parts = ({ t, percent, number }: ReportLocale, { risk }: Facts): ReportBlock[] =>
  risk.explanation.length === 0
    ? []
    : [
        { type: 'heading', level: 1, text: t('h.parts') },
        {
          type: 'table',
          columns: [
            { title: t('col.reason_kind'), width: 14 },
            { title: t('commons:chart.label'), width: 46 },
            { title: t('col.points'), type: 'number', width: 12, figure: 'risk_points' },
            { title: t('col.part'), type: 'percent', width: 12, figure: 'risk_points' },
          ],
          rows: risk.explanation
            .slice(0, PARTS_SHOWN)
            .map((one) => [t(`statistics:part.${one.kind}`), one.title, number(one.points), percent(one.share)]),
        },
      ];

const next = (locale: ReportLocale, { risk, riskGroups, progress, last, departments }: Facts): ReportBlock[] => {
  const { t, number } = locale;
  const count = (name: string) => riskGroups.find((one) => one.name === name)!.count;
  const stale = !last || last.start_date < iso(after(now(), -STALE_CAMPAIGN_DAYS * DAY));
  // The first of the departments with the highest risk on the page of statistics.
  const worst = departments.data[0];
  const level = worst?.risk_level_statistic.value ?? null;
  const items = [
    ...(count('high') > 0 ? [t('advice.high', { number: number(count('high')) })] : []),
    ...(worst && level !== null && level >= TARGET_LEVEL
      ? [t('advice.riskiest', { title: locale.department(worst.title), level: number(level) })]
      : []),
    ...(progress.behind > 0 ? [t('advice.behind', { number: number(progress.behind) })] : []),
    ...(count('missing') > 0 && risk.people > 0 ? [t('advice.missing', { number: number(count('missing')) })] : []),
    ...(stale ? [t('advice.campaign')] : []),
  ];
  return [
    { type: 'heading', level: 1, text: t('h.next') },
    {
      type: 'list',
      ordered: true,
      figures: ['people_high', 'risk_level', 'people_behind', 'people_missing'],
      items: items.length > 0 ? items : [t('advice.good')],
    },
  ];
};
