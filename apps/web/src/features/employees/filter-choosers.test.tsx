// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import words from '../../../../../locales/ru/employees.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { field, openPage, serve, type, until } from '../../shared/ui/testing-page.tsx';
import { CampaignsFilter } from './filter-choosers.tsx';

beforeEach(() => addTexts('ru', 'employees', words));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a search in a list of choices is sent 600 ms after the last letter, once', async () => {
  const sent = serve({});
  await openPage(<CampaignsFilter value={[]} onChange={() => undefined} />);
  await until(() => field(words.filter.campaigns));
  await act(async () => field(words.filter.campaigns).click());
  await until(() => expect(field(words.filter.campaigns).getAttribute('aria-expanded')).toBe('true'));
  const asked = () => sent('campaigns.list').map(({ body }) => (body as { search?: string }).search || undefined);
  await until(() => expect(asked()).toEqual([undefined]));
  vi.useFakeTimers();
  const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await type(words.filter.campaigns, 'О');
  await passes(599);
  await type(words.filter.campaigns, 'Отчёт');
  await passes(599);
  expect(asked()).toEqual([undefined]);
  await passes(2);
  expect(asked()).toEqual([undefined, 'Отчёт']);
});
