// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { expect, test } from 'vitest';
import reports from '../../../../../locales/ru/reports.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { openPage, until } from '../../shared/ui/testing-page.tsx';
import { draw } from '../../shared/ui/testing.tsx';
import ReportModal from './report-modal.tsx';
import type { ReportState } from './use-report.ts';

const shown = async (state: ReportState): Promise<string> => {
  const { again, end } = await draw(null);
  addTexts('ru', 'reports', reports);
  again(
    <Suspense>
      <ReportModal state={state} onAgain={() => undefined} onClose={() => undefined} />
    </Suspense>,
  );
  await act(async () => undefined);
  const text = document.body.textContent;
  end();
  return text;
};

test('a report in progress and a failed report are shown as such', async () => {
  expect(await shown({ step: 'generating', report: null })).toContain('Готовим отчёт');
  expect(await shown({ step: 'error', reason: 'too_large' })).toContain('Сформируйте таблицу XLSX');
  expect(await shown({ step: 'error', reason: null })).toContain('Попробуйте ещё раз');
});

test('a report that polling left in progress is shown as such, with the way to the list', async () => {
  addTexts('ru', 'reports', reports);
  await openPage(
    <Suspense>
      <ReportModal state={{ step: 'timeout' }} onAgain={() => undefined} onClose={() => undefined} />
    </Suspense>,
  );
  await until(() => expect(document.body.textContent).toContain(reports.error.waiting));
});
