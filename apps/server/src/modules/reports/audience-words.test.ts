import { expect, test } from 'vitest';
import { titleAmong } from './audience-words.ts';
import { reportLocale } from './frame.ts';

const locale = reportLocale('ru', 'UTC');
const one = (title: string, departments: string[], departments_count: number, people: string[] = []) => ({
  title,
  audience: { people, departments, departments_count },
});

test('only assignments with the same title in one table say whom they are for', () => {
  const all = [
    one('Пароли', ['Склад', 'Цех'], 5),
    one('Пароли', ['Склад'], 1, ['Азимов Нигора']),
    one('Фишинг', [], 0),
  ];
  expect(all.map((row) => titleAmong(locale, row, all))).toEqual([
    'Пароли (Склад, Цех и ещё 3 отдела)',
    'Пароли (Азимов Нигора)',
    'Фишинг',
  ]);
});
