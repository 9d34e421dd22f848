import { shareOf } from '@sergak/contract/share.rules.ts';
import type { TableColumn } from '@sergak/sheets/table-types.ts';
import { dayIn, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import { findOrganization } from './campaign.query.ts';
import { frameOf, reportLocale, type ReportLocale } from './frame.ts';
import type { PdfSpec, ReportBlock } from './pdf/report-blocks.ts';
import * as query from './learning.query.ts';
import type { ReportTask } from './reports.repo.ts';

/** A column of both formats. Days and times are stored as ISO texts. */
export type Column = {
  readonly title: string;
  readonly width: number;
  readonly type?: 'number' | 'percent' | 'day' | 'datetime';
};
type Table = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly unknown[])[];
};
type Fact = { readonly label: string; readonly value: string };
/** The content of a report on learning, from which both formats are made. */
export type LearningReport = {
  readonly facts: readonly Fact[];
  readonly summary: readonly ReportBlock[];
  readonly tables: readonly Table[];
};
export type Read = (tx: Tx, report: ReportTask, locale: ReportLocale) => Promise<LearningReport | null>;

const cellOf = (locale: ReportLocale, value: unknown, type: Column['type']): string | number | null => {
  if (value === null || value === undefined) return null;
  if (type === 'day') return String(value).slice(0, 10).split('-').reverse().join('.');
  if (type === 'datetime') return locale.time(String(value));
  if (type === 'percent') return locale.percent(Number(value));
  return typeof value === 'number' ? value : String(value);
};

/** The PDF of a report: a cover with its facts, the summary, and the tables. */
export const learningPdf =
  (read: Read) =>
  async (tx: Tx, report: ReportTask): Promise<PdfSpec | null> => {
    const locale = reportLocale(report.params.language, report.params.time_zone);
    const made = await read(tx, report, locale);
    if (!made) return null;
    const { words: w } = locale;
    const organization = await findOrganization(tx);
    const blocks: ReportBlock[] = made.tables.flatMap(({ name, columns, rows }): ReportBlock[] => [
      { type: 'heading', level: 1, text: name },
      {
        type: 'table',
        columns: columns.map(({ title, width, type }) => ({ title, width, ...(type === 'number' ? { type } : {}) })),
        rows: rows.map((row) => row.map((value, i) => cellOf(locale, value, columns[i]!.type))),
      },
    ]);
    const cover = {
      title: report.title,
      subtitle: w.learning.subtitle,
      organization: organization.title,
      facts: [
        ...made.facts,
        { label: w.cover.asked, value: report.params.asked_by },
        { label: w.cover.made, value: locale.time(iso(now())) },
      ],
    };
    return frameOf(locale, { title: report.title, organization, cover }, [...made.summary, ...blocks]);
  };

/** The workbook of a report: its facts, and a sheet for each table. Returns false if the subject no longer exists. */
export const learningXlsx =
  (read: Read) =>
  async (tx: Tx, report: ReportTask, path: string): Promise<boolean> => {
    const locale = reportLocale(report.params.language, report.params.time_zone);
    const made = await read(tx, report, locale);
    if (!made) return false;
    const { words: w } = locale;
    const facts = [...made.facts, { label: w.fact.made, value: locale.time(iso(now())) }];
    const columnOf = ({ title, width, type }: Column): TableColumn => ({
      title,
      width,
      ...(type && type !== 'day' ? { type } : {}),
    });
    await writeWorkbook(
      path,
      [
        ...made.tables.map(({ name, columns, rows }) => ({
          name,
          columns: columns.map(columnOf),
          rows: rows.map((row) =>
            row.map((value, i) => (columns[i]!.type === 'day' ? cellOf(locale, value, 'day') : value)),
          ),
        })),
        {
          name: w.sheets.summary,
          columns: [
            { title: w.col.what, width: 34 },
            { title: w.col.value, width: 44 },
          ],
          rows: facts.map(({ label, value }) => [label, value]),
        },
      ],
      report.params.time_zone,
    );
    return true;
  };

const peopleTable = (locale: ReportLocale, people: readonly query.LearnerFacts[], withCourse: boolean): Table => {
  const { col, learning: l } = locale.words;
  return {
    name: withCourse ? l.people_courses : l.people,
    columns: [
      { title: col.name, width: 26 },
      { title: col.department, width: 18 },
      ...(withCourse ? [{ title: l.course, width: 24 }] : []),
      { title: l.state, width: 14 },
      { title: l.progress, width: 11, type: 'percent' as const },
      { title: l.score, width: 11, type: 'percent' as const },
      { title: l.deadline, width: 13, type: 'day' as const },
      { title: l.completed_at, width: 17, type: 'datetime' as const },
    ],
    rows: people.map((one) => [
      one.full_name,
      one.department,
      ...(withCourse ? [one.course] : []),
      l.states[one.state],
      one.progress,
      one.score,
      one.deadline,
      one.completed_at,
    ]),
  };
};

