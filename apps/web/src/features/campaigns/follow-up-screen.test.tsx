// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { postCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import campaigns from '../../../../../locales/ru/campaigns.json' with { type: 'json' };
import picker from '../../../../../locales/ru/departments/picker.json' with { type: 'json' };
import phishing from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { field, openPage, press, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
import { emptyPost } from './draft.ts';
import FollowUpScreen from './follow-up-screen.tsx';

addTexts('ru', 'campaigns', campaigns);
addTexts('ru', 'commons', commons);
addTexts('ru', 'departments__picker', picker);
addTexts('ru', 'phishing', phishing);
addTexts('ru', 'tips', tips);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
});

const EMAIL = '0b2ad0de-0000-4000-8000-000000000001';

test('a follow-up is planned for a running campaign from its own page', async () => {
  const campaign = { id: 'c1', name: 'Осень', status: 'active', settings: { post_campaign: null } };
  const sent = serve({ 'campaigns.get': campaign, 'campaigns.follow-up-add': campaign });
  signIn(['admin.phishing.campaigns']);
  // The page keeps a draft of each campaign; emails are chosen in a dialog of another feature.
  const kept = { values: { ...emptyPost(), templates: [EMAIL] }, at: new Date().toISOString() };
  localStorage.setItem('sergak.draft.follow-up.me.c1', JSON.stringify(kept));
  const page = await openPage(<FollowUpScreen />, '/?campaign=c1');
  await until(() => expect(field('Название рассылки').value).toBe(''));
  await press('Продолжить');
  await press('Запланировать рассылку');
  await until(() => expect(shownText()).toContain('Назовите рассылку'));
  await until(() => expect(document.activeElement).toBe(field('Название рассылки')));
  expect(sent('campaigns.follow-up-add')).toEqual([]);
  await type('Название рассылки', 'Зима');
  await press('Запланировать рассылку');
  await until(() => expect(sent('campaigns.follow-up-add')).toHaveLength(1));
  expect(sent('campaigns.follow-up-add')[0]!.path).toContain('/campaigns/c1/post_campaign');
  expect(postCampaign.parse(sent('campaigns.follow-up-add')[0]!.body)).toMatchObject({
    name: 'Зима',
    templates: [EMAIL],
    emailSendType: 'to_end',
    isDelay: false,
  });
  await until(() => expect(page.address()).toBe('/lk/admin/phishing/campaigns/c1'));
});

test('a campaign that has a follow-up gets no second one', async () => {
  const campaign = { id: 'c1', name: 'Осень', status: 'active', settings: { post_campaign: { name: 'Зима' } } };
  serve({ 'campaigns.get': campaign });
  signIn(['admin.phishing.campaigns']);
  await openPage(<FollowUpScreen />, '/?campaign=c1');
  await until(() => expect(shownText()).toContain('уже есть следующая: «Зима»'));
});
