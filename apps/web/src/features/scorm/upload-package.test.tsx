// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import words from '../../../../../locales/ru/scorm.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, shownText, until } from '../../shared/ui/testing-page.tsx';
import { UploadPackage } from './upload-package.tsx';

const task = { id: 'e', kind: 'scorm.import-package', done: 0, total: null, stage: null, cancellable: false };

beforeEach(() => {
  addTexts('ru', 'scorm', words);
  addTexts('ru', 'tips', tips);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a rejected package is explained with the places inside it', async () => {
  const detail = JSON.stringify({ code: 'launch_missing', places: ['lesson.html'] });
  serve({ 'tasks.get': { ...task, status: 'error', message: 'scorm.rejected.launch_missing', detail, result: null } });
  await openPage(<UploadPackage course={null} started="e" onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain(tips.scorm.rejected.launch_missing));
  expect(shownText()).toContain('lesson.html');
  const again = [...document.querySelectorAll('button')].find((one) => one.textContent === words.upload.another)!;
  await act(async () => again.click());
  await until(() => expect(shownText()).toContain(words.upload.drop));
});
