// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import figuresTexts from '../../../../../locales/ru/campaigns/figures.json' with { type: 'json' };
import campaigns from '../../../../../locales/ru/campaigns.json' with { type: 'json' };
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import phishing from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import reports from '../../../../../locales/ru/reports.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { numbersWithoutFigure, shownFigures } from '../../shared/ui/testing-figures.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import EmailStatisticsScreen, { ByTagEmailStatisticsScreen } from './email-statistics-screen.tsx';
import StatisticsScreen from './statistics-screen.tsx';

const EMAIL = '0b2ad0de-0000-4000-8000-000000000001';
const funnel = {
  recipients: 10,
  sent: 10,
  opened: 6,
  clicked: 4,
  opened_attachment: 0,
  entered_data: 2,
  reported: 5,
  incident_risk: 20,
};
const campaign = {
  id: 'c1',
  name: 'Осень',
  status: 'completed',
  is_autophish: false,
  attack_vectors: [{ type: 'form' }],
  statistics: funnel,
  sending: {},
  resendable: { failed: 0, unknown: 0 },
  users_count: 10,
  start_date: '2026-11-02T05:00:00Z',
  end_date: '2026-11-09T05:00:00Z',
  settings: {},
} as unknown as Campaign;
const email = {
  id: EMAIL,
  template_id: 't',
  name: 'Пароль истекает',
  template_name: 'Пароль',
  subject: 'Срочно',
  sender_name: 'ИТ',
  sender_address: 'it@help.test',
  attack_vector: 'form',
  logo: null,
  attachments: [],
  tips: ['Чужой адрес'],
  statistics: funnel,
  fell: 4,
};
const figures = {
  reports: {
    reported: 5,
    without_click: 3,
    after_click: 2,
    first_at: '2026-11-02T05:04:00Z',
    first_seconds: 240,
    median_seconds: 5400,
  },
  clicks: { first_seconds: 60, median_seconds: 1800 },
  previous: {
    id: 'c0',
    name: 'Весна',
    start_date: '2026-04-02T05:00:00Z',
    statistics: { ...funnel, clicked: 8, reported: 1 },
  },
  organization: null,
};
const timeline = {
  unit: 'hour',
  cut: false,
  points: [
    {
      at: '2026-11-02T05:00:00Z',
      opened: 6,
      clicked: 4,
      opened_attachment: 0,
      entered_data: 2,
      reported: 5,
    },
  ],
};
const answers = {
  'campaigns.get': campaign,
  'campaigns.email': email,
  'campaigns.emails': { data: [email] },
  'campaigns.figures': figures,
  'campaigns.timeline': timeline,
};

