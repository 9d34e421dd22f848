import { describe, expect, it } from 'vitest';
import { isGuessable } from './guessable.ts';

const person = { email: 'n.karimova@artel-bank.uz', full_name: 'Каримова Нигора', organization: 'АО «Артель Банк»' };

describe('guessable passwords', () => {
  it.each([
    ['a common password in any case', 'PassWord123'],
    ['a password among the ten thousand most common, but not the first three hundred', 'Sunflower'],
    ['a common password of this region', 'bismillah'],
    ['two repeated characters', 'abababab'],
    ['the person’s address', 'N.Karimova@artel-bank.uz'],
    ['the person’s name and a number', 'каримова1990'],
    ['the name of the organisation and signs', '!!АртельБанк!!'],
    ['a word of the organisation and a year', 'Артель-2026!'],
    ['the domain and a year', 'ArtelBank2026'],
    ['a season and a year', 'Лето2026!'],
    ['a season and a year in Uzbek', 'bahor2026'],
    ['a common word and a year', 'sunshine_2025'],
    ['a year and signs', '..2026..'],
  ])('rejects %s: %s', (_, password) => expect(isGuessable(password, person)).toBe(true));

  it.each(['Тихая гавань 7', 'correct horse battery', 'Лето в Самарканде 2026', 'mq8-Tashkent-vz', 'артельный мастер'])(
    'accepts %s',
    (password) => expect(isGuessable(password, person)).toBe(false),
  );
});
