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
    ['the local part of the address', 'n.karimova'],
    ['the local part without its separator', 'nkarimova77'],
    ['name and initial in the other order', 'Karimova_N!'],
    ['first name and surname with separators', 'нигора-каримова'],
    ['the words of the organisation with separators', 'Артель Банк'],
    ['names of the person and the organisation mixed', 'Каримова@Артель'],
    ['a common password and digits', 'iloveyou1234'],
    ['digits, a common password and signs', '123sunflower!!'],
    ['a common password with signs for letters', 'P@ssw0rd2026'],
    ['a plain word and any digits', 'Привет12345'],
    ['the name of the product and a year', 'Sergak-2026'],
    ['the name of the product in Cyrillic', 'сергак!!77'],
  ])('rejects %s: %s', (_, password) => expect(isGuessable(password, person)).toBe(true));

  it('ignores ё and the spelling of apostrophes', () => {
    const other = { email: 'y@x.uz', full_name: 'Oʻktamov Yoqub', organization: 'Комбинат «Ориён»' };
    for (const password of ["O'ktamov2026", 'Oktamov yoqub', 'комбинат ориен', 'Комбинат Ориён'])
      expect(isGuessable(password, other), password).toBe(true);
  });

  const umid = {
    email: 'umid.ibragimov@kombinat.uz',
    full_name: 'Ибрагимов Умид Каримович',
    organization: 'АО «Комбинат Ориён»',
  };
  it.each([
    'УмидИбрагимов',
    'КаримовичИбрагимов77',
    'Умид-КомбинатОрион',
    'Karimovich1990',
    'KombinatOrion2026',
    'OriyonKombinat!',
    'УКИбрагимов2026',
    'IbragimovUK',
    'АОКомбинатОриен',
    'К@римович_Умид',
    'Ibrag1mov2026',
  ])('finds names without separators and in the other alphabet: %s', (password) =>
    expect(isGuessable(password, umid)).toBe(true),
  );

  it.each([
    ['Щербакова Юлия', 'YuliyaScherbakova'],
    ['Щербакова Юлия', 'Shcherbakova_2026'],
    ['Анна Алексеева', 'АннаАлексеева'],
    ['Анна Алексеева', 'annaalexeeva99'],
    ['Хасанов Жасур', 'XasanovJasur1'],
    ['Хасанов Жасур', 'KhasanovZhasur1'],
    ['Xoʻjayeva Gʻuncha', 'хожаева2026'],
    ['Yoqubov Shuhrat', 'Ёкубов-Шухрат'],
    ['Фёдоров Дмитрий', 'DmitryFyodorov'],
    ['Қодиров Ўткир', 'qodirovO‘tkir'],
    ['Болат Саидов', 'BolatSaidov'],
  ])('knows the spellings of %s: %s', (full_name, password) =>
    expect(isGuessable(password, { email: 'y@x.uz', full_name, organization: 'Завод' })).toBe(true),
  );

  it.each(['ОльгаЛюбитГрозу', 'OlgaLyubitGrozu', 'ольга и 7 гроз', 'лолоизавод', 'ЗаводскаяОльга'])(
    'accepts names among enough other letters: %s',
    (password) =>
      expect(isGuessable(password, { email: 'o@x.uz', full_name: 'Ли Ольга', organization: 'ООО Завод' })).toBe(false),
  );

  it.each([
    'Тихая гавань 7',
    'correct horse battery',
    'Лето в Самарканде 2026',
    'mq8-Tashkent-vz',
    'артельный мастер',
    'Каримова варит плов',
    '7391-4428-9015',
    'sun flower field',
  ])('accepts %s', (password) => expect(isGuessable(password, person)).toBe(false));
});
