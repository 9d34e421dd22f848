// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import words from '../../../../../locales/ru/employees/import.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, until } from '../../shared/ui/testing-page.tsx';
import ImportWizard from './import-wizard.tsx';
import '../../shared/wire.ts';

const done = {
  id: 'i',
  status: 'done',
  task_id: 'read',
  apply_task_id: 'apply',
  summary: null,
  result: { added: 3 },
};
const answer = (status: number, body: object) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));

beforeEach(() => {
  addTexts('ru', 'employees__import', words);
  addTexts('ru', 'global_errors', errors);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const openWizard = () => openPage(<ImportWizard id="i" onId={() => undefined} onClose={() => undefined} />);
const text = () => document.body.textContent ?? '';
const shows = (words: string) => until(() => expect(text()).toContain(words));
const failed = async () => {
  await act(() => queryClient.refetchQueries({ queryKey: ['imports'] }));
  await vi.waitFor(async () => {
    await act(async () => Promise.resolve());
    expect(queryClient.getQueryCache().findAll({ queryKey: ['imports'] })[0]!.state.status).toBe('error');
  });
};

test('an import stays on the screen when a later refresh of it fails', async () => {
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('/csv/')
      ? answer(200, done)()
      : answer(401, { code: 'session.required', message: 'signed out' })(),
  );
  await openWizard();
  await shows(words.done);
  vi.stubGlobal('fetch', answer(500, { message: 'broken' }));
  await failed();
  expect(text()).toContain(words.done);
  expect(text()).not.toContain(words.lost);
  vi.stubGlobal('fetch', answer(404, { code: 'import.not_found', message: 'gone' }));
  await failed();
  await shows(words.lost);
});
