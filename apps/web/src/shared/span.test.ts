import { expect, test } from 'vitest';
import commons from '../../../../locales/ru/commons.json' with { type: 'json' };
import { addTexts } from './i18n/texts.ts';
import { formatSpan } from './span.ts';

test('a time span is shown in its two largest units', () => {
  addTexts('ru', 'commons', commons);
  expect([30, 90, 3600, 5400, 86_400, 180_000, 3599, null].map((seconds) => formatSpan(seconds))).toEqual([
    '30 с',
    '2 мин',
    '1 ч',
    '1 ч 30 мин',
    '1 дн.',
    '2 дн. 2 ч',
    '1 ч',
    '—',
  ]);
});
