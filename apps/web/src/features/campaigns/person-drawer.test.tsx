// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CampaignUser } from '@sergak/contract/campaigns/campaigns.schema.ts';
import campaigns from '../../../../../locales/ru/campaigns.json' with { type: 'json' };
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { Toaster } from '../../shared/ui/toaster.tsx';
import { buttons, openPage, press, serve, until } from '../../shared/ui/testing-page.tsx';
import { PersonDrawer } from './person-drawer.tsx';

const user = {
  id: 7,
  user_id: 'u1',
  full_name: 'Анна Ким',
  email: 'anna@zavod.example',
  position: '',
  late: false,
  deleted: true,
  status: 'sent',
  state: 'sent',
  department: { id: 'd', title: 'Склад' },
  template: { id: 'e', name: 'Пароль' },
  reply: null,
  os: null,
  send_at: '2026-11-20T04:00:00Z',
  sent_at: '2026-11-20T04:00:00Z',
  opened_at: null,
  clicked_at: null,
  attachment_opened_at: null,
  entered_at: null,
  reported_at: null as string | null,
} as unknown as CampaignUser;

beforeEach(() => {
  for (const [name, texts] of Object.entries({ campaigns, commons, tips })) addTexts('ru', name, texts);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const draw = (person: CampaignUser) =>
  openPage(
    <Suspense>
      <PersonDrawer campaignId="c1" person={person} onClose={() => {}} />
      <Toaster />
    </Suspense>,
  );

test('a report by telephone is marked, and the mark can be undone', async () => {
  let reported: string | null = null;
  const sent = serve({
    'campaigns.user-events': () => ({ user: { ...user, reported_at: reported }, data: [] }),
    'campaigns.mark-reported': ({ body }: { body: { reported: boolean } }) => {
      reported = body.reported ? '2026-11-21T04:00:00Z' : null;
      return { user: { ...user, reported_at: reported }, data: [] };
    },
  });
  await draw(user);
  await until(() => expect(buttons(campaigns.drawer.mark_reported)).toHaveLength(1));
  await press(campaigns.drawer.mark_reported);
  await until(() => expect(buttons(campaigns.drawer.take_back)).toHaveLength(1));
  await press(commons.undo);
  await until(() => expect(buttons(campaigns.drawer.mark_reported)).toHaveLength(1));
  expect(sent('campaigns.mark-reported').map((one) => one.body)).toEqual([{ reported: true }, { reported: false }]);
});

test('an email that was not sent cannot be marked', async () => {
  const planned = { ...user, state: 'queued', status: 'unknown', sent_at: null } as CampaignUser;
  serve({ 'campaigns.user-events': { user: planned, data: [] } });
  await draw(planned);
  await until(() => expect(document.body.textContent).toContain(campaigns.drawer.nothing));
  expect(buttons(campaigns.drawer.mark_reported)).toEqual([]);
});

test('an email that was sent again shows how it stood before', async () => {
  const earlier_attempts = [
    { at: '2026-11-22T04:00:00Z', state: 'failed', reply: '550 mailbox unavailable' },
    { at: '2026-11-21T04:00:00Z', state: 'unknown', reply: null },
  ];
  serve({ 'campaigns.user-events': { user, data: [], earlier_attempts } });
  await draw(user);
  await until(() => expect(document.querySelectorAll('ol li')).toHaveLength(2));
  const [last, first] = [...document.querySelectorAll('ol li')].map((one) => one.textContent.replaceAll('\u00a0', ' '));
  expect(last).toContain('Отправлено ещё раз');
  expect(last).toContain('до этого: не принято сервером');
  expect(last).toContain('550 mailbox unavailable');
  expect(first).toContain('до этого: отправка не подтверждена');
});
