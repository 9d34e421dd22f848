import { expect, test } from 'vitest';
import { typeset, typesetTree } from './typeset.ts';

/** The text with its no-break spaces as underscores. */
const set = (text: string): string => typeset(text).replaceAll('\u00A0', '_');

test.each([
  ['Письма и напоминания не отправляются', 'Письма и_напоминания не_отправляются'],
  ['И в отделе, и у руководителя (в отпуске)', 'И_в_отделе, и_у_руководителя (в_отпуске)'],
  ['Хотя бы один человек', 'Хотя_бы один человек'],
  ['Начало — завтра', 'Начало_— завтра'],
  ['Ещё 30 дней, до 10 МБ или 10 000 строк', 'Ещё 30_дней, до_10_МБ или 10_000_строк'],
  ['{{count}} писем за {{days}} дней из {{total}}', '{{count}}_писем за_{{days}}_дней из_{{total}}'],
  ['{{change}} п. п.', '{{change}}_п._п.'],
  ['SCORM 1.2 или 2004, файл № 7', 'SCORM 1.2 или 2004, файл №_7'],
  ['Пройдено {{percent}} %, было 40 %', 'Пройдено {{percent}}_%, было 40_%'],
  ['А. С. Каримов', 'А._С._Каримов'],
  ['TLS 1.2 и новее\nи всё', 'TLS 1.2 и_новее\nи_всё'],
  ['Лола Азимова', 'Лола Азимова'],
])('%s', (text, expected) => {
  expect(set(text)).toBe(expected);
  expect(set(typeset(text))).toBe(expected);
});

test('a tree is typeset as a whole', () => {
  expect(typesetTree({ a: { b: 'в отделе' }, c: 'и' })).toEqual({ a: { b: 'в\u00A0отделе' }, c: 'и' });
});
