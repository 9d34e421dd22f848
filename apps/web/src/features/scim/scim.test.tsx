// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import roles from '../../../../../locales/ru/roles.json' with { type: 'json' };
import words from '../../../../../locales/ru/scim.json' with { type: 'json' };
import tokens from '../../../../../locales/ru/session/tokens.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import Scim from './scim.tsx';

beforeEach(() => {
  addTexts('ru', 'scim', words);
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'roles', roles);
  addTexts('ru', 'session__tokens', tokens);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a system administrator chooses what groups become, and saves the choice', async () => {
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
  const sent = serve({
    'tokens.list': { data: [] },
    'scim.get': { groups: 'departments' },
    'scim.save': ({ body }: { body: object }) => body,
  });
  const page = await openPage(<Scim />);
  await until(() => expect(shownText()).toContain(words.groups.tags_hint));
  await act(async () => page.root.querySelector<HTMLInputElement>('input[value=tags]')!.click());
  await press(commons.save);
  await until(() => expect(sent('scim.save').map((one) => one.body)).toEqual([{ groups: 'tags' }]));
});

test('an operator sees the choice and cannot change it', async () => {
  signIn(['admin.settings.adfs']);
  serve({ 'tokens.list': { data: [] }, 'scim.get': { groups: 'tags' } });
  const page = await openPage(<Scim />);
  await until(() => expect(shownText()).toContain(words.groups.tags_hint));
  expect(page.root.querySelector<HTMLInputElement>('input[value=tags]')).toMatchObject({
    checked: true,
    disabled: true,
  });
});
