// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import commons from '../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../locales/ru/statistics.json' with { type: 'json' };
import type { CallOutput } from '../../shared/api.ts';
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { PhishingPeriod } from './period-charts.tsx';

const none = { value: 0, previous: 0 };
const nothing = {
  groups: {
    sent: none,
    delivered: none,
    opened: none,
    clicked: none,
    opened_attachment: none,
    entered_data: none,
    reported: none,
  },
  incident_risk: none,
  report_median_seconds: { value: null, previous: null },
} as unknown as CallOutput<'statistics.phishing'>;

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a period without emails has no shares: 0 % would look like a result', async () => {
  addTexts('ru', 'statistics', words as never);
  addTexts('ru', 'commons', commons as never);
  signIn(['admin.statistics']);
  await openPage(
    <Suspense>
      <PhishingPeriod data={nothing} days={90} below={false} totals={false} />
    </Suspense>,
  );
  await until(() => expect(shownText()).toContain('Перешли'));
  expect(shownText()).toContain('—');
  expect(shownText()).not.toContain('%');
});
