// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import reports from '../../../../../locales/ru/reports.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { openPage, serve, signIn, until } from '../../shared/ui/testing-page.tsx';
import ReportsScreen from './reports-screen.tsx';

test('the filter offers only kinds of reports that the person may see', async () => {
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'reports', reports);
  signIn(['admin.statistics', 'admin.learning.assigned']);
  serve({ 'reports.list': { data: [], total_count: 0 } });
  await openPage(<ReportsScreen />);
  const filter = (): HTMLInputElement | null => document.querySelector(`input[aria-label="${reports.filter}"]`);
  await until(() => expect(filter()).not.toBeNull());
  await act(async () => filter()!.click());
  const offered = (): string[] => [...document.querySelectorAll('[role=option]')].map((one) => one.textContent!);
  await until(() => expect(offered()).toContain(reports.category.pdf));
  expect(offered()).toContain(reports.category.course);
  expect(offered()).not.toContain(reports.category.courses);
  expect(offered()).not.toContain(reports.category['phishing-campaign']);
});
