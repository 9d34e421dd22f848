import { expect, test } from 'vitest';
import { fitOfText, fits, isSimilarStart, wordsOf } from './search.rules.ts';

const fit = (text: string, search: string) => fitOfText(text, wordsOf(search));

test('a whole word fits better than a beginning, a beginning better than the inside of a word', () => {
  expect(fit('Ли Анна', 'ли')).toBe(fits.whole);
  expect(fit('Лисина Анна', 'ли')).toBe(fits.start);
  expect(fit('Валиева Лола', 'лиева')).toBe(fits.inside);
  expect(fit('Валиева Лола', 'ли')).toBeNull();
  expect(fit('Валиева Лола', 'лола вал')).toBe(fits.start);
});

test.each([
  ['Ахмедов', 'ахмндов'],
  ['Ахмедов', 'axmdov'],
  ['Валиева', 'Ваилева'],
  ['Бухгалтерия', 'бугалтерия'],
  ['Создать рассылку', 'содзать расылку'],
])('%s is found by %s', (text, search) => expect(fit(text, search)).toBe(fits.similar));

test.each([
  ['Ахмедов', 'азимов'],
  ['Ли', 'ла'],
  ['Отдел', 'модель'],
])('%s is not found by %s', (text, search) => expect(fit(text, search)).toBeNull());

test('a letter may be added, left out, changed or swapped with the next one', () => {
  for (const word of ['ahmedov', 'ahmdov', 'ahmeedov', 'ahmidov', 'amhedov', 'ahme', 'ahm'])
    expect(isSimilarStart(word, 'ahmedova', 1), word).toBe(true);
  for (const word of ['ahdov', 'ahmidav', 'ahmedovaaa']) expect(isSimilarStart(word, 'ahmedova', 1), word).toBe(false);
});
