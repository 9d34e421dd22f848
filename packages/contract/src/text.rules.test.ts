import { expect, test } from 'vitest';
import { EMAIL_MAX, escapeHtml, isEmail } from './text.rules.ts';

test('a text that is put into HTML or XML cannot end an element or a quoted attribute', () => {
  expect(escapeHtml(`<b a="1" b='2'>R&D</b>`)).toBe('&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;R&amp;D&lt;/b&gt;');
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
});

test('an email address is one bare address of at most 254 characters', () => {
  const accepted = ['a@b.uz', 'anna.lee+tag@sub.acme.test', "o'neil@acme.test", 'почта@пример.рф'];
  const rejected = [
    '',
    'a',
    'a@b',
    'a b@acme.test',
    'a@b@acme.test',
    '.a@acme.test',
    'a..b@acme.test',
    'A <a@acme.test>',
  ];
  expect(accepted.filter((text) => !isEmail(text))).toEqual([]);
  expect(rejected.filter(isEmail)).toEqual([]);
  expect(
    isEmail(`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(EMAIL_MAX)}.test`),
  ).toBe(false);
});
