import { dayText } from '../../platform/clock.ts';
import { incidentRisk } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { PERIOD_DAYS, riskColor, shareColor, TARGET_LEVEL } from '@sergak/contract/statistics/risk.rules.ts';
import type { Tx } from '../../platform/db.ts';
import * as statistics from '../statistics/public.ts';
import { departmentPeople, type ReportedPerson } from './department-people.query.ts';
import { tones, type ReportLocale } from './frame.ts';
import type { ReportBlock } from './pdf/report-blocks.ts';
import type { ReportTask } from './reports.repo.ts';
import { identity, mapped, type ReadTableReport, type Table } from './table-report.ts';

/** Reads all figures of the department and, for comparison, of the organisation. */
const gather = async (tx: Tx, { subject_id: id, params }: ReportTask) => {
  const organization = await statistics.findStatisticsOrganization(tx);
  const { today } = organization;
  const period = params.period ?? { from: addDays(today, 1 - PERIOD_DAYS), to: today };
  const past = period.to < today ? period.to : null;
  const levels = past === null ? null : await statistics.riskLevelsOn(tx, 'department', past);
  const allLevels = past === null ? null : await statistics.riskLevelsOn(tx, 'organization', past);
  const here = await statistics.peopleFigures(tx, id);
  const all = await statistics.peopleFigures(tx, null);
  const inside = await statistics.subtreeFigures(tx, id, period, organization);
  return {
    period,
    today,
    /** The last day of a past period, for which risk levels are shown; other figures of people are those of today. */
    past,
    here: levels ? { ...here, risk_level: levels.get(id) ?? null } : here,
    all: allLevels ? { ...all, risk_level: allLevels.get(organization.id) ?? null } : all,
    emails: await statistics.emailFigures(tx, id, period, organization),
    allEmails: await statistics.emailFigures(tx, null, period, organization),
    line: await statistics.riskPoints(tx, 'department', period, id),
    allLine: await statistics.riskPoints(tx, 'organization', period, null),
    campaigns: await statistics.departmentCampaigns(tx, id, period, organization),
    courses: await statistics.courseFigures(tx, id, period, today),
    inside: levels ? inside.map((one) => ({ ...one, risk_level: levels.get(one.id) ?? null })) : inside,
  };
};
type Facts = Awaited<ReturnType<typeof gather>>;

/** A department and its descendants, compared with the organisation. */
export const readDepartment: ReadTableReport = async (tx, report, locale) => {
  const department = await statistics.findDepartmentTitle(tx, report.subject_id);
  if (!department) return null;
  const facts = await gather(tx, report);
  const { t } = locale;
  return {
    subtitle: t('department.subtitle'),
    facts: [
      { label: t('statistics:column.department'), value: locale.department(department.title) },
      { label: t('statistics:period.label'), value: `${dayText(facts.period.from)} – ${dayText(facts.period.to)}` },
      ...(facts.past === null
        ? []
        : [
            {
              label: t('department.as_of'),
              value: t('department.past_note', { last: dayText(facts.past), today: dayText(facts.today) }),
            },
          ]),
      { figure: 'people', label: t('department.people'), value: locale.number(facts.here.people) },
    ],
    summary: summary(locale, facts),
    tables: [
      compareTable(locale, facts),
      ...(facts.inside.length > 0 ? [insideTable(locale, facts)] : []),
      coursesTable(locale, facts),
      campaignsTable(locale, facts),
      peopleTable(locale, departmentPeople(tx, report.subject_id)),
    ],
  };
};

const riskText = ({ number }: ReportLocale, value: number | null) => (value === null ? '–' : number(value));
const progressText = ({ percent }: ReportLocale, value: number | null) => (value === null ? '–' : percent(value));
/** A share of nothing is missing, not zero. */
const dangerOf = (one: { delivered: number; dangerous: number }): number | null =>
  one.delivered === 0 ? null : incidentRisk(one.dangerous, one.delivered);

/** The sentence that the report begins with. */
const leadOf = (locale: ReportLocale, { here, all }: Facts): string => {
  const { number, t } = locale;
  if (here.people === 0) return t('department.no_people');
  if (here.risk_level === null) return t('department.no_level');
  const risk = { risk: riskText(locale, here.risk_level), all: riskText(locale, all.risk_level) };
  return t('department.sentence', { ...risk, people: number(here.people), high: number(here.high) });
};

