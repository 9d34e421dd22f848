import { afterEach, expect, test, vi } from 'vitest';
import { addTexts, hasTextIn, hasTexts, namespacesOf, textIn } from './texts.ts';

addTexts('ru', 'people', {
  one: { two: 'Вложено' },
  'found#one': '{{count}} человек',
  'found#few': '{{count}} человека',
  'found#many': '{{count}} человек',
  'found#other': '{{count}} человека',
  gone: 'Удалить «{{title}}» из {{title}}?',
  hello: 'Здравствуйте, {{ name }}! {{name}} {{rest}}',
});
addTexts('uz', 'people', { 'found#one': '{{count}} kishi', 'found#other': '{{count}} kishilar' });

afterEach(() => vi.restoreAllMocks());

test('a key is found by its path in the tree; a missing key is never shown and is reported once', () => {
  expect(textIn('ru', 'people:one.two')).toBe('Вложено');
  const told = vi.spyOn(console, 'error').mockReturnValue();
  expect(textIn('ru', 'people:one.three')).toBe('…');
  expect(textIn('ru', 'people:one.three')).toBe('…');
  expect(textIn('en', 'people:one.three')).toBe('…');
  expect(told.mock.calls).toEqual([['No text for ru people:one.three'], ['No text for en people:one.three']]);
  expect([hasTextIn('ru', 'people:one.two'), hasTextIn('ru', 'people:one'), hasTextIn('en', 'people:one.two')]).toEqual(
    [true, false, false],
  );
  expect([hasTexts('ru', 'people'), hasTexts('en', 'people'), namespacesOf('uz').includes('people')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('the plural follows the rules of the language', () => {
  expect([1, 3, 5, 21, 1.5].map((count) => textIn('ru', 'people:found', { count }))).toEqual([
    '1 человек',
    '3 человека',
    '5 человек',
    '21 человек',
    '1.5 человека',
  ]);
  // Uzbek: one form for exactly 1, another one otherwise.
  expect([1, 0, 5, 11, 21, 1.5].map((count) => textIn('uz', 'people:found', { count }))).toEqual([
    '1 kishi',
    '0 kishilar',
    '5 kishilar',
    '11 kishilar',
    '21 kishilar',
    '1.5 kishilar',
  ]);
});

test('a key that ends like a plural form is a key of its own', () => {
  addTexts('ru', 'people', { delete: 'Удалён', delete_many: 'Удалено: {{number}}' });
  expect(textIn('ru', 'people:delete', { count: 5 })).toBe('Удалён');
  expect(textIn('ru', 'people:delete_many', { number: 5 })).toBe('Удалено: 5');
});

test('a value cannot insert another text or another value', () => {
  expect(textIn('ru', 'people:hello', { name: '$t(people:one.two)', rest: '{{name}}{{- name}}' })).toBe(
    'Здравствуйте, $t(people:one.two)! $t(people:one.two) {{name}}{{- name}}',
  );
});

test('values are inserted unchanged at each place; a missing value becomes empty', () => {
  expect(textIn('ru', 'people:hello', { name: '<Ольга> $& {{rest}}' })).toBe(
    'Здравствуйте, <Ольга> $& {{rest}}! <Ольга> $& {{rest}} ',
  );
});

test('nested quotation marks use the inner form', () => {
  expect(textIn('ru', 'people:gone', { title: 'Комбинат «Ориён»' })).toBe(
    'Удалить «Комбинат „Ориён“» из Комбинат «Ориён»?',
  );
});
