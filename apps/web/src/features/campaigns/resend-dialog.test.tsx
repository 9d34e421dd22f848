// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import campaigns from '../../../../../locales/ru/campaigns.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { ResendButton } from './resend-dialog.tsx';

beforeEach(() => {
  for (const [name, texts] of Object.entries({ campaigns, commons, tips })) addTexts('ru', name, texts);
  signIn(['admin.phishing.campaigns']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  document.body.innerHTML = '';
});

const draw = async (failed: number, unknown: number) => {
  const sent = serve({ 'campaigns.resend': {} });
  await openPage(<ResendButton campaign={{ id: 'c1', resendable: { failed, unknown } }} />);
  return () => sent('campaigns.resend').map((one) => one.body);
};

test('emails that nobody got are sent again without a question', async () => {
  const bodies = await draw(13, 0);
  await until(() => expect(shownText()).toMatch(/Отправить ещё\s+раз:\s+13/));
  await press('Отправить ещё раз: 13');
  await until(() => expect(bodies()).toEqual([{ with_unknown: false }]));
});

test('emails that perhaps arrived are sent again only after they were ticked', async () => {
  const bodies = await draw(10, 3);
  await until(() => expect(shownText()).toMatch(/Отправить ещё\s+раз:\s+13/));
  await press('Отправить ещё раз: 13');
  await until(() => expect(shownText()).toMatch(/может прийти им второй раз/));
  await press('Отправить ещё раз: 10');
  await until(() => expect(bodies()).toEqual([{ with_unknown: false }]));
});

test('with uncertain emails alone nothing can be sent before the confirmation', async () => {
  const bodies = await draw(0, 3);
  await until(() => expect(shownText()).toMatch(/Отправить ещё\s+раз:\s+3/));
  await press('Отправить ещё раз: 3');
  await until(() => expect(document.querySelector('input[type=checkbox]')).not.toBeNull());
  const confirm = () => [...document.querySelectorAll('button')].find((one) => /раз:\s+0/.test(one.textContent))!;
  expect(confirm().disabled).toBe(true);
  await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')!.click());
  const action = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find((one) =>
    /раз:\s+3/.test(one.textContent),
  )!;
  await act(async () => action.click());
  await until(() => expect(bodies()).toEqual([{ with_unknown: true }]));
});

test('nothing is offered when every email arrived', async () => {
  await draw(0, 0);
  expect(shownText()).not.toContain('ещё раз');
});
