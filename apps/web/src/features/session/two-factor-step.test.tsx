// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import session from '../../../../../locales/ru/session.json' with { type: 'json' };
import texts from '../../../../../locales/ru/session/authenticator.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { draw, eventually } from '../../shared/ui/testing.tsx';
import '../../shared/wire.ts';
import TwoFactorStep from './two-factor-step.tsx';

let asked: string[];
let state: { active: boolean; by_email: boolean };
beforeEach(() => {
  asked = [];
  addTexts('ru', 'session', session);
  addTexts('ru', 'session__authenticator', texts);
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url.replace(/.*(?=\/auth\/)/, '')}`);
    const rest = { since: null, backup_codes_left: 10, required: false };
    return Promise.resolve(Response.json(method === 'GET' ? { ...state, ...rest } : { wait_seconds: 60 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const drawStep = () =>
  draw(
    <QueryClientProvider client={queryClient}>
      <TwoFactorStep />
    </QueryClientProvider>,
  );
const link = (root: Element, text: string) =>
  [...root.querySelectorAll('button')].find((one) => one.textContent === text);

test('a person with an app enters its code; a code is mailed only on request', async () => {
  state = { active: true, by_email: true };
  const { root, end } = await drawStep();
  await eventually(() => expect(root.textContent).toContain(texts.step_lead));
  expect(asked).toEqual(['GET /auth/authenticator']);
  act(() => link(root, texts.use_backup)!.click());
  expect(root.textContent).toContain(texts.backup_lead);
  act(() => link(root, texts.use_email)!.click());
  await eventually(() => expect(root.textContent).toContain(session.code.title));
  expect(asked).toContain('POST /auth/two-factor/resend');
  end();
});

test('no code by email is offered where the policy forbids it', async () => {
  state = { active: true, by_email: false };
  const { root, end } = await drawStep();
  await eventually(() => expect(root.textContent).toContain(texts.step_lead));
  expect(link(root, texts.use_email)).toBeUndefined();
  end();
});

test('a person without an app enters the code of the email', async () => {
  state = { active: false, by_email: true };
  const { root, end } = await drawStep();
  await eventually(() => expect(root.textContent).toContain(session.code.title));
  expect(asked).toEqual(['GET /auth/authenticator']);
  end();
});
