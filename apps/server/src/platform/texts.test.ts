import { expect, test } from 'vitest';
import { listTexts, textsOf } from './texts.ts';

test('texts are those of the screen, with its plural forms and inner quotation marks', () => {
  const t = textsOf('ru', 'automation');
  expect([1, 3, 5].map((count) => t('when.later', { count, hour: 9 }).replaceAll('\u00A0', ' '))).toEqual([
    'Через 1 день после входа в тег, в 9.',
    'Через 3 дня после входа в тег, в 9.',
    'Через 5 дней после входа в тег, в 9.',
  ]);
  expect(t('remove', { title: 'Курс «Почта»' })).toBe('Убрать действие «Курс „Почта“»');
});

test('a text that is missing is an error, not a gap in an email', () => {
  expect(() => textsOf('en', 'employees')('nothing' as never)).toThrow('the catalogue has no text');
  expect(listTexts('en', 'audit').get('nothing')).toBeUndefined();
});
