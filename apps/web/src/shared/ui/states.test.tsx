// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import { addTexts } from '../i18n/texts.ts';
import { useRead } from '../query.ts';
import { queryClient } from '../query-client.ts';
import * as toasts from '../toasts.ts';
import { ErrorState } from './states.tsx';
import { errorResponse, openPage, serve, shownText, signIn, until } from './testing-page.tsx';

const Part = (): ReactNode => {
  const read = useRead('privacy.retention', {});
  return read.isError ? <ErrorState onRetry={() => undefined} /> : null;
};

beforeEach(() => {
  addTexts('ru', 'commons', commons);
  signIn(['admin.settings.adfs']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  queryClient.clear();
});

test('results that an anonymous organisation hides say so once, without a toast or a retry', async () => {
  const shown = vi.spyOn(toasts, 'showToast');
  serve({ 'privacy.retention': () => errorResponse(403, 'privacy.anonymous') });
  await openPage(<Part />);
  await until(() => expect(shownText()).toContain(commons.state.anonymous_title));
  expect(shownText()).not.toContain(commons.retry);
  expect(shown).not.toHaveBeenCalled();
});

test('another failure can be tried again', async () => {
  serve({ 'privacy.retention': () => errorResponse(500, 'server.failed') });
  await openPage(<Part />);
  await until(() => expect(shownText()).toContain(commons.state.error_title));
  expect(shownText()).toContain(commons.state.error_hint);
  expect(shownText()).not.toContain('оединение');
  expect(shownText()).toContain(commons.retry);
});

test.each([
  [403, 'session.forbidden', commons.state.no_access_hint],
  [404, 'organization.not_found', commons.state.not_found_title],
])('a page that is rejected with %i speaks of the page', async (status, code, sentence) => {
  const shown = vi.spyOn(toasts, 'showToast');
  serve({ 'privacy.retention': () => errorResponse(status, code) });
  await openPage(<Part />);
  await until(() => expect(shownText()).toContain(sentence));
  if (status === 403) expect(shown).toHaveBeenCalledWith(expect.objectContaining({ text: sentence }));
});

test('only a lost connection asks to check the connection', async () => {
  serve({
    'privacy.retention': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await openPage(<Part />);
  await until(() => expect(shownText()).toContain(commons.state.offline_hint));
});
