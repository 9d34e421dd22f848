import { expect, test } from 'vitest';
import { certificateNumber, initialsOf, numberPrefix, readCertificateNumber } from './certificates.rules.ts';

const number = certificateNumber('BM', 2026, '7K3M9Q4X');

test('a typed number is read whatever its case and separators', () => {
  for (const typed of [number, number.toLowerCase(), ` ${number.replaceAll('-', ' ')} `, number.replaceAll('-', '–')])
    expect(readCertificateNumber(typed)).toBe(number);
  const zero = certificateNumber('BM', 2026, '0K3M9Q10');
  expect(readCertificateNumber(zero.replace('0K3M9Q10', 'OK3M9QI0'))).toBe(zero);
});

test('the check digits reveal every single wrong character and every swap of neighbours', () => {
  const [prefix, year, random, check] = number.split('-') as [string, string, string, string];
  for (let i = 0; i < random.length; i++) {
    const wrong = random.slice(0, i) + (random[i] === 'Z' ? 'Y' : 'Z') + random.slice(i + 1);
    expect(readCertificateNumber(`${prefix}-${year}-${wrong}-${check}`)).toBeNull();
    const swapped = random.slice(0, i) + (random[i + 1] ?? '') + random[i] + random.slice(i + 2);
    if (swapped !== random) expect(readCertificateNumber(`${prefix}-${year}-${swapped}-${check}`)).toBeNull();
  }
});

test.each(['', 'x', '../x', 'BM-2026-7K3M9Q4X', "BM-2026-7K3M9Q4X-42' or 1=1"])('%j is no number', (text) =>
  expect(readCertificateNumber(text)).toBeNull(),
);

test.each([
  ['Банк «Мисол»', 'BM'],
  ['Акционерное общество «Узбекское агентство связи»', 'AOUA'],
  ['Сергак', 'SERG'],
  ['Oʻzbekiston banki', 'OB'],
  ['42', 'ORG'],
])('the prefix of %s is %s', (title, prefix) => expect(numberPrefix(title)).toBe(prefix));

test.each([
  ['Каримова Нигора Шавкатовна', 'К. Н. Ш.'],
  ['Oʻktamov Gʻayrat', 'O. G.'],
  ['', ''],
])('the initials of %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
