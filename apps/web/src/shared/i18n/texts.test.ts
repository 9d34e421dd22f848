import { afterEach, expect, test, vi } from 'vitest';
import { addTexts, hasTextIn, hasTexts, namespacesOf, textIn } from './texts.ts';

addTexts('ru', 'people', {
  one: { two: 'Вложено' },
  found_one: '{{count}} человек',
  found_few: '{{count}} человека',
  found_many: '{{count}} человек',
  found_other: '{{count}} человека',
  gone: 'Удалить «{{title}}» из {{title}}?',
  hello: 'Здравствуйте, {{ name }}! {{name}} {{rest}}',
});
addTexts('uz', 'people', { found_one: '{{count}} kishi', found_other: '{{count}} kishilar' });

afterEach(() => vi.restoreAllMocks());

test('a key is found by its way through the tree; a missing one is never shown as a key, and told of once', () => {
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
  expect([1, 5].map((count) => textIn('uz', 'people:found', { count }))).toEqual(['1 kishi', '5 kishilar']);
});

test('values go in as they are, each time, and a missing one leaves nothing behind', () => {
  expect(textIn('ru', 'people:hello', { name: '<Ольга> $& {{rest}}' })).toBe(
    'Здравствуйте, <Ольга> $& {{rest}}! <Ольга> $& {{rest}} ',
  );
});

test('quotes within quotes are the inner ones', () => {
  expect(textIn('ru', 'people:gone', { title: 'Комбинат «Ориён»' })).toBe(
    'Удалить «Комбинат „Ориён“» из Комбинат «Ориён»?',
  );
});