const summary = (locale: ReportLocale, facts: Facts): ReportBlock[] => {
  const { here, all } = facts;
  const { number, t } = locale;
  const [danger, allDanger] = [dangerOf(facts.emails), dangerOf(facts.allEmails)];
  const risk = { risk: riskText(locale, here.risk_level), all: riskText(locale, all.risk_level) };
  return [
    { type: 'heading', level: 1, text: t('h.summary') },
    { type: 'text', tone: 'lead', text: leadOf(locale, facts), figures: ['risk_level', 'people_high', 'people'] },
    {
      type: 'tiles',
      tiles: [
        {
          figure: 'risk_level',
          label: `${t('figures:risk_level')} ¹`,
          value: risk.risk,
          hint: t('department.versus', { value: risk.all }),
          tone: here.risk_level === null ? 'muted' : tones[riskColor(here.risk_level)],
        },
        {
          figure: 'people_high',
          label: t('tile.high'),
          value: number(here.high),
          hint: t('tile.of', { number: number(here.high), all: number(here.people) }),
          tone: here.high > 0 ? 'bad' : 'good',
        },
        {
          figure: 'period_incident_risk',
          label: `${t('campaigns:column.risk')} ²`,
          value: progressText(locale, danger),
          hint: t('department.versus', { value: progressText(locale, allDanger) }),
          tone: danger === null ? 'muted' : tones[shareColor(danger)],
        },
        {
          figure: 'learning_progress',
          label: `${t('statistics:chart.progress')} ³`,
          value: progressText(locale, here.progress),
          hint: t('department.versus', { value: progressText(locale, all.progress) }),
          tone: 'info',
        },
      ],
    },
    { type: 'text', tone: 'muted', text: t('department.notes') },
    ...(facts.past === null
      ? []
      : [
          {
            type: 'text' as const,
            tone: 'muted' as const,
            text: t('department.past_note', { last: dayText(facts.past), today: dayText(facts.today) }),
          },
        ]),
    ...riskLine(locale, facts),
  ];
};

const riskLine = (locale: ReportLocale, { line, allLine }: Facts): ReportBlock[] => {
  const { t } = locale;
  const days = [...new Set([...line, ...allLine].map((one) => one.day))].sort();
  if (days.length < 2) return [];
  const valuesOf = (points: Facts['line']) => {
    const byDay = new Map(points.map((one) => [one.day, one.risk_level]));
    return days.map((day) => byDay.get(day) ?? null);
  };
  return [
    {
      type: 'line',
      title: t('figures:risk_level_daily'),
      min: 0,
      max: 10,
      target: { name: t('commons:chart.target'), value: TARGET_LEVEL },
      labels: days.map((day) => dayText(day).slice(0, 5)),
      days,
      series: [
        { figure: 'risk_level_daily', name: t('department.here'), values: valuesOf(line), tone: 'brand' },
        { figure: 'risk_level_daily', name: t('department.all'), values: valuesOf(allLine), tone: 'info' },
      ],
    },
  ];
};

const compareTable = (locale: ReportLocale, facts: Facts): Table => {
  const { number, t } = locale;
  const of = (label: string, here: string, all: string) => [label, here, all];
  const counts = (
    label: string,
    key: 'delivered' | 'opened' | 'reported' | 'clicked' | 'opened_attachment' | 'entered_data',
  ) => of(label, number(facts.emails[key]), number(facts.allEmails[key]));
  return {
    name: t('department.compare'),
    columns: [
      { title: t('commons:chart.label'), width: 50 },
      { title: t('department.here'), width: 25, figure: 'row' },
      { title: t('department.all'), width: 25, figure: 'row' },
    ],
    row_figures: [
      'people',
      'risk_level',
      'people_high',
      'learning_progress',
      'period_delivered',
      'period_reported',
      'period_opened',
      'period_clicked',
      'period_opened_attachment',
      'period_entered_data',
      'period_incident_risk',
    ],
    rows: [
      of(t('statistics:column.people'), number(facts.here.people), number(facts.all.people)),
      of(t('statistics:column.risk'), riskText(locale, facts.here.risk_level), riskText(locale, facts.all.risk_level)),
      of(t('tile.high'), number(facts.here.high), number(facts.all.high)),
      of(
        t('statistics:column.progress'),
        progressText(locale, facts.here.progress),
        progressText(locale, facts.all.progress),
      ),
      counts(t('department.delivered'), 'delivered'),
      counts(t('campaigns__figures:timeline.reported'), 'reported'),
      counts(t('campaigns__figures:timeline.opened'), 'opened'),
      counts(t('campaigns__figures:timeline.clicked'), 'clicked'),
      counts(t('campaigns__figures:timeline.opened_attachment'), 'opened_attachment'),
      counts(t('campaigns__figures:timeline.entered_data'), 'entered_data'),
      of(
        t('campaigns:column.risk'),
        progressText(locale, dangerOf(facts.emails)),
        progressText(locale, dangerOf(facts.allEmails)),
      ),
    ],
  };
};

