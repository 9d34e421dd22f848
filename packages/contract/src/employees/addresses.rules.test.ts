import { expect, test } from 'vitest';
import { isAddressList, readAddress } from './addresses.rules.ts';

const found = (cell: string) => readAddress(cell).email;

test.each([
  'ivan@bugs.test',
  ' ivan@bugs.test\u00A0',
  '\u200Bivan@bu\u00ADgs.test\uFEFF',
  'ivan\u200B@bugs.test',
  '\u202Aivan@bugs.test\u202C',
  '"ivan@bugs.test"',
  '«ivan@bugs.test»',
  "'ivan@bugs.test'",
  'ivan@bugs.test.',
  'ivan@bugs.test,',
  'ivan@bugs.test;',
  '<ivan@bugs.test>',
  'mailto:ivan@bugs.test',
  'MAILTO:ivan@bugs.test',
  'SMTP:ivan@bugs.test',
  'smtp:ivan@bugs.test',
  'SMTP:ivan@bugs.test;smtp:petrov@bugs.test',
  'smtp:petrov@bugs.test;SMTP:ivan@bugs.test',
  '{SMTP:ivan@bugs.test, smtp:petrov@bugs.test, SIP:x@bugs.test}',
  'X500:/o=Acme/ou=Exchange;smtp:petrov@bugs.test;SMTP:ivan@bugs.test',
  'smtp:petrov@bugs.test+SMTP:ivan@bugs.test',
  'Иван Петров <ivan@bugs.test>',
  '"Петров, Иван" <ivan@bugs.test>',
  'Иван Петров (ivan@bugs.test)',
  'Иван [mailto:ivan@bugs.test]',
])('%j is read as the address in it', (cell) => {
  expect(found(cell)).toBe('ivan@bugs.test');
});

test('signs that belong to an address stay, and a text without an address stays as it is', () => {
  expect(found("o'neil+x@bugs.test")).toBe("o'neil+x@bugs.test");
  expect(found('иван@почта.рф')).toBe('иван@почта.рф');
  expect(found('нет почты')).toBe('нет почты');
  expect(found('ivan at bugs.test')).toBe('ivan at bugs.test');
  expect(found('ivan@ bugs.test')).toBe('ivan@ bugs.test');
  expect(found('ivan@bugs .test')).toBe('ivan@bugs .test');
  expect(found('Dana Kim ivan@bugs.test')).toBe('ivan@bugs.test');
  expect(found('e-mail ivan@bugs.test')).toBe('ivan@bugs.test');
  expect(found('System.String[]')).toBe('System.String[]');
  expect(found('')).toBe('');
});

test('the name before an address is returned, and several addresses are reported', () => {
  expect(readAddress('"Петров, Иван" <ivan@bugs.test>').name).toBe('Петров, Иван');
  expect(readAddress('Иван Петров (ivan@bugs.test)').name).toBe('Иван Петров');
  expect(readAddress('Иван [mailto:ivan@bugs.test]').name).toBe('Иван');
  expect(readAddress('ivan@bugs.test (работа)').name).toBe('');
  expect(readAddress('ivan@bugs.test <ivan@bugs.test>')).toEqual({
    email: 'ivan@bugs.test',
    name: '',
    several: false,
    torn: false,
  });
  expect(readAddress('ivan@bugs.test; anna@bugs.test')).toMatchObject({ email: 'ivan@bugs.test', several: true });
  expect(readAddress('SMTP:ivan@bugs.test;smtp:anna@bugs.test').several).toBe(false);
});

test('an address that a space has cut is told from one with a remark', () => {
  for (const torn of [
    'ivan petrov@bugs.test',
    'ivan. petrov@bugs.test',
    'ivan petrov@bugs.test (work)',
    'Отдел (IT) ivan petrov@bugs.test',
  ])
    expect(readAddress(torn), torn).toMatchObject({ email: 'petrov@bugs.test', torn: true });
  expect(readAddress('ivan@bugs.te st')).toMatchObject({ torn: true });
  for (const whole of [
    'Петров Иван - ivan@bugs.test',
    'ivan@bugs.test +998901234567',
    '1. ivan@bugs.test',
    'ivan@bugs.test work',
    'ivan@bugs.test, ext. 12',
    'e-mail: ivan@bugs.test',
    'Иван <ivan@bugs.test>',
    'ivan petrov <ivan@bugs.test>',
  ])
    expect(readAddress(whole), whole).toMatchObject({ email: 'ivan@bugs.test', torn: false });
});

test('a long cell without an address is read in linear time', () => {
  for (const junk of ['<', '"', 'smtp:', '+smtp:', ' ', 'a@', '.', '((x'])
    expect(readAddress(junk.repeat(100_000)).several).toBe(false);
});

test('a list with several addresses in a line is told from a table', () => {
  expect(isAddressList([['a@bugs.test', 'b@bugs.test', '']])).toBe(true);
  expect(isAddressList([['Ким Дана <a@bugs.test>'], ['b@bugs.test', ' c@bugs.test']])).toBe(true);
  expect(isAddressList([['a@bugs.test'], ['b@bugs.test']])).toBe(false);
  expect(isAddressList([['a@bugs.test', 'Ким']])).toBe(false);
  expect(isAddressList([])).toBe(false);
});
