import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { COMPLIANCE_DAYS } from '@sergak/contract/reports/reports.rules.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import { dayIn, dayText, now } from '../../platform/clock.ts';
import { joinPath, pathsById } from '../departments/public.ts';
import { titleAmong } from './audience-words.ts';
import * as query from './compliance.query.ts';
import type { ReportLocale } from './frame.ts';
import type { ReportBlock, Tone } from './pdf/report-blocks.ts';
import { identity, mapped, type Column, type ReadTableReport, type Table } from './table-report.ts';

const WORST_SHOWN = 12;

/** Who has finished which assigned course by its deadline, for all deadlines of the period. */
export const readCompliance: ReadTableReport = async (tx, report, locale) => {
  const zone = report.params.time_zone;
  const today = dayIn(now(), zone);
  const period = report.params.period ?? { from: addDays(today, 1 - COMPLIANCE_DAYS), to: today };
  const where = { period, today, time_zone: zone };
  const paths = await pathsById(tx);
  const pathOf = (id: string) => locale.department(joinPath(paths.get(id) ?? []));
  const courses = await query.dueCourses(tx, where);
  const collator = new Intl.Collator(locale.language);
  const departments = (await query.dueDepartments(tx, where))
    .map((one) => ({ ...one, title: pathOf(one.id) }))
    .sort((a, b) => collator.compare(a.title, b.title));
  const { t } = locale;
  return {
    subtitle: t('compliance.subtitle'),
    facts: [
      { label: t('compliance.period'), value: `${dayText(period.from)} – ${dayText(period.to)}` },
      { label: t('compliance.today'), value: dayText(today) },
      {
        figure: 'assignments',
        label: t('learning:list.title'),
        value: locale.number(new Set(courses.map((one) => one.assignment_id)).size),
      },
    ],
    summary: summary(locale, departments),
    tables: [
      coursesTable(locale, courses),
      departmentsTable(locale, departments),
      openTable(locale, query.streamDuePeople(tx, where, false), pathOf),
      doneTable(locale, query.streamDuePeople(tx, where, true), pathOf),
    ],
  };
};

type Department = query.DepartmentDue & { readonly title: string };
const add = (all: readonly query.DueCounts[], key: keyof query.DueCounts) =>
  all.reduce((sum, one) => sum + one[key], 0);
/** Share of those who completed among all with a deadline in the period, also a deadline that is still ahead. */
const doneShare = (one: query.DueCounts): number | null =>
  one.people === 0 ? null : shareOf(one.on_time + one.late, one.people);

const totalsOf = (departments: readonly Department[]) => ({
  people: add(departments, 'people'),
  on_time: add(departments, 'on_time'),
  late: add(departments, 'late'),
  missed: add(departments, 'missed'),
  pending: add(departments, 'pending'),
});

type DueFigure = 'due_on_time' | 'due_late' | 'due_missed' | 'due_pending';
const summary = (locale: ReportLocale, departments: readonly Department[]): ReportBlock[] => {
  const { number, percent, t } = locale;
  const all = totalsOf(departments);
  const heading: ReportBlock = { type: 'heading', level: 1, text: t('h.summary') };
  if (all.people === 0) return [heading, { type: 'text', tone: 'lead', text: t('compliance.empty') }];
  const done = all.on_time + all.late;
  const share = shareOf(done, all.people);
  const part = (figure: DueFigure, value: number, tone: Tone) => ({
    figure,
    label: t(`figures:${figure}`),
    value,
    tone,
  });
  const tile = (figure: DueFigure, value: number, tone: Tone) => ({
    ...part(figure, value, tone),
    value: number(value),
  });
  return [
    heading,
    {
      type: 'text',
      tone: 'lead',
      figures: ['due_learners', 'due_share', 'due_missed', 'due_pending'],
      text: t('compliance.sentence', {
        due: number(all.people),
        done: number(done),
        share: percent(share),
        missed: number(all.missed),
        pending: number(all.pending),
      }),
    },
    {
      type: 'tiles',
      tiles: [
        {
          figure: 'due_learners',
          label: t('compliance.due'),
          value: number(all.people),
          hint: t('compliance.ahead', { number: number(all.pending) }),
          tone: 'info',
        },
        tile('due_on_time', all.on_time, 'good'),
        tile('due_late', all.late, all.late > 0 ? 'warn' : 'good'),
        tile('due_missed', all.missed, all.missed > 0 ? 'bad' : 'good'),
      ],
    },
    { type: 'text', tone: 'muted', text: t('compliance.notes') },
    {
      type: 'donut',
      parts: [
        part('due_on_time', all.on_time, 'good'),
        part('due_late', all.late, 'warn'),
        part('due_missed', all.missed, 'bad'),
        part('due_pending', all.pending, 'muted'),
      ],
    },
    ...worstDepartments(locale, departments),
  ];
};

