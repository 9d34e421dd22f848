import { incidentRisk } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { PERIOD_DAYS, riskColor, shareColor, TARGET_LEVEL } from '@sergak/contract/statistics/risk.rules.ts';
import type { Tx } from '../../platform/db.ts';
import * as statistics from '../statistics/public.ts';
import * as query from './department.query.ts';
import { tones, type ReportLocale } from './frame.ts';
import type { ReportBlock } from './pdf/report-blocks.ts';
import type { ReportTask } from './reports.repo.ts';
import { staffWords } from './staff-words.ts';
import { dayText, identity, mapped, type Read, type Table } from './table-report.ts';

/** Reads all figures of the department and, for comparison, of the organisation. */
const gather = async (tx: Tx, { subject_id: id, params }: ReportTask) => {
  const organization = await statistics.findOrganization(tx);
  const { today } = organization;
  const period = params.period ?? { from: addDays(today, 1 - PERIOD_DAYS), to: today };
  const past = period.to < today ? period.to : null;
  const levels = past === null ? null : await query.riskLevelsOn(tx, 'department', past);
  const allLevels = past === null ? null : await query.riskLevelsOn(tx, 'organization', past);
  const here = await query.peopleFigures(tx, id);
  const all = await query.peopleFigures(tx, null);
  const inside = await query.subtreeFigures(tx, id, period, organization);
  return {
    period,
    today,
    /** The last day of a past period, for which risk levels are shown; other figures of people are those of today. */
    past,
    here: levels ? { ...here, risk_level: levels.get(id) ?? null } : here,
    all: allLevels ? { ...all, risk_level: allLevels.get(organization.id) ?? null } : all,
    emails: await query.emailFigures(tx, id, period, organization),
    allEmails: await query.emailFigures(tx, null, period, organization),
    line: await query.riskPoints(tx, 'department', period, id),
    allLine: await query.riskPoints(tx, 'organization', period, null),
    campaigns: await query.campaignFigures(tx, id, period, organization),
    courses: await query.courseFigures(tx, id, period, today),
    inside: levels ? inside.map((one) => ({ ...one, risk_level: levels.get(one.id) ?? null })) : inside,
  };
};
type Facts = Awaited<ReturnType<typeof gather>>;

