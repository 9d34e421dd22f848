// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuthenticatorPolicy as Policy } from '@sergak/contract/session/authenticator.endpoints.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import session from '../../../../../locales/ru/session.json' with { type: 'json' };
import policyWords from '../../../../../locales/ru/session/authenticator.json' with { type: 'json' };
import tokenWords from '../../../../../locales/ru/session/tokens.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
import { ApiTokens } from './api-tokens.tsx';
import AuthenticatorPolicy from './authenticator-policy.tsx';

const OWN = 'Тихая гавань 7';
beforeEach(() => {
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'session', session);
  addTexts('ru', 'session__authenticator', policyWords);
  addTexts('ru', 'session__tokens', tokenWords);
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a policy is tightened at once, and loosened after a proof of identity', async () => {
  let stored: Policy = { roles: ['operator'], due_on: '2999-01-01', people: 1, missing: 0, version: 1 };
  const sent = serve({
    'authenticator.policy': () => stored,
    'session.proof': { needs: 'password' },
    'authenticator.save-policy': ({ body }: { body: Policy }) =>
      (stored = { ...stored, roles: body.roles, version: stored.version + 1 }),
  });
  const page = await openPage(<AuthenticatorPolicy may />);
  const box = (role: string) => page.root.querySelector<HTMLInputElement>(`[type=checkbox][value=${role}]`)!;
  await until(() => expect(box('operator').checked).toBe(true));
  await act(async () => box('system_admin').click());
  await press(policyWords.policy_save);
  await until(() => expect(sent('authenticator.save-policy')).toHaveLength(1));
  expect(sent('authenticator.save-policy')[0]!.body).not.toHaveProperty('password');

  await until(() => expect(box('system_admin').checked).toBe(true));
  await act(async () => box('operator').click());
  await press(policyWords.policy_save);
  await until(() => expect(shownText()).toContain(policyWords.policy_ask.text));
  expect(sent('authenticator.save-policy')).toHaveLength(1);
  await until(() => expect(shownText()).toContain(commons.proof.password));
  await type(commons.proof.password, OWN);
  await press(policyWords.policy_ask.action);
  await until(() => expect(sent('authenticator.save-policy')).toHaveLength(2));
  expect(sent('authenticator.save-policy')[1]!.body).toMatchObject({ roles: ['system_admin'], password: OWN });
});

test('a key is created after a proof of identity', async () => {
  const row = { id: 'a', kind: 'scim', title: 'Entra', hint: 'wxyz', created_by_name: 'Анна', revoked_at: null };
  const made = { ...row, created_at: '2026-11-20T08:00:00.000Z', last_used_at: null, token: 'sergak_secret' };
  const sent = serve({ 'session.proof': { needs: 'password' }, 'tokens.create': made });
  await openPage(<ApiTokens kind="scim" />);
  await until(() => expect(shownText()).toContain(tokenWords.name));
  await type(tokenWords.name, 'Entra');
  await press(tokenWords.create);
  await until(() => expect(shownText()).toContain(tokenWords.ask_text));
  expect(sent('tokens.create')).toHaveLength(0);
  await until(() => expect(shownText()).toContain(commons.proof.password));
  await type(commons.proof.password, OWN);
  await press(tokenWords.create); // the button of the dialog
  await until(() => expect(shownText()).toContain('sergak_secret'));
  expect(sent('tokens.create')[0]!.body).toEqual({ kind: 'scim', title: 'Entra', password: OWN });
});