/** Departments with the lowest shares of completions. */
const worstDepartments = (locale: ReportLocale, departments: readonly Department[]): ReportBlock[] => {
  const worst = departments
    .flatMap((one) => {
      const share = doneShare(one);
      return share === null || one.missed === 0 ? [] : [{ ...one, share }];
    })
    .sort((a, b) => a.share - b.share || b.missed - a.missed)
    .slice(0, WORST_SHOWN);
  if (worst.length === 0) return [];
  return [
    {
      type: 'bars',
      title: locale.t('compliance.worst'),
      max: 100,
      items: worst.map((one) => ({
        figure: 'due_share',
        label: one.title,
        value: one.share,
        text: locale.percent(one.share),
      })),
    },
  ];
};

const countColumns = (locale: ReportLocale): Column[] => {
  const { t } = locale;
  return [
    { title: t('figures:learners'), width: 12, type: 'number', figure: 'due_learners' },
    { title: t('compliance.short.on_time'), width: 10, type: 'number', figure: 'due_on_time' },
    { title: t('compliance.short.late'), width: 10, type: 'number', figure: 'due_late' },
    { title: t('compliance.short.missed'), width: 11, type: 'number', figure: 'due_missed' },
    { title: t('compliance.short.pending'), width: 11, type: 'number', figure: 'due_pending' },
    { title: t('compliance.share'), width: 14, type: 'percent', figure: 'due_share' },
  ];
};
const countsOf = (one: query.DueCounts) => [one.people, one.on_time, one.late, one.missed, one.pending, doneShare(one)];

/** An assignment has a row for each deadline of its learners. */
const isSameAssignment = (a: object, b: object): boolean =>
  (a as query.CourseDue).assignment_id === (b as query.CourseDue).assignment_id;

const coursesTable = (locale: ReportLocale, courses: readonly query.CourseDue[]): Table => {
  const { t } = locale;
  return {
    name: t('compliance.courses'),
    note: t('compliance.courses_note'),
    columns: [
      { title: t('learning:col.title'), width: 24 },
      { title: t('learning:col.deadline'), width: 15, type: 'day' },
      ...countColumns(locale),
    ],
    rows: courses.map((one) => [titleAmong(locale, one, courses, isSameAssignment), one.deadline, ...countsOf(one)]),
  };
};

const departmentsTable = (locale: ReportLocale, departments: readonly Department[]): Table => {
  const { t } = locale;
  return {
    name: t('h.departments'),
    note: t('compliance.departments_note'),
    columns: [{ title: t('learning:people.department'), width: 37 }, ...countColumns(locale)],
    rows: departments.map((one) => [one.title, ...countsOf(one)]),
  };
};

type PathOf = (departmentId: string) => string;
const openTable = (locale: ReportLocale, people: AsyncIterable<query.DuePerson>, pathOf: PathOf): Table => {
  const { t } = locale;
  return {
    name: t('compliance.open'),
    columns: [
      { title: t('learning:people.name'), width: 22 },
      { title: t('learning:people.department'), width: 20 },
      { title: t('learning:col.title'), width: 20 },
      { title: t('learning:col.deadline'), width: 14, type: 'day' },
      { title: t('compliance.outcome'), width: 15 },
      { title: t('figures:due_days_late'), width: 13, type: 'number', figure: 'due_days_late' },
      { title: t('learning:col.progress'), width: 11, type: 'percent', figure: 'learners_progress' },
      ...identity(locale, { position: true }),
    ],
    rows: mapped(people, (one) => [
      one.full_name,
      pathOf(one.department_id),
      one.course,
      one.deadline,
      t(`compliance.outcomes.${one.outcome}`),
      one.days_late,
      one.progress,
      one.email,
      one.position,
    ]),
  };
};

const doneTable = (locale: ReportLocale, people: AsyncIterable<query.DuePerson>, pathOf: PathOf): Table => {
  const { t } = locale;
  return {
    name: t('compliance.done'),
    note: t('compliance.done_note'),
    columns: [
      { title: t('learning:people.name'), width: 18 },
      { title: t('learning:people.department'), width: 16 },
      { title: t('learning:col.title'), width: 16 },
      { title: t('learning:col.deadline'), width: 15, type: 'day' },
      { title: t('learning.completed_at'), width: 15, type: 'datetime' },
      { title: t('compliance.outcome'), width: 11 },
      { title: t('employees__employee:attempt.score'), width: 14, type: 'percent', figure: 'learner_score' },
      { title: t('compliance.recorded'), width: 13 },
      { title: t('learning:people.reason'), width: 12 },
      ...identity(locale, { position: true }),
    ],
    rows: mapped(people, (one) => [
      one.full_name,
      pathOf(one.department_id),
      one.course,
      one.deadline,
      one.completed_at,
      t(`compliance.outcomes.${one.outcome}`),
      one.score,
      one.reason === null ? t('compliance.itself') : (one.recorded_by ?? '–'),
      one.reason ?? '',
      one.email,
      one.position,
    ]),
  };
};
