// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { figures } from '@sergak/contract/figures/figures.rules.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import reports from '../../../../../locales/ru/reports.json' with { type: 'json' };
import words from '../../../../../locales/ru/statistics.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { numbersWithoutFigure, shownFigures } from '../../shared/ui/testing-figures.ts';
import { openPage, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import MyStatisticsScreen from './my-screen.tsx';
import { Statistics } from './statistics.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const steps = ['sent', 'delivered', 'opened', 'clicked', 'opened_attachment', 'entered_data', 'reported'] as const;
const groups = Object.fromEntries(steps.map((step, i) => [step, { value: 90 - i, previous: 50 - i }]));
const points = [
  { date: '2026-11-01', value: 5.5 },
  { date: '2026-11-20', value: 4.5 },
];
const funnel = {
  recipients: 50,
  sent: 49,
  opened: 30,
  clicked: 12,
  opened_attachment: 6,
  entered_data: 5,
  reported: 4,
};
const part = {
  kind: 'phishing',
  id: ID,
  title: 'Осень',
  points: 3.2,
  share: 71,
  date: '2026-11-02',
  result: 2,
  reported: true,
  progress: null,
};
const answers = {
  'statistics.current-risk-level': {
    value: 4.5,
    color: 'yellow',
    change: -1,
    phishing_indicator: 40,
    learning_progress: 62,
    people: 57,
    people_with_level: 55,
    target: 4,
    explanation: [],
  },
  'statistics.risk-levels': { change: -1, target: 4, points, rule_since: null },
  'statistics.phishing': {
    from: '2026-08-25',
    to: '2026-11-22',
    campaigns: { value: 2, previous: 1 },
    groups,
    incident_risk: { value: 12, previous: 20 },
    report_median_seconds: { value: 300, previous: null },
  },
  'statistics.progress': { rule_since: null, value: 62, change: 3, points },
  'statistics.current-progress': { value: 62, change: 3, learners: 44, completed: 31, behind: 7 },
  'statistics.risk-groups': {
    data: [
      { name: 'low', color: 'green', risk_level_from: 0, risk_level_to: 3, count: 20 },
      { name: 'high', color: 'red', risk_level_from: 7, risk_level_to: 10, count: 9 },
      { name: 'missing', color: 'red', risk_level_from: null, risk_level_to: null, count: 2 },
    ],
  },
  'statistics.progress-groups': {
    data: [
      { name: 'BEHIND', count: 7 },
      { name: 'COMPLETED', count: 31 },
    ],
  },
  'statistics.courses-counts': { assigned: 5, planned: 1, active: 3, completed: 1, overdue: 1, library: 12 },
  'statistics.last-campaign': {
    data: {
      id: ID,
      name: 'Осень',
      status: 'completed',
      start_date: '2026-11-02T05:00:00Z',
      end_date: '2026-11-09T05:00:00Z',
      statistics: { ...funnel, incident_risk: 22 },
    },
  },
  'statistics.departments': {
    data: [
      {
        id: ID,
        title: 'Бухгалтерия',
        parent_department_uuid: null,
        employees_count: 14,
        progress_statistic: { value: 71 },
        phishing_statistic: { groups: Object.fromEntries(steps.map((step, i) => [step, { value: 30 - i }])) },
        risk_level_statistic: { value: 6.2, color: 'yellow', change: 0.4 },
      },
    ],
    total_count: 1,
  },
  'statistics.my-risk-level': {
    value: 4.5,
    color: 'yellow',
    change: -1,
    rule_since: null,
    phishing_indicator: 40,
    learning_progress: 62,
    points,
    explanation: [part],
    computed_at: null,
  },
  'statistics.my-passed': {
    courses_assigned: 4,
    courses_completed: 3,
    courses_behind: 1,
    quizzes_passed: 2,
    quizzes_failed: 5,
  },
  'statistics.my-progress': { rule_since: null, value: 62, change: 3, points },
};

beforeEach(() => {
  for (const [name, texts] of Object.entries({ commons, reports, statistics: words })) addTexts('ru', name, texts);
  serve(answers);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('each number of the statistics carries the id of its figure', async () => {
  signIn(['admin.statistics', 'admin.staff.employees', 'admin.phishing.campaigns', 'admin.learning.assigned']);
  await openPage(<Statistics id={ID} />);
  await until(() => {
    for (const text of [words.chart.progress_groups, words.chart.phishing.slice(0, 10)])
      expect(shownText()).toContain(text);
    expect(shownFigures()).toContain('learning_progress_daily');
  });
  expect(numbersWithoutFigure()).toEqual([]);
  expect(shownFigures().filter((id) => !(id in figures))).toEqual([]);
  expect(shownFigures()).toEqual(
    expect.arrayContaining(['risk_level', 'risk_change', 'people_high', 'people_behind', 'period_clicked']),
  );
});

test('each number of a person’s own statistics carries the id of its figure', async () => {
  signIn(['user.statistics']);
  await openPage(<MyStatisticsScreen />);
  await until(() => expect(shownFigures()).toContain('quizzes_passed'));
  expect(numbersWithoutFigure()).toEqual([]);
  expect(shownFigures()).toEqual(expect.arrayContaining(['risk_level', 'learners_behind', 'risk_points']));
});
