// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import settings from '../../../../../locales/ru/settings.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { buttons, openPage, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { KillSwitch, SendingState } from './kill-switch.tsx';

const stop = settings.sending.stop;
const asked = '/?tab=settings&sending=stop#sending';
const organization = (sending_paused: boolean) => ({ title: 'Завод', sending_paused });
const dialog = () => document.querySelector('[role="dialog"]');

beforeEach(() => {
  addTexts('ru', 'settings', settings);
  signIn(['admin.organization', 'admin.phishing']);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('an address that asks to stop opens the question at once: one click stops all emails', async () => {
  const sent = serve({ 'organizations.sending': { sending_paused: true } });
  const { address } = await openPage(<KillSwitch organization={organization(false)} />, asked);
  await until(() => expect(dialog()?.textContent).toContain(settings.sending.stop_title));
  expect(sent('organizations.sending')).toEqual([]);
  await act(async () => [...dialog()!.querySelectorAll('button')].find((one) => one.textContent === stop)!.click());
  await until(() => expect(sent('organizations.sending').map((one) => one.body)).toEqual([{ paused: true }]));
  await until(() => expect(address()).toBe('/?tab=settings'));
});

test('closed without a click, it leaves nothing stopped, and the focus is on the button that stops', async () => {
  const sent = serve({});
  const { address } = await openPage(<KillSwitch organization={organization(false)} />, asked);
  await until(() => expect(dialog()).not.toBeNull());
  const cancel = [...dialog()!.querySelectorAll('button')].find((one) => one.textContent === 'Отмена')!;
  await act(async () => cancel.click());
  await until(() => expect(address()).toBe('/?tab=settings'));
  await until(() => expect(document.activeElement?.textContent).toBe(stop));
  expect(sent('organizations.sending')).toEqual([]);
});

test('if sending is stopped already, the address does not ask whether to resume', async () => {
  serve({});
  await openPage(<KillSwitch organization={organization(true)} />, asked);
  await until(() => expect(buttons(settings.sending.resume)).toHaveLength(1));
  expect(dialog()).toBeNull();
  // The part that the address names has the focus.
  expect(document.activeElement?.id).toBe('sending');
});

test('without the permission the switch has no button and asks nothing', async () => {
  signIn(['admin.organization']);
  serve({});
  await openPage(<KillSwitch organization={organization(false)} />, asked);
  await until(() => expect(shownText()).toContain(settings.sending.running));
  expect(buttons(stop)).toEqual([]);
  expect(dialog()).toBeNull();
});

test('elsewhere there is only its state and a link to it', async () => {
  serve({});
  await openPage(<SendingState organization={organization(true)} />);
  await until(() => expect(shownText()).toContain(settings.sending.paused));
  expect(buttons(settings.sending.resume)).toEqual([]);
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/lk/admin/organization?tab=settings#sending');
});