beforeEach(() => {
  const texts = { campaigns, campaigns__figures: figuresTexts, commons, phishing, reports };
  for (const [name, words] of Object.entries(texts)) addTexts('ru', name, words);
  signIn(['admin.phishing', 'admin.phishing.campaigns']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const spaces = (text: string) => text.replace(/\u00a0/g, ' ');
const at = '/lk/admin/phishing/campaigns/c1/statistics';
const path = '/lk/admin/phishing/campaigns/$campaign_id/statistics';
const openStatistics = () =>
  openPage(
    <Suspense>
      <StatisticsScreen />
    </Suspense>,
    at,
    path,
  );

test('the page shows how many reported, how fast, and the change since the previous campaign', async () => {
  serve(answers);
  await openStatistics();
  await until(() => expect(shownText()).toContain('Сообщили и не ошиблись'));
  const text = spaces(shownText());
  expect(text).toContain('через 4 мин после первого письма');
  expect(text).toContain('1 ч 30 мин');
  expect(text).toContain('Весна');
  expect(text).toContain('−40 п. п.');
  expect(text).toContain('+40 п. п.');
});

test.each(['completed', 'active'])('a change is judged only when the campaign is over: %s', async (status) => {
  serve({ ...answers, 'campaigns.get': { ...campaign, status } });
  await openStatistics();
  await until(() => expect(spaces(shownText())).toContain('−40 п. п.'));
  expect(document.querySelectorAll('[data-tone=good]').length > 0).toBe(status === 'completed');
  expect(spaces(shownText()).includes('Рассылка ещё идёт')).toBe(status === 'active');
});

test('the bar of reports opens the people who reported', async () => {
  const sent = serve(answers);
  await openStatistics();
  await until(() => expect(shownText()).toContain('Сообщили о письме'));
  await press('Сообщили о\u00a0письме');
  await until(() => expect(sent('campaigns.users').at(-1)!.body).toMatchObject({ reported: 'true' }));
});

test('the time line can be shown by day', async () => {
  const sent = serve(answers);
  await openStatistics();
  await until(() => expect(shownText()).toContain('По дням'));
  const days = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].find((one) => one.value === 'day');
  days!.click();
  await until(() => expect(sent('campaigns.timeline').at(-1)!.body).toMatchObject({ unit: 'day' }));
});

test('the page of one email shows the results of this email alone', async () => {
  const sent = serve(answers);
  await openPage(
    <Suspense>
      <EmailStatisticsScreen />
    </Suspense>,
    `/lk/admin/phishing/campaigns/c1/${EMAIL}/statistics`,
    '/lk/admin/phishing/campaigns/$campaign_id/$template_id/statistics',
  );
  await until(() => expect(shownText()).toContain('Пароль истекает'));
  await until(() => expect(sent('campaigns.users').at(-1)!.body).toMatchObject({ template_id: EMAIL }));
  await until(() => expect(sent('campaigns.figures').at(-1)!.body).toMatchObject({ template_id: EMAIL }));
  expect(sent('campaigns.os').at(-1)!.body).toMatchObject({ template_id: EMAIL });
  expect(shownText()).not.toContain('Повторить для тех же людей');
});

test('the page of a campaign by tag asks for campaigns by tag and leads back to them', async () => {
  const sent = serve({ ...answers, 'campaigns.get': { ...campaign, is_autophish: true } });
  await openPage(
    <Suspense>
      <ByTagEmailStatisticsScreen />
    </Suspense>,
    `/lk/admin/phishing/phishing-by-tags/campaigns/c1/${EMAIL}/statistics`,
    '/lk/admin/phishing/phishing-by-tags/campaigns/$campaign_id/$template_id/statistics',
  );
  await until(() => expect(shownText()).toContain('Пароль истекает'));
  expect(sent('campaigns.get').at(-1)!.body).toMatchObject({ by_tag: 'true' });
  const links = [...document.querySelectorAll('a')].map((one) => one.getAttribute('href'));
  expect(links).toContain('/lk/admin/phishing/phishing-by-tags');
  expect(links).toContain('/lk/admin/phishing/phishing-by-tags/campaigns/c1/statistics');
});

test('an anonymous organisation reads why there are no results, and asks for nothing that is rejected', async () => {
  const organization = { id: 'o', time_zone: 'Asia/Tashkent', anonymous: true } as never;
  signIn(['admin.phishing', 'admin.phishing.campaigns'], { acting_organization: organization });
  const sent = serve({ ...answers, 'campaigns.get': { ...campaign, statistics: null } });
  await openStatistics();
  await until(() => expect(shownText()).toContain(commons.anonymous.title));
  expect(shownText()).toContain('через 7 дней');
  expect(shownText()).not.toContain(campaigns.funnel.opened);
  expect(shownText()).not.toContain(campaigns.next.show);
  for (const id of ['campaigns.users', 'campaigns.os', 'campaigns.figures', 'campaigns.timeline'])
    expect(sent(id as never), id).toEqual([]);
});

test('each number of the results carries the id of its figure', async () => {
  const departments = { data: [{ id: null, title: 'Бухгалтерия', statistics: funnel }] };
  serve({ ...answers, 'campaigns.departments': departments });
  await openPage(
    <Suspense>
      <StatisticsScreen />
    </Suspense>,
    `${at}?view=departments`,
    path,
  );
  await until(() => {
    expect(shownText()).toContain('Бухгалтерия');
    expect(shownFigures()).toContain('campaign_events');
    expect(shownFigures()).toContain('campaign_median_report');
  });
  expect(numbersWithoutFigure()).toEqual([]);
  expect(shownFigures()).toEqual(
    expect.arrayContaining(['campaign_sent', 'campaign_reported', 'campaign_incident_risk']),
  );
});
