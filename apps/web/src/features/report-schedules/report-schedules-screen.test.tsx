// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/report_schedules.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import {
  button,
  buttons,
  field,
  openPage,
  press,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import ReportSchedulesScreen from './report-schedules-screen.tsx';

const schedule = {
  frequency: 'weekly',
  weekday: 1,
  month_day: 1,
  hour: 9,
  kinds: ['pdf'],
  language: 'ru',
  to_tag: true,
  attach: false,
  addresses: [{ email: 'left@zavod.test', name: 'Ким Анна', state: 'left' }],
  time_zone: 'Asia/Tashkent',
  next_at: '2026-11-30T04:00:00Z',
  tag: { id: '0b2ad0de-0000-4000-8000-000000000001', members_count: 2 },
  domains: ['zavod.test'],
  stopped_by: null,
  version: 3,
};
const delivery = {
  id: '0b2ad0de-0000-4000-8000-000000000002',
  trigger: 'schedule',
  due_at: '2026-11-23T04:00:00Z',
  created_at: '2026-11-23T09:00:00Z',
  state: 'partly',
  reason: null,
  ordered_by: null,
  reports: [
    { kind: 'pdf', status: 'complete', error: null },
    { kind: 'progress', status: 'error', error: 'too_large' },
  ],
  recipients: [
    { email: 'a@zavod.test', name: 'Ким Анна', state: 'left', attached: false, reply: null },
    { email: 'b@zavod.test', name: null, state: 'failed', attached: true, reply: '550 no such user' },
  ],
};
const deliveries = { data: [delivery], total_count: 1 };
const open = () =>
  openPage(
    <Suspense>
      <ReportSchedulesScreen />
    </Suspense>,
  );

beforeEach(() => {
  for (const [name, texts] of Object.entries({ report_schedules: words, commons })) addTexts('ru', name, texts);
  signIn(['admin.settings.adfs']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the page says when reports are sent next and what each recipient of the last delivery got', async () => {
  serve({ 'report-schedules.get': schedule, 'report-schedules.deliveries': deliveries });
  await open();
  await until(() => expect(shownText()).toContain('Следующая отправка: 30.11.2026'));
  await until(() => expect(shownText()).toContain(words.delivery.partly));
  for (const text of ['должна была уйти', words.report_error.too_large, words.recipient.left, '550 no such user'])
    expect(shownText()).toContain(text);
  expect(shownText()).toContain(words.address_state.left);
});

test('the schedule is saved with an added address and without a removed one', async () => {
  const sent = serve({
    'report-schedules.get': schedule,
    'report-schedules.deliveries': { data: [], total_count: 0 },
    'report-schedules.save': { ...schedule, version: 4 },
  });
  await open();
  await until(() => expect(buttons(words.form.add)).toHaveLength(1));
  await press('Убрать left@zavod.test');
  await type(words.form.address, 'board@zavod.test, chief@zavod.test');
  await press(words.form.add);
  await until(() => expect(shownText()).toContain('chief@zavod.test'));
  expect(field(words.form.address).value).toBe('');
  await act(async () => button(commons.save).click());
  await until(() => expect(sent('report-schedules.save')).toHaveLength(1));
  expect(sent('report-schedules.save')[0]!.body).toMatchObject({
    frequency: 'weekly',
    addresses: ['board@zavod.test', 'chief@zavod.test'],
    version: 3,
  });
});

test('reports are sent now after a question', async () => {
  const sent = serve({
    'report-schedules.get': schedule,
    'report-schedules.deliveries': deliveries,
    'report-schedules.send': { ...delivery, state: 'preparing', trigger: 'manual' },
  });
  await open();
  await until(() => expect(buttons(words.now.action)).toHaveLength(1));
  await press(words.now.action);
  await until(() => expect(buttons(words.now.action)).toHaveLength(2));
  await act(async () => buttons(words.now.action)[1]!.click());
  await until(() => expect(sent('report-schedules.send')).toHaveLength(1));
});

test('an ended licence is named, and nothing can be sent', async () => {
  serve({
    'report-schedules.get': { ...schedule, stopped_by: 'licence_expired' },
    'report-schedules.deliveries': deliveries,
  });
  await open();
  await until(() => expect(shownText()).toContain(words.state.licence_title));
  expect(button(words.now.action).getAttribute('aria-disabled')).toBe('true');
});
