// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import shell from '../../../../../locales/ru/organizations/shell.json' with { type: 'json' };
import words from '../../../../../locales/ru/session.json' with { type: 'json' };
import { loadConfig } from '../../shared/config.ts';
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { ShellNotices } from '../organizations/public.ts';
import { LoginForm } from './login-form.tsx';

const OWN = '7d3c6a52-0000-4000-8000-000000000001';
const MAKING = { id: OWN, demo: false, demo_progress: 40 };
const READY = { ...MAKING, demo: true, demo_progress: null };

/** Loads the page as the server sent it while the demo was at 40 %; later requests get the state of `later`. */
const load = async (later: object) => {
  const answers = { state: later };
  const log = serve({ 'session.config': () => answers.state, 'organizations.current': () => ({ license: null }) });
  const inline = document.createElement('script');
  inline.id = 'sergak-config';
  inline.type = 'application/json';
  inline.textContent = JSON.stringify(MAKING);
  document.head.append(inline);
  await loadConfig();
  inline.remove();
  return { answers, log, again: () => queryClient.refetchQueries({ queryKey: ['session', 'session.config'] }) };
};

beforeEach(() => {
  addTexts('ru', 'session', words);
  addTexts('ru', 'organizations__shell', shell);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the sign-in page shows how far the demo is, then where its sign-ins are, and asks no more', async () => {
  const { answers, log, again } = await load({ ...MAKING, demo_progress: 60 });
  await openPage(<LoginForm />);
  await until(() => expect(shownText()).toContain(words.login.making_title));
  const bar = () => document.querySelector('[role="progressbar"]');
  await until(() => expect(bar()?.getAttribute('aria-valuenow')).toBe('60'));
  expect(shownText()).not.toContain(words.login.demo_text);
  answers.state = READY;
  await again();
  await until(() => expect(shownText()).toContain(words.login.demo_text));
  expect(bar()).toBeNull();
  expect(log('session.config').length).toBe(2);
});

const line = shell.demo.making.split(':')[0]!;
const own = { id: OWN, title: 'Своя' };
const other = { id: '7d3c6a52-0000-4000-8000-000000000002', title: 'Чужая' };

test('administrators of the first organisation see a line until the demo is ready', async () => {
  const { answers, again } = await load(MAKING);
  signIn([], { role: 'system_admin', organization: own as never, acting_organization: own as never });
  await openPage(<ShellNotices />);
  await until(() => expect(shownText()).toContain(line));
  expect(shownText()).toContain('40\u00a0%');
  answers.state = READY;
  await again();
  await until(() => expect(shownText()).not.toContain(line));
});

test.each([
  ['an operator', { role: 'operator', organization: own, acting_organization: own }],
  ['an administrator of another organisation', { role: 'super_user', organization: other, acting_organization: other }],
  ['an administrator who acts in another one', { role: 'super_user', organization: own, acting_organization: other }],
])('%s sees no such line and does not ask', async (_, person) => {
  const { log } = await load(MAKING);
  signIn([], person as never);
  await openPage(<ShellNotices />);
  await until(() => expect(log('session.config')).toEqual([]));
  expect(shownText()).not.toContain(line);
});
