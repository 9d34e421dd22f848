// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/statistics.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { LastCampaign, PhishingPeriod } from './period-charts.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const counts = (value: number, previous: number) => ({ value, previous });
const period = {
  from: '2026-08-25',
  to: '2026-11-22',
  campaigns: counts(2, 1),
  groups: {
    sent: counts(200, 100),
    delivered: counts(200, 100),
    opened: counts(120, 70),
    clicked: counts(20, 30),
    opened_attachment: counts(0, 0),
    entered_data: counts(10, 20),
    reported: counts(0, 0),
  },
  incident_risk: counts(5, 20),
  report_median_seconds: { value: null, previous: null },
};
const statistics = {
  recipients: 50,
  sent: 50,
  opened: 30,
  clicked: 12,
  opened_attachment: 0,
  entered_data: 5,
  reported: 4,
  incident_risk: 10,
};

beforeEach(() => {
  addTexts('ru', 'statistics', words);
  addTexts('ru', 'commons', commons);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const rowsOfTable = (): string[][] =>
  [...document.querySelectorAll('figure table tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent!.replaceAll('\u00a0', ' ')),
  );

test('the table of a chart, which is also its CSV, has the numbers of the period before', async () => {
  signIn(['admin.statistics']);
  await openPage(<PhishingPeriod data={period} days={90} totals={false} />);
  await until(() => expect(rowsOfTable()).not.toEqual([]));
  const { emails_now, emails_before, share } = words.chart;
  expect(rowsOfTable()[0]).toEqual([commons.chart.label, emails_now, share, emails_before, share]);
  expect(rowsOfTable()).toContainEqual([words.step.entered_data, '10', '5 %', '20', '20 %']);
});

test('without emails in the period before, the table has no column of it', async () => {
  signIn(['admin.statistics']);
  const groups = Object.fromEntries(
    Object.entries(period.groups).map(([name, one]) => [name, counts(one.value, 0)]),
  ) as typeof period.groups;
  await openPage(<PhishingPeriod data={{ ...period, groups }} days={90} totals={false} />);
  await until(() => expect(rowsOfTable()[0]).toHaveLength(3));
});

const last = (
  <LastCampaign
    below={false}
    data={{ id: ID, name: 'Осень', status: 'completed', start_date: period.from, end_date: period.to, statistics }}
  />
);
const linkOf = (name: string): string | null | undefined =>
  [...document.querySelectorAll('section a')].find((one) => one.textContent === name)?.getAttribute('href');

test('each number of the last campaign opens the recipients behind it', async () => {
  signIn(['admin.statistics', 'admin.phishing.campaigns']);
  await openPage(last);
  await until(() => expect(linkOf(words.step.clicked)).toBeDefined());
  expect(linkOf(words.step.clicked)).toContain(`/campaigns/${ID}/statistics?`);
  expect(decodeURIComponent(linkOf(words.step.clicked)!)).toMatch(/status=.*clicked.*entered_data/);
  expect(linkOf(words.step.reported)).toContain('reported=yes');
  expect(shownText()).toContain('24');
});

test('a person without the permission for campaigns sees no links to them', async () => {
  signIn(['admin.statistics']);
  await openPage(last);
  await until(() => expect(shownText()).toContain(words.step.clicked));
  expect(document.querySelectorAll('section a')).toHaveLength(0);
});

test('a period without emails has no shares: 0 % would look like a result', async () => {
  signIn(['admin.statistics']);
  const groups = Object.fromEntries(
    Object.keys(period.groups).map((name) => [name, counts(0, 0)]),
  ) as typeof period.groups;
  await openPage(<PhishingPeriod data={{ ...period, groups, incident_risk: counts(0, 0) }} days={90} totals={false} />);
  await until(() => expect(shownText()).toContain(words.step.clicked));
  expect(shownText()).toContain('—');
  expect(shownText()).not.toContain('%');
});
