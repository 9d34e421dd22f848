// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import campaigns from '../../../../../locales/ru/campaigns.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { ChainSection } from './chain-section.tsx';
import { emptyDraft, emptyPost, isWholePost, openedDraft, toForm } from './draft.ts';
import { repeatedDraft } from './edit.ts';
import { PauseButton } from './pause-dialog.tsx';

addTexts('ru', 'campaigns', campaigns);
addTexts('ru', 'commons', commons);
addTexts('ru', 'tips', tips);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  document.body.innerHTML = '';
});

const link = (id: string | null, name: string, more: object = {}) => ({
  id,
  name,
  status: id === null ? null : 'active',
  approval: null,
  paused_at: null,
  failure: null,
  start_date: '2026-12-01T09:00:00Z',
  end_date: id === null ? null : '2026-12-10T09:00:00Z',
  users_count: id === null ? null : 3,
  emails_count: 1,
  reach: null,
  ...more,
});
const campaign = (more: object = {}) =>
  ({
    id: 'c1',
    name: 'Осень',
    status: 'active',
    paused_at: null,
    has_follow_up: false,
    end_date: '2026-12-10T09:00:00Z',
    spread: true,
    sending: { queued: 5, claimed: 0, retry: 0 },
    course: null,
    settings: { ...toForm({ ...emptyDraft(), name: 'Осень', templates: ['m'] }) },
    ...more,
  }) as never;

test('the chain shows each campaign, and its planned follow-up can be cancelled', async () => {
  const data = [
    link('c0', 'Лето', { status: 'completed' }),
    link('c1', 'Осень', { reach: 'clicked' }),
    link(null, 'Зима', { reach: 'sent' }),
  ];
  const sent = serve({ 'campaigns.chain': { data }, 'campaigns.follow-up-cancel': campaign() });
  signIn(['admin.phishing.campaigns']);
  await openPage(<ChainSection campaign={campaign()} />);
  await until(() => expect(shownText()).toContain('Зима'));
  expect(shownText()).toContain('Лето');
  expect(shownText()).toContain('эта рассылка');
  await press('Отменить');
  await until(() => expect(shownText()).toContain('Отменить следующую рассылку «Зима»?'));
  await press('Отменить рассылку');
  await until(() => expect(sent('campaigns.follow-up-cancel').map((one) => one.path)).toHaveLength(1));
  expect(sent('campaigns.follow-up-cancel')[0]!.path).toContain('/c1/post_campaign');
});

test('a pause is asked for with the end of the campaign and the number of unsent emails', async () => {
  const sent = serve({ 'campaigns.pause': campaign(), 'campaigns.resume': campaign() });
  signIn(['admin.phishing.campaigns']);
  await openPage(<PauseButton campaign={campaign()} />);
  await until(() => expect(shownText()).toContain('Пауза'));
  await press('Пауза');
  await until(() => expect(shownText()).toMatch(/Пауза не\s+сдвигает конец рассылки/));
  expect(shownText()).toMatch(/5 писем останется в\s+очереди/);
  await press('Поставить на\u00a0паузу');
  await until(() => expect(sent('campaigns.pause')).toHaveLength(1));
});

test.each([true, false])(
  'the question about a pause warns about a follow-up only if one is planned: %s',
  async (planned) => {
    signIn(['admin.phishing.campaigns']);
    const { sending: _, settings: __, ...row } = campaign({ has_follow_up: planned }) as Record<string, unknown>;
    await openPage(<PauseButton campaign={row as never} compact />);
    await until(() => expect(document.querySelector('[aria-label="Пауза: Осень"]')).not.toBeNull());
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Пауза: Осень"]')!.click());
    await until(() => expect(shownText()).toMatch(/Пауза не\s+сдвигает конец рассылки/));
    expect(/следующая за\s+ней не\s+начнётся/.test(shownText())).toBe(planned);
  },
);

test('a repeated campaign has the same people and settings, without emails, dates and follow-up', () => {
  const stored = { ...emptyDraft(), name: 'Осень', templates: ['m'], hasMessage: true, theme: 'Тема', text: 'Текст' };
  const settings = { ...toForm(stored), isDelay: true, dateDelay: '2026-12-01T09:00:00Z', dateType: 'custom' };
  const draft = repeatedDraft(campaign({ settings }), 'Осень: повтор');
  expect(draft).toMatchObject({
    name: 'Осень: повтор',
    templates: [],
    hasMessage: true,
    theme: 'Тема',
    targetType: 'campaign',
    same_people: { campaign_id: 'c1', reach: null },
    isDelay: false,
    dateDelay: null,
    dateType: 'auto',
    hasPost: false,
  });
  expect(toForm(draft)).not.toHaveProperty('sameTitle');
});

test('a follow-up needs a name, emails, a start and whatever is switched on in it', () => {
  const whole = { ...emptyPost(), name: 'Вторая', templates: ['m'] };
  expect(isWholePost(whole)).toBe(true);
  expect(isWholePost({ ...whole, templates: [] })).toBe(false);
  expect(isWholePost({ ...whole, isDelay: true })).toBe(false);
  expect(isWholePost({ ...whole, isDelay: true, delay_days: 10 })).toBe(true);
  expect(isWholePost({ ...whole, hasAutoCourse: true })).toBe(false);
  expect(isWholePost({ ...whole, dateType: 'custom' })).toBe(false);
  // A draft that an earlier version of the form stored lacks the newer fields of the follow-up.
  const kept = { post: { name: 'Вторая', templates: ['m'], post_campaign_targets: 'sent' } } as never;
  expect(openedDraft(kept, null).post).toEqual({ ...whole, post_campaign_targets: 'sent' });
});
