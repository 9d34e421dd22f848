import { shareOf } from '@sergak/contract/share.rules.ts';
import { dayIn, now } from '../../platform/clock.ts';
import type { ReportLocale } from './frame.ts';
import type { ReportBlock } from './pdf/report-blocks.ts';
import * as query from './learning.query.ts';
import type { ReportTask } from './reports.repo.ts';
import { dayText, identity, mapped, type Read, type Table } from './table-report.ts';

/** What the rows of a table of learners are about. */
type Rows = 'people' | 'people_courses' | 'courses';
const learnersTable = (locale: ReportLocale, learners: AsyncIterable<query.LearnerFacts>, rows: Rows): Table => {
  const { col, learning: l } = locale.words;
  const [withPerson, withCourse] = [rows !== 'courses', rows !== 'people'];
  return {
    name: l[rows],
    columns: [
      ...(withPerson
        ? [
            { title: col.name, width: 24 },
            { title: col.department, width: 17 },
          ]
        : []),
      ...(withCourse ? [{ title: l.course, width: 22 }] : []),
      { title: l.state, width: 17 },
      { title: l.progress, width: 11, type: 'percent' as const, figure: 'learners_progress' as const },
      { title: l.score, width: 11, type: 'percent' as const, figure: 'learner_score' as const },
      { title: l.deadline, width: 16, type: 'day' as const },
      { title: l.completed_at, width: 17, type: 'datetime' as const },
      ...(withPerson ? identity(locale, { position: true }) : []),
    ],
    rows: mapped(learners, (one) => [
      ...(withPerson ? [one.full_name, one.department] : []),
      ...(withCourse ? [one.course] : []),
      l.rowStates[one.state],
      one.progress,
      one.score,
      one.deadline,
      one.completed_at,
      ...(withPerson ? [one.email, one.position] : []),
    ]),
  };
};

/** Figures and groups of learners. */
const summaryOf = (locale: ReportLocale, counts: query.LearnerCounts): ReportBlock[] => {
  const { words: w, number, percent } = locale;
  const { completed: done, behind } = counts;
  return [
    { type: 'heading', level: 1, text: w.h.summary },
    {
      type: 'tiles',
      tiles: [
        { figure: 'learners', label: `${w.learning.assigned} ¹`, value: number(counts.learners) },
        {
          figure: 'learners_completed',
          label: w.learning.states.completed,
          value: number(done),
          hint: percent(shareOf(done, counts.learners)),
          tone: 'good',
        },
        {
          figure: 'learners_behind',
          label: `${w.learning.states.behind} ²`,
          value: number(behind),
          tone: behind > 0 ? 'bad' : 'good',
        },
        {
          figure: 'learners_progress',
          label: `${w.learning.progress} ³`,
          value: percent(counts.progress),
          tone: 'info',
        },
      ],
    },
    { type: 'text', tone: 'muted', text: w.notes.learning },
    {
      type: 'donut',
      parts: [
        { figure: 'learners_completed', label: w.learning.states.completed, value: done, tone: 'good' },
        {
          figure: 'learners_in_progress',
          label: w.learning.states.in_progress,
          value: counts.in_progress,
          tone: 'info',
        },
        {
          figure: 'learners_not_started',
          label: w.learning.states.not_started,
          value: counts.not_started,
          tone: 'muted',
        },
        {
          figure: 'learners_likely_late',
          label: w.learning.states.likely_late,
          value: counts.likely_late,
          tone: 'warn',
        },
        { figure: 'learners_behind', label: w.learning.states.behind, value: behind, tone: 'bad' },
      ],
    },
  ];
};

const todayOf = (report: ReportTask) => dayIn(now(), report.params.time_zone);

/** All assigned courses of the organisation, and everyone's progress in them. */
export const readProgress: Read = async (tx, report, locale) => {
  const { learning: l } = locale.words;
  const { period } = report.params;
  const assignments = await query.readAssignments(tx, { period });
  return {
    facts: [
      ...(period ? [{ label: l.period, value: `${dayText(period.from)} – ${dayText(period.to)}` }] : []),
      { figure: 'assignments', label: l.courses, value: locale.number(assignments.length) },
    ],
    summary: summaryOf(locale, await query.countLearners(tx, todayOf(report), { period })),
    tables: [
      {
        name: l.courses,
        columns: [
          { title: l.course, width: 34 },
          { title: l.start, width: 13, type: 'day' },
          { title: l.deadline, width: 13, type: 'day' },
          { title: l.learners, width: 13, type: 'number', figure: 'learners' },
          { title: l.finished, width: 13, type: 'number', figure: 'learners_completed' },
          { title: l.progress, width: 14, type: 'percent', figure: 'learners_progress' },
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
      learnersTable(locale, query.readLearners(tx, todayOf(report), { period }), 'people_courses'),
    ],
  };
};

/** The learners of one assigned course. */
export const readCourse: Read = async (tx, report, locale) => {
  const [one] = await query.readAssignments(tx, { id: report.subject_id });
  if (!one) return null;
  const { learning: l } = locale.words;
  const which = { assignmentId: one.id };
  return {
    facts: [
      { label: l.course, value: one.title },
      { label: l.period, value: `${dayText(one.start_date)} – ${dayText(one.deadline)}` },
    ],
    summary: summaryOf(locale, await query.countLearners(tx, todayOf(report), which)),
    tables: [learnersTable(locale, query.readLearners(tx, todayOf(report), which), 'people')],
  };
};

/** All courses of one person. */
export const readCourses: Read = async (tx, report, locale) => {
  const person = await query.findPersonName(tx, report.subject_id);
  if (!person) return null;
  const which = { personId: report.subject_id, scorm: report.params.scorm, period: report.params.period };
  return {
    subtitle: locale.words.learning.coursesSubtitle,
    facts: [
      { label: locale.words.col.name, value: person.full_name },
      { label: locale.words.col.email, value: person.email },
      ...(person.position ? [{ label: locale.words.col.position, value: person.position }] : []),
    ],
    summary: summaryOf(locale, await query.countLearners(tx, todayOf(report), which)),
    tables: [learnersTable(locale, query.readLearners(tx, todayOf(report), which), 'courses')],
  };
};