const insideTable = (locale: ReportLocale, { inside }: Facts): Table => {
  const { t } = locale;
  return {
    name: t('department.inside'),
    note: t('department.inside_note'),
    columns: [
      { title: t('statistics:column.department'), width: 28 },
      { title: t('short.people'), width: 11, type: 'number', figure: 'people' },
      { title: t('statistics:column.risk'), width: 11, type: 'number', figure: 'risk_level' },
      { title: t('statistics:column.progress'), width: 13, type: 'percent', figure: 'learning_progress' },
      { title: t('department.delivered'), width: 10, type: 'number', figure: 'period_delivered' },
      { title: t('campaigns__figures:timeline.clicked'), width: 10, type: 'number', figure: 'period_clicked' },
      { title: t('campaigns:column.attachment'), width: 11, type: 'number', figure: 'period_opened_attachment' },
      {
        title: t('campaigns__figures:timeline.entered_data'),
        width: 11,
        type: 'number',
        figure: 'period_entered_data',
      },
    ],
    rows: inside.map((one) => [
      one.title,
      one.people,
      one.risk_level,
      one.progress,
      one.delivered,
      one.clicked,
      one.opened_attachment,
      one.entered_data,
    ]),
  };
};

const coursesTable = (locale: ReportLocale, { courses }: Facts): Table => {
  const { t } = locale;
  return {
    name: t('department.courses'),
    note: t('department.courses_note'),
    columns: [
      { title: t('learning:col.title'), width: 31 },
      { title: t('learning:col.deadline'), width: 15, type: 'day' },
      { title: t('figures:learners'), width: 11, type: 'number', figure: 'learners' },
      { title: t('learning:col.people'), width: 11, type: 'number', figure: 'learners_completed' },
      { title: t('learning:one.behind'), width: 10, type: 'number', figure: 'learners_behind' },
      { title: t('learning:col.progress'), width: 11, type: 'percent', figure: 'learners_progress' },
      { title: t('department.progress_all'), width: 13, type: 'percent', figure: 'learners_progress' },
    ],
    rows: courses.map((one) => [
      one.title,
      one.deadline,
      one.learners,
      one.completed,
      one.behind,
      one.progress,
      one.all_progress,
    ]),
  };
};

const campaignsTable = (locale: ReportLocale, { campaigns }: Facts): Table => {
  const { t } = locale;
  return {
    name: t('campaigns:title'),
    note: t('department.campaigns_note'),
    columns: [
      { title: t('campaigns:column.name'), width: 21 },
      { title: t('campaigns:about.start'), width: 15, type: 'datetime' },
      { title: t('department.delivered'), width: 11, type: 'number', figure: 'period_delivered' },
      { title: t('campaigns__figures:timeline.reported'), width: 10, type: 'number', figure: 'period_reported' },
      { title: t('campaigns__figures:timeline.clicked'), width: 9, type: 'number', figure: 'period_clicked' },
      { title: t('campaigns:column.attachment'), width: 10, type: 'number', figure: 'period_opened_attachment' },
      { title: t('campaigns__figures:timeline.entered_data'), width: 9, type: 'number', figure: 'period_entered_data' },
      { title: t('department.danger'), width: 9, type: 'percent', figure: 'period_incident_risk' },
      { title: t('department.progress_all'), width: 11, type: 'percent', figure: 'period_incident_risk' },
    ],
    rows: campaigns.map((one) => [
      one.name,
      one.start_at,
      one.delivered,
      one.reported,
      one.clicked,
      one.opened_attachment,
      one.entered_data,
      dangerOf(one),
      dangerOf({ delivered: one.all_delivered, dangerous: one.all_dangerous }),
    ]),
  };
};

const peopleTable = (locale: ReportLocale, people: AsyncIterable<ReportedPerson>): Table => {
  const { t } = locale;
  return {
    name: t('sheets.people'),
    note: t('department.staff_note'),
    columns: [
      { title: t('statistics:column.name'), width: 25 },
      { title: t('employees:field.position'), width: 18 },
      { title: t('statistics:column.department'), width: 18 },
      { title: t('statistics:column.risk'), width: 8, type: 'number', figure: 'risk_level' },
      { title: t('statistics:column.progress'), width: 12, type: 'percent', figure: 'learning_progress' },
      { title: t('statistics:column.sent'), width: 8, type: 'number', figure: 'emails_sent' },
      { title: t('department.dangerous'), width: 11, type: 'number', figure: 'emails_dangerous' },
      ...identity(locale, { position: false }),
    ],
    rows: mapped(people, (one) => [
      one.full_name,
      one.position,
      locale.department(one.department),
      one.risk_level,
      one.progress,
      one.emails,
      one.dangerous,
      one.email,
    ]),
  };
};
