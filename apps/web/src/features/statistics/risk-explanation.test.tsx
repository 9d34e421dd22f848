// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { expect, test } from 'vitest';
import type { RiskShare } from '@sergak/contract/statistics/statistics.schema.ts';
import statistics from '../../../../../locales/ru/statistics.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { draw } from '../../shared/ui/testing.tsx';
import { RiskExplanation } from './risk-explanation.tsx';

const part = (changes: Partial<RiskShare>): RiskShare => ({
  kind: 'phishing',
  id: '1',
  title: 'Посылка',
  points: 2.1,
  share: 70,
  date: '2026-11-01',
  result: 4,
  reported: false,
  progress: null,
  ...changes,
});

const drawn = async (parts: readonly RiskShare[], level: number | null) => {
  const shown = await draw(null);
  addTexts('ru', 'statistics', statistics);
  shown.again(
    <Suspense>
      <RiskExplanation parts={parts} level={level} />
    </Suspense>,
  );
  await act(async () => undefined);
  return shown;
};

test('each part is shown with its result, its points and its share', async () => {
  const { root, end } = await drawn(
    [part({}), part({ kind: 'learning', id: '2', title: 'Курс', points: 0.9, share: 30, result: null, progress: 40 })],
    3,
  );
  const lines = [...root.querySelectorAll('li')].map((one) => one.textContent);
  expect(lines[0]).toMatch(/Посылка.*данные введены.*\+2,1.*70/);
  expect(lines[1]).toMatch(/Курс.*пройдено 40.*\+0,9.*30/);
  end();
});

test('an email that did not raise the level says so, and hidden names stay hidden', async () => {
  const { root, end } = await drawn(
    [
      part({ kind: 'other', id: null, title: '', result: null }),
      part({ id: '3', points: 0, share: 0, result: 0, reported: true }),
    ],
    2.1,
  );
  const lines = [...root.querySelectorAll('li')].map((one) => one.textContent);
  expect(lines[0]).toContain('Прочие учебные письма');
  expect(lines[1]).toMatch(/сообщение отправлено.*не повышает/);
  end();
});

test('without a level there is a sentence instead of an empty list', async () => {
  const { root, end } = await drawn([], null);
  expect(root.querySelector('li')).toBeNull();
  expect(root.textContent).toContain('Пока не из чего считать');
  end();
});
