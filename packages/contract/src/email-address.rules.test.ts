import { domainToASCII, domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import {
  addressKey,
  asciiDomain,
  domainOf,
  isDomain,
  isEmail,
  isMailDomain,
  pastedDomain,
  storedAddress,
  strayLetter,
  unicodeDomain,
} from './email-address.rules.ts';

test('both spellings of an international domain are one domain, in any letter case', () => {
  for (const spelling of [
    'почта.рф',
    'ПОЧТА.РФ',
    'xn--80a1acny.xn--p1ai',
    'XN--80A1ACNY.xn--P1AI',
    'почта。рф',
    'по\u0447та.рф',
  ])
    expect([unicodeDomain(spelling), asciiDomain(spelling)]).toEqual(['почта.рф', 'xn--80a1acny.xn--p1ai']);
  expect(unicodeDomain('xn--mnchen-3ya.test')).toBe('münchen.test');
  expect(unicodeDomain('mu\u0308nchen.test')).toBe('münchen.test');
  expect([unicodeDomain('Acme.TEST'), asciiDomain('Acme.TEST')]).toEqual(['acme.test', 'acme.test']);
  expect(storedAddress('Anna@xn--80a1acny.test')).toBe('Anna@почта.test');
  expect(storedAddress('Anna@Acme.test')).toBe('Anna@Acme.test');
  expect(addressKey(' Anna@XN--80a1acny.TEST ')).toBe('anna@почта.test');
  expect(domainOf('a@xn--80a1acny.test')).toBe('почта.test');
});

test('domains decode as Node decodes them', () => {
  const words = [
    'почта',
    'bücher',
    'oʻzbek',
    'тошкент',
    'ελληνικά',
    '日本語',
    'мойтестовыйдомен',
    'straße',
    'ñandú',
    'а',
    'é',
  ];
  for (const word of words) {
    const domain = `${word}.test`;
    expect(asciiDomain(domain)).toBe(domainToASCII(domain));
    expect(unicodeDomain(asciiDomain(domain))).toBe(domainToUnicode(domainToASCII(domain)));
  }
});

test('what is no domain stays as it is and is no address', () => {
  for (const text of [
    'xn--a.test',
    'a b.test',
    'почта/рф.test',
    'поч@та.test',
    'почта:25.рф',
    '-а.test',
    `${'ж'.repeat(70)}.test`,
  ])
    expect([text, isDomain(text), isEmail(`a@${text}`)]).toEqual([text, false, false]);
  for (const text of ['почта.рф', 'oʻzbek.uz', 'münchen.test', 'xn--80a1acny.test', 'acme.test'])
    expect([text, isMailDomain(text), isEmail(`a@${text}`)]).toEqual([text, true, true]);
  for (const text of ['acme', 'acme.1', 'a.b', '1.2.3.4', ''])
    expect([text, isMailDomain(text)]).toEqual([text, false]);
});

test('a letter of another script within one label or within the local part is named', () => {
  expect(strayLetter('a@p\u0430ypal.test')).toEqual({ letter: 'а', script: 'Cyrillic', among: 'Latin', place: 2 });
  expect(strayLetter('a@xn--pypal-4ve.test')).toMatchObject({ letter: 'а', place: 2 });
  expect(strayLetter('a@почтa.рф')).toEqual({ letter: 'a', script: 'Latin', among: 'Cyrillic', place: 5 });
  expect(strayLetter('iv\u0430nov@acme.test')).toMatchObject({ script: 'Cyrillic', place: 3 });
  expect(strayLetter('a@g\u03BFogle.test')).toMatchObject({ script: 'Greek', place: 2 });
  for (const text of [
    'anna@почта.рф',
    'anna@mail.почта.test',
    'анна@acme.test',
    'a1-b@oʻzbek.uz',
    'a@почта-24.рф',
    'a@日本語abc.test',
  ])
    expect([text, strayLetter(text)]).toEqual([text, null]);
});

test.each([
  'corp.test',
  '@corp.test',
  ' CORP.test. ',
  'https://corp.test/mail?x=a@b',
  'ivan@corp.test',
  '\u200Bcorp.te\u00ADst',
  'mailto:a@corp.test',
  'https://www.corp.test/',
  'http://corp.test:8443/login',
])('%j is pasted for the domain corp.test', (text) => {
  expect(pastedDomain(text)).toBe('corp.test');
});

test('what is no domain stays none', () => {
  for (const text of ['corp..test', 'cor p.test', '*.corp.test', 'corp.test:25', 'localhost', ''])
    expect(isMailDomain(pastedDomain(text))).toBe(false);
  expect(pastedDomain('ИВАН@ПОЧТА.рф.')).toBe('почта.рф');
});
