// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import texts from '../../../../../locales/ru/notifications.json' with { type: 'json' };
import translation from '../../../../../locales/ru/translation.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { Bell } from './bell.tsx';
import { WaitingCard } from './waiting-card.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
beforeEach(() => {
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'notifications', texts);
  addTexts('ru', 'translation', translation);
  signIn(['admin']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});
const line = { kind: 'approval', count: 1, since: '2026-11-20T08:00:00Z', day: null, things: [] as object[] };
const card = (data: readonly object[]) => {
  serve({ 'notifications.waiting': { data } });
  return openPage(
    <Suspense>
      <WaitingCard />
    </Suspense>,
  );
};
const hrefs = (root: Element) => [...root.querySelectorAll('a')].map((one) => one.getAttribute('href'));

test('each line of «Ждёт вас» leads to where it is done: one thing to its page, several to the list and their pages', async () => {
  const thing = { id: ID, title: 'Осенняя', number: 60 };
  const { root } = await card([
    { ...line, things: [thing] },
    { ...line, kind: 'reported_mail', count: 4 },
    { ...line, kind: 'overdue', count: 5, things: [thing] },
  ]);
  await until(() => expect(shownText()).toContain(texts.line.approval));
  expect(hrefs(root)).toEqual([
    `/lk/admin/phishing/campaigns/${ID}`,
    `/lk/admin/phishing/campaigns/${ID}`,
    '/lk/admin/phishing/suspicious?stage=new',
    '/lk/admin/learning/assigned',
    `/lk/admin/learning/assigned/${ID}`,
  ]);
  expect(shownText()).toContain('ещё 4');
});

test('when nothing waits, the card says so', async () => {
  await card([]);
  await until(() => expect(shownText()).toContain(texts.waiting.none));
});

test('the bell counts what is unread, shows the latest, and marks one or all as read', async () => {
  const row = {
    id: ID,
    kind: 'reported_mail',
    thing_id: null,
    title: '',
    number: 3,
    day: null,
    raised_at: '2026-11-20T08:00:00Z',
    ended_at: null,
    read: false,
  };
  const over = { ...row, id: ID.replace(/1$/, '2'), number: 1, ended_at: '2026-11-21T08:00:00Z' };
  const sent = serve({
    'notifications.list': { data: [row, over], total_count: 2, unread: 1 },
    'notifications.read': { unread: 0 },
  });
  await openPage(<Bell />);
  const name = 'Уведомления, непрочитанных: 1';
  await until(() => expect(document.querySelector(`[aria-label="${name}"]`)).not.toBeNull());
  await press(name);
  await until(() => expect(shownText()).toContain('Подозрительные письма ждут проверки: 3'));
  expect(document.querySelectorAll(`[aria-label="${texts.unread}"]`)).toHaveLength(1);
  await press(texts.read_all);
  await until(() => expect(sent('notifications.read').map((one) => one.body)).toEqual([{ ids: null }]));
});
