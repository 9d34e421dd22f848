// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import words from '../../../../../locales/ru/privacy.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import {
  buttons,
  errorResponse,
  openPage,
  press,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import PrivacyScreen from './privacy-screen.tsx';

const retention = {
  tracking_days: 90,
  results_months: 12,
  reported_days: 30,
  anonymous: false,
  version: 1,
  ending: null,
};
const served = (changes: object = {}, answers: object = {}) =>
  serve({
    'privacy.retention': { ...retention, ...changes },
    'session.proof': { needs: 'password' },
    'privacy.effect': { traces: 1_200, results: 3, points: 0, messages: 0 },
    'privacy.save': { ...retention, tracking_days: 30, version: 2 },
    'privacy.consents': { data: [], total_count: 0, versions: [] },
    ...answers,
  });

beforeEach(() => {
  addTexts('ru', 'privacy', words);
  addTexts('ru', 'commons', commons);
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the effect is shown in figures, and a shorter period is saved only after it was confirmed', async () => {
  const sent = served();
  await openPage(
    <Suspense>
      <PrivacyScreen />
    </Suspense>,
    '/',
  );
  await until(() => expect(shownText()).toMatch(/у 1\s200 событий/));
  await type(words.form.tracking, '30');
  await press(commons.save);
  await until(() => expect(shownText()).toContain(words.confirm.title));
  expect(sent('privacy.save')).toEqual([]);
  await press(words.confirm.action);
  await until(() =>
    expect(sent('privacy.save').map((one) => one.body)).toEqual([
      { tracking_days: 30, results_months: 12, reported_days: 30, anonymous: false, version: 1 },
    ]),
  );
});

test('in anonymous mode the effect says that a number is hidden, and lists no zeros', async () => {
  served({ anonymous: true }, { 'privacy.effect': { traces: null, results: 0, points: 2, messages: 0 } });
  await openPage(
    <Suspense>
      <PrivacyScreen />
    </Suspense>,
    '/',
  );
  await until(() => expect(shownText()).toContain(words.effect.traces_hidden));
  expect(shownText()).toContain('удалятся 2 точки');
  expect(shownText()).not.toContain('0 результатов');
});

test('zero is rejected and its effect is not asked for', async () => {
  const sent = served();
  await openPage(
    <Suspense>
      <PrivacyScreen />
    </Suspense>,
    '/',
  );
  await until(() => expect(shownText()).toContain(words.form.title));
  await type(words.form.tracking, '0');
  await until(() => expect(shownText()).toContain('Целое число от 1 до'));
  expect(shownText()).not.toContain(words.effect.title);
  expect(sent('privacy.effect').every((one) => !one.path.includes('tracking_days=0&'))).toBe(true);
  expect(sent('privacy.save')).toEqual([]);
});

test('anonymous mode is turned on only after it was confirmed', async () => {
  const sent = served();
  await openPage(
    <Suspense>
      <PrivacyScreen />
    </Suspense>,
    '/',
  );
  await until(() => expect(shownText()).toContain(words.anonymous.label));
  await act(async () => document.querySelector<HTMLInputElement>('input[name=anonymous]')!.click());
  await press(commons.save);
  await until(() => expect(shownText()).toContain(words.anonymous.title_on));
  expect(shownText()).not.toContain(words.confirm.text);
  expect(sent('privacy.save')).toEqual([]);
  await press(words.anonymous.action_on);
  await until(() => expect(sent('privacy.save').map((one) => one.body)).toMatchObject([{ anonymous: true }]));
});

test('anonymous mode is turned off only with a proof of identity', async () => {
  const sent = served({ anonymous: true });
  await openPage(
    <Suspense>
      <PrivacyScreen />
    </Suspense>,
    '/',
  );
  await until(() => expect(shownText()).toContain(words.anonymous.label));
  await act(async () => document.querySelector<HTMLInputElement>('input[name=anonymous]')!.click());
  await press(commons.save);
  await until(() => expect(shownText()).toContain(commons.proof.password));
  expect(shownText()).toContain(words.anonymous.text_off);
  expect(buttons(words.anonymous.action_off).map((one) => one.disabled)).toEqual([true]);
  await type(commons.proof.password, 'Тихая гавань 7');
  await press(words.anonymous.action_off);
  await until(() =>
    expect(sent('privacy.save').map((one) => one.body)).toEqual([
      {
        tracking_days: 90,
        results_months: 12,
        reported_days: 30,
        anonymous: false,
        version: 1,
        password: 'Тихая гавань 7',
      },
    ]),
  );
});

test('campaigns that keep the mode on are named in the form', async () => {
  addTexts('ru', 'global_errors', errors);
  const details = { number: 7, names: ['Пароли', 'Отпуск'] };
  served({ anonymous: true }, { 'privacy.save': () => errorResponse(409, 'privacy.campaigns_running', details) });
  await openPage(
    <Suspense>
      <PrivacyScreen />
    </Suspense>,
    '/',
  );
  await until(() => expect(shownText()).toContain(words.anonymous.label));
  await act(async () => document.querySelector<HTMLInputElement>('input[name=anonymous]')!.click());
  await press(commons.save);
  await until(() => expect(shownText()).toContain(commons.proof.password));
  await type(commons.proof.password, 'Тихая гавань 7');
  await press(words.anonymous.action_off);
  await until(() => expect(shownText()).toContain('Пароли, Отпуск. Всего таких рассылок: 7'));
  expect(shownText()).toContain(words.anonymous.off_by_tags);
});

test('while the mode is turned off, the page shows what is left, and saving it as on is confirmed', async () => {
  const sent = served({ anonymous: true, ending: { since: '2026-11-01T10:00:00.000Z', left: 1_200 } });
  await openPage(
    <Suspense>
      <PrivacyScreen />
    </Suspense>,
    '/',
  );
  await until(() => expect(shownText()).toMatch(/Осталось обезличить 1\s200 результатов/));
  const box = document.querySelector<HTMLInputElement>('input[name=anonymous]')!;
  expect(box.checked).toBe(false);
  await act(async () => box.click());
  await press(commons.save);
  await until(() => expect(shownText()).toContain(words.anonymous.text_back));
  await press(words.anonymous.action_back);
  await until(() => expect(sent('privacy.save').map((one) => one.body)).toMatchObject([{ anonymous: true }]));
});

test('figures that the mode hid are read again once it has ended', async () => {
  let ending: { since: string; left: number } | null = { since: '2026-11-01T10:00:00.000Z', left: 2 };
  served(
    {},
    {
      'privacy.retention': () => ({ ...retention, anonymous: ending !== null, ending }),
      'privacy.effect': () => ({ traces: ending === null ? 1_200 : null, results: 0, points: 0, messages: 0 }),
    },
  );
  await openPage(
    <Suspense>
      <PrivacyScreen />
    </Suspense>,
    '/',
  );
  await until(() => expect(shownText()).toContain(words.effect.traces_hidden));
  ending = null;
  await until(() => expect(shownText()).not.toContain(words.anonymous.ending));
  await until(() => expect(shownText()).toMatch(/у 1\s200 событий/));
});
