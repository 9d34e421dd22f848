import { shareOf } from '@sergak/contract/share.rules.ts';
import { dayIn, dayText, now } from '../../platform/clock.ts';
import { audienceWords, titleAmong } from './audience-words.ts';
import type { ReportLocale } from './frame.ts';
import type { ReportBlock } from './pdf/report-blocks.ts';
import * as query from './learning.query.ts';
import type { ReportTask } from './reports.repo.ts';
import { identity, mapped, type ReadTableReport, type Table } from './table-report.ts';

/** What the rows of a table of learners are about. */
const rowTitles = {
  people: 'learning:one.people',
  people_courses: 'learning.people_courses',
  courses: 'learning:list.title',
} as const;
type Rows = keyof typeof rowTitles;
const learnersTable = (locale: ReportLocale, learners: AsyncIterable<query.LearnerFacts>, rows: Rows): Table => {
  const { t } = locale;
  const [withPerson, withCourse] = [rows !== 'courses', rows !== 'people'];
  return {
    name: t(rowTitles[rows]),
    columns: [
      ...(withPerson
        ? [
            { title: t('learning:people.name'), width: 24 },
            { title: t('learning:people.department'), width: 17 },
          ]
        : []),
      ...(withCourse ? [{ title: t('learning:col.title'), width: 22 }] : []),
      { title: t('learning:people.state'), width: 17 },
      { title: t('learning:col.progress'), width: 11, type: 'percent' as const, figure: 'learners_progress' as const },
      {
        title: t('employees__employee:attempt.score'),
        width: 11,
        type: 'percent' as const,
        figure: 'learner_score' as const,
      },
      { title: t('learning:col.deadline'), width: 16, type: 'day' as const },
      { title: t('learning.completed_at'), width: 17, type: 'datetime' as const },
      ...(withPerson ? identity(locale, { position: true }) : []),
    ],
    rows: mapped(learners, (one) => [
      ...(withPerson ? [one.full_name, locale.department(one.department)] : []),
      ...(withCourse ? [one.course] : []),
      t(`learning:one_state.${one.state}`),
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
  const { t, number, percent } = locale;
  const { completed: done, behind } = counts;
  return [
    { type: 'heading', level: 1, text: t('h.summary') },
    {
      type: 'tiles',
      tiles: [
        { figure: 'learners', label: `${t('figures:learners')} ¹`, value: number(counts.learners) },
        {
          figure: 'learners_completed',
          label: t('learning:state.completed'),
          value: number(done),
          hint: percent(shareOf(done, counts.learners)),
          tone: 'good',
        },
        {
          figure: 'learners_behind',
          label: `${t('learning:state.behind')} ²`,
          value: number(behind),
          tone: behind > 0 ? 'bad' : 'good',
        },
        {
          figure: 'learners_progress',
          label: `${t('learning:col.progress')} ³`,
          value: percent(counts.progress),
          tone: 'info',
        },
      ],
    },
    { type: 'text', tone: 'muted', text: t('notes.learning') },
    {
      type: 'donut',
      parts: [
        { figure: 'learners_completed', label: t('learning:state.completed'), value: done, tone: 'good' },
        {
          figure: 'learners_in_progress',
          label: t('learning:state.in_progress'),
          value: counts.in_progress,
          tone: 'info',
        },
        {
          figure: 'learners_not_started',
          label: t('learning:state.not_started'),
          value: counts.not_started,
          tone: 'muted',
        },
        {
          figure: 'learners_likely_late',
          label: t('learning:state.likely_late'),
          value: counts.likely_late,
          tone: 'warn',
        },
        { figure: 'learners_behind', label: t('learning:state.behind'), value: behind, tone: 'bad' },
      ],
    },
  ];
};

const todayOf = (report: ReportTask) => dayIn(now(), report.params.time_zone);

/** All assigned courses of the organisation, and everyone's progress in them. */
export const readReportProgress: ReadTableReport = async (tx, report, locale) => {
  const { t } = locale;
  const { period } = report.params;
  const assignments = await query.readAssignments(tx, { period });
  return {
    facts: [
      ...(period
        ? [{ label: t('statistics:period.label'), value: `${dayText(period.from)} – ${dayText(period.to)}` }]
        : []),
      { figure: 'assignments', label: t('learning:list.title'), value: locale.number(assignments.length) },
    ],
    summary: summaryOf(locale, await query.countLearners(tx, todayOf(report), { period })),
    tables: [
      {
        name: t('learning:list.title'),
        columns: [
          { title: t('learning:col.title'), width: 34 },
          { title: t('learning:col.start'), width: 13, type: 'day' },
          { title: t('learning:col.deadline'), width: 13, type: 'day' },
          { title: t('figures:learners'), width: 13, type: 'number', figure: 'learners' },
          { title: t('learning:col.people'), width: 13, type: 'number', figure: 'learners_completed' },
          { title: t('learning:col.progress'), width: 14, type: 'percent', figure: 'learners_progress' },
        ],
        rows: assignments.map((one) => [
          titleAmong(locale, one, assignments),
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
export const readCourse: ReadTableReport = async (tx, report, locale) => {
  const [one] = await query.readAssignments(tx, { id: report.subject_id });
  if (!one) return null;
  const { t } = locale;
  const which = { assignmentId: one.id };
  return {
    facts: [
      { label: t('learning:col.title'), value: one.title },
      { label: t('learning:col.audience'), value: audienceWords(locale, one.audience) || '—' },
      { label: t('statistics:period.label'), value: `${dayText(one.start_date)} – ${dayText(one.deadline)}` },
    ],
    summary: summaryOf(locale, await query.countLearners(tx, todayOf(report), which)),
    tables: [learnersTable(locale, query.readLearners(tx, todayOf(report), which), 'people')],
  };
};

/** All courses of one person. */
export const readCourses: ReadTableReport = async (tx, report, locale) => {
  const person = await query.findPersonName(tx, report.subject_id);
  if (!person) return null;
  const which = { personId: report.subject_id, scorm: report.params.scorm, period: report.params.period };
  return {
    subtitle: locale.t('learning.courses_subtitle'),
    facts: [
      { label: locale.t('learning:people.name'), value: person.full_name },
      { label: locale.t('employees:field.email'), value: person.email },
      ...(person.position ? [{ label: locale.t('employees:field.position'), value: person.position }] : []),
    ],
    summary: summaryOf(locale, await query.countLearners(tx, todayOf(report), which)),
    tables: [learnersTable(locale, query.readLearners(tx, todayOf(report), which), 'courses')],
  };
};