const sorted = async (locale: ReportLocale, source: AsyncIterable<query.LearnerFacts>) => {
  const collator = new Intl.Collator(locale.language);
  const people: query.LearnerFacts[] = [];
  for await (const one of source) people.push(one);
  return people.sort((a, b) => collator.compare(a.full_name, b.full_name) || collator.compare(a.course, b.course));
};

/** Figures and groups of learners. */
const summaryOf = (locale: ReportLocale, people: readonly query.LearnerFacts[]): ReportBlock[] => {
  const { words: w, number, percent } = locale;
  const count = (state: query.LearnerFacts['state']) => people.filter((one) => one.state === state).length;
  const mean = people.length === 0 ? 0 : people.reduce((sum, one) => sum + one.progress, 0) / people.length;
  const [done, behind] = [count('completed'), count('behind')];
  return [
    { type: 'heading', level: 1, text: w.h.summary },
    {
      type: 'tiles',
      tiles: [
        { label: w.learning.assigned, value: number(people.length) },
        {
          label: w.learning.states.completed,
          value: number(done),
          hint: percent(shareOf(done, people.length)),
          tone: 'good',
        },
        { label: w.learning.states.behind, value: number(behind), tone: behind > 0 ? 'bad' : 'good' },
        { label: w.learning.progress, value: percent(mean), tone: 'info' },
      ],
    },
    {
      type: 'donut',
      parts: [
        { label: w.learning.states.completed, value: done, tone: 'good' },
        { label: w.learning.states.in_progress, value: count('in_progress'), tone: 'info' },
        { label: w.learning.states.not_started, value: count('not_started'), tone: 'muted' },
        { label: w.learning.states.behind, value: behind, tone: 'bad' },
      ],
    },
  ];
};

const todayOf = (report: ReportTask) => dayIn(now(), report.params.time_zone);

/** All assigned courses of the organisation, and everyone's progress in them. */
export const readProgress: Read = async (tx, report, locale) => {
  const { learning: l } = locale.words;
  const assignments = await query.readAssignments(tx);
  const people = await sorted(locale, query.readLearners(tx, todayOf(report), {}));
  return {
    facts: [{ label: l.courses, value: locale.number(assignments.length) }],
    summary: summaryOf(locale, people),
    tables: [
      {
        name: l.courses,
        columns: [
          { title: l.course, width: 34 },
          { title: l.start, width: 13, type: 'day' },
          { title: l.deadline, width: 13, type: 'day' },
          { title: l.learners, width: 13, type: 'number' },
          { title: l.finished, width: 13, type: 'number' },
          { title: l.progress, width: 14, type: 'percent' },
        ],
        rows: assignments.map((one) => [
          one.title,
          one.start_date,
          one.deadline,
          one.learners,
          one.completed,
          one.progress,
        ]),
      },
      peopleTable(locale, people, true),
    ],
  };
};

/** The learners of one assigned course. */
export const readCourse: Read = async (tx, report, locale) => {
  const [one] = await query.readAssignments(tx, { id: report.subject_id });
  if (!one) return null;
  const { learning: l } = locale.words;
  const people = await sorted(locale, query.readLearners(tx, todayOf(report), { assignmentId: one.id }));
  return {
    facts: [
      { label: l.course, value: one.title },
      { label: l.period, value: `${cellOf(locale, one.start_date, 'day')} – ${cellOf(locale, one.deadline, 'day')}` },
    ],
    summary: summaryOf(locale, people),
    tables: [peopleTable(locale, people, false)],
  };
};

/** All courses of one person. */
export const readCourses: Read = async (tx, report, locale) => {
  const person = await query.findPersonName(tx, report.subject_id);
  if (!person) return null;
  const scorm = report.params.scorm;
  const courses = await sorted(locale, query.readLearners(tx, todayOf(report), { personId: report.subject_id, scorm }));
  return {
    facts: [
      { label: locale.words.col.name, value: person.full_name },
      { label: locale.words.col.email, value: person.email },
      ...(person.position ? [{ label: locale.words.col.position, value: person.position }] : []),
    ],
    summary: summaryOf(locale, courses),
    tables: [peopleTable(locale, courses, true)],
  };
};