/** A department and its descendants, compared with the organisation. */
export const readDepartment: Read = async (tx, report, locale) => {
  const department = await query.findDepartmentTitle(tx, report.subject_id);
  if (!department) return null;
  const facts = await gather(tx, report);
  const w = staffWords[locale.language].department;
  return {
    subtitle: w.subtitle,
    facts: [
      { label: locale.words.col.department, value: department.title },
      { label: w.period, value: `${dayText(facts.period.from)} – ${dayText(facts.period.to)}` },
      ...(facts.past === null ? [] : [{ label: w.asOf, value: w.pastNote(dayText(facts.past), dayText(facts.today)) }]),
      { figure: 'people', label: w.people, value: locale.number(facts.here.people) },
    ],
    summary: summary(locale, facts),
    tables: [
      compareTable(locale, facts),
      ...(facts.inside.length > 0 ? [insideTable(locale, facts)] : []),
      coursesTable(locale, facts),
      campaignsTable(locale, facts),
      peopleTable(locale, query.departmentPeople(tx, report.subject_id)),
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
  const { number } = locale;
  const w = staffWords[locale.language].department;
  if (here.people === 0) return w.noPeople;
  if (here.risk_level === null) return w.noLevel;
  const risk = { risk: riskText(locale, here.risk_level), all: riskText(locale, all.risk_level) };
  return w.sentence({ ...risk, people: number(here.people), high: number(here.high) });
};

const summary = (locale: ReportLocale, facts: Facts): ReportBlock[] => {
  const { here, all } = facts;
  const { number, words } = locale;
  const w = staffWords[locale.language].department;
  const [danger, allDanger] = [dangerOf(facts.emails), dangerOf(facts.allEmails)];
  const risk = { risk: riskText(locale, here.risk_level), all: riskText(locale, all.risk_level) };
  return [
    { type: 'heading', level: 1, text: words.h.summary },
    { type: 'text', tone: 'lead', text: leadOf(locale, facts), figures: ['risk_level', 'people_high', 'people'] },
    {
      type: 'tiles',
      tiles: [
        {
          figure: 'risk_level',
          label: w.risk,
          value: risk.risk,
          hint: w.versus(risk.all),
          tone: here.risk_level === null ? 'muted' : tones[riskColor(here.risk_level)],
        },
        {
          figure: 'people_high',
          label: w.high,
          value: number(here.high),
          hint: words.tile.of(number(here.high), number(here.people)),
          tone: here.high > 0 ? 'bad' : 'good',
        },
        {
          figure: 'period_incident_risk',
          label: w.incident,
          value: progressText(locale, danger),
          hint: w.versus(progressText(locale, allDanger)),
          tone: danger === null ? 'muted' : tones[shareColor(danger)],
        },
        {
          figure: 'learning_progress',
          label: w.progress,
          value: progressText(locale, here.progress),
          hint: w.versus(progressText(locale, all.progress)),
          tone: 'info',
        },
      ],
    },
    { type: 'text', tone: 'muted', text: w.notes },
    ...(facts.past === null
      ? []
      : [
          {
            type: 'text' as const,
            tone: 'muted' as const,
            text: w.pastNote(dayText(facts.past), dayText(facts.today)),
          },
        ]),
    ...riskLine(locale, facts),
  ];
};

const riskLine = (locale: ReportLocale, { line, allLine }: Facts): ReportBlock[] => {
  const w = staffWords[locale.language].department;
  const days = [...new Set([...line, ...allLine].map((one) => one.day))].sort();
  if (days.length < 2) return [];
  const valuesOf = (points: Facts['line']) => {
    const byDay = new Map(points.map((one) => [one.day, one.risk_level]));
    return days.map((day) => byDay.get(day) ?? null);
  };
  return [
    {
      type: 'line',
      title: w.line,
      min: 0,
      max: 10,
      target: { name: locale.words.h.target, value: TARGET_LEVEL },
      labels: days.map((day) => dayText(day).slice(0, 5)),
      days,
      series: [
        { figure: 'risk_level_daily', name: w.here, values: valuesOf(line), tone: 'brand' },
        { figure: 'risk_level_daily', name: w.all, values: valuesOf(allLine), tone: 'info' },
      ],
    },
  ];
};

const compareTable = (locale: ReportLocale, facts: Facts): Table => {
  const { col } = locale.words;
  const w = staffWords[locale.language].department;
  const { number } = locale;
  const of = (label: string, here: string, all: string) => [label, here, all];
  const counts = (
    label: string,
    key: 'delivered' | 'opened' | 'reported' | 'clicked' | 'opened_attachment' | 'entered_data',
  ) => of(label, number(facts.emails[key]), number(facts.allEmails[key]));
  return {
    name: w.compare,
    columns: [
      { title: w.indicator, width: 50 },
      { title: w.here, width: 25, figure: 'row' },
      { title: w.all, width: 25, figure: 'row' },
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
      of(col.people, number(facts.here.people), number(facts.all.people)),
      of(col.level, riskText(locale, facts.here.risk_level), riskText(locale, facts.all.risk_level)),
      of(w.high, number(facts.here.high), number(facts.all.high)),
      of(col.progress, progressText(locale, facts.here.progress), progressText(locale, facts.all.progress)),
      counts(w.delivered, 'delivered'),
      counts(w.reported, 'reported'),
      counts(col.opened, 'opened'),
      counts(col.clicked, 'clicked'),
      counts(col.opened_attachment, 'opened_attachment'),
      counts(col.entered_data, 'entered_data'),
      of(col.danger, progressText(locale, dangerOf(facts.emails)), progressText(locale, dangerOf(facts.allEmails))),
    ],
  };
};

const insideTable = (locale: ReportLocale, { inside }: Facts): Table => {
  const { col, short } = locale.words;
  const w = staffWords[locale.language].department;
  return {
    name: w.inside,
    note: w.insideNote,
    columns: [
      { title: col.department, width: 28 },
      { title: short.people, width: 11, type: 'number', figure: 'people' },
      { title: col.level, width: 11, type: 'number', figure: 'risk_level' },
      { title: col.progress, width: 13, type: 'percent', figure: 'learning_progress' },
      { title: w.delivered, width: 10, type: 'number', figure: 'period_delivered' },
      { title: col.clicked, width: 10, type: 'number', figure: 'period_clicked' },
      { title: short.attachment, width: 11, type: 'number', figure: 'period_opened_attachment' },
      { title: col.entered_data, width: 11, type: 'number', figure: 'period_entered_data' },
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
  const { learning: l } = locale.words;
  const w = staffWords[locale.language].department;
  return {
    name: w.courses,
    note: w.coursesNote,
    columns: [
      { title: l.course, width: 31 },
      { title: l.deadline, width: 15, type: 'day' },
      { title: w.learners, width: 11, type: 'number', figure: 'learners' },
      { title: w.completed, width: 11, type: 'number', figure: 'learners_completed' },
      { title: w.behind, width: 10, type: 'number', figure: 'learners_behind' },
      { title: l.progress, width: 11, type: 'percent', figure: 'learners_progress' },
      { title: w.progressAll, width: 13, type: 'percent', figure: 'learners_progress' },
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
  const { words } = locale;
  const { col, fact } = words;
  const w = staffWords[locale.language].department;
  return {
    name: w.campaigns,
    note: w.campaignsNote,
    columns: [
      { title: fact.campaign, width: 21 },
      { title: w.start, width: 15, type: 'datetime' },
      { title: w.delivered, width: 11, type: 'number', figure: 'period_delivered' },
      { title: w.reported, width: 10, type: 'number', figure: 'period_reported' },
      { title: col.clicked, width: 9, type: 'number', figure: 'period_clicked' },
      { title: words.short.attachment, width: 10, type: 'number', figure: 'period_opened_attachment' },
      { title: col.entered_data, width: 9, type: 'number', figure: 'period_entered_data' },
      { title: w.danger, width: 9, type: 'percent', figure: 'period_incident_risk' },
      { title: w.progressAll, width: 11, type: 'percent', figure: 'period_incident_risk' },
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

const peopleTable = (locale: ReportLocale, people: AsyncIterable<query.PersonFigures>): Table => {
  const { col } = locale.words;
  const w = staffWords[locale.language].department;
  return {
    name: w.staff,
    note: w.staffNote,
    columns: [
      { title: w.name, width: 25 },
      { title: w.position, width: 18 },
      { title: col.department, width: 18 },
      { title: col.level, width: 8, type: 'number', figure: 'risk_level' },
      { title: col.progress, width: 12, type: 'percent', figure: 'learning_progress' },
      { title: w.emails, width: 8, type: 'number', figure: 'emails_sent' },
      { title: w.dangerous, width: 11, type: 'number', figure: 'emails_dangerous' },
      ...identity(locale, { position: false }),
    ],
    rows: mapped(people, (one) => [
      one.full_name,
      one.position,
      one.department,
      one.risk_level,
      one.progress,
      one.emails,
      one.dangerous,
      one.email,
    ]),
  };
};
