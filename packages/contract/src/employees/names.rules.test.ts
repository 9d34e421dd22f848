import { expect, test } from 'vitest';
import { guessNameOrder, nameFromAddress, splitFullName, type NameOrder } from './names.rules.ts';

const split = (text: string, order: NameOrder = 'last_first') => {
  const { last_name, first_name, middle_name } = splitFullName(text, order);
  return [last_name, first_name, middle_name].join('|');
};
const both = (text: string) => {
  expect(split(text, 'first_last')).toBe(split(text, 'last_first'));
  return split(text);
};

test('names that show their order are split in the same way whatever order is chosen', () => {
  expect(both('Ли, Мария')).toBe('Ли|Мария|');
  expect(both('Kim, Dana (o2@bugs.test)')).toBe('Kim|Dana|');
  expect(both('Smith, John Paul')).toBe('Smith|John|Paul');
  expect(both('ван дер Берг Ян')).toBe('ван дер Берг|Ян|');
  expect(both('Ян-Виллем ван дер Берг')).toBe('ван дер Берг|Ян-Виллем|');
  expect(both('Maria de la Cruz')).toBe('de la Cruz|Maria|');
  expect(both('Ahmad bin Abdullah')).toBe('bin Abdullah|Ahmad|');
  expect(both('Otto Von Bismarck')).toBe('Von Bismarck|Otto|');
  expect(both('Иванов Иван Иванович')).toBe('Иванов|Иван|Иванович');
  expect(both('Иван Иванович Иванов')).toBe('Иванов|Иван|Иванович');
  expect(both('Роман Аркадьевич Абрамович')).toBe('Абрамович|Роман|Аркадьевич');
  expect(both('Шостакович Дмитрий Дмитриевич')).toBe('Шостакович|Дмитрий|Дмитриевич');
  expect(both('Иванова Марианна Петровна')).toBe('Иванова|Марианна|Петровна');
  expect(both('Анна Ильинична Ким')).toBe('Ким|Анна|Ильинична');
  expect(both('Karimova Lola Rustamovna')).toBe('Karimova|Lola|Rustamovna');
  expect(both('Каримов Алишер Рустам оглы')).toBe('Каримов|Алишер|Рустам оглы');
  expect(both('Алишер Рустам ўғли Каримов')).toBe('Каримов|Алишер|Рустам ўғли');
  expect(both('Yusupova Nigora Anvar qizi')).toBe('Yusupova|Nigora|Anvar qizi');
  expect(both('Yusupov Aziz Anvar oʻgʻli')).toBe('Yusupov|Aziz|Anvar oʻgʻli');
  expect(both('Әбілқасымұлы Құралай Ғалымқызы')).toBe('Әбілқасымұлы|Құралай|Ғалымқызы');
});

test('a former surname and an honorific are dropped, a surname with an article stays the surname', () => {
  expect(both('Смирнова (Иванова) Анна Петровна')).toBe('Смирнова|Анна|Петровна');
  expect(both('Смирнова (Иванова), Анна Петровна')).toBe('Смирнова|Анна|Петровна');
  expect(split('Mr. John Smith', 'first_last')).toBe('Smith|John|');
  expect(split('Г-жа Ким Дана')).toBe('Ким|Дана|');
  expect(split('Dr')).toBe('Dr||');
  expect(both('Al-Rashid Omar bin Khalid')).toBe('Al-Rashid|Omar|bin Khalid');
  expect(both('Omar bin Khalid Al-Rashid')).toBe('Al-Rashid|Omar|bin Khalid');
});

test('other names follow the chosen order', () => {
  expect(split('Aziz Abdullayev', 'first_last')).toBe('Abdullayev|Aziz|');
  expect(split('Aziz Abdullayev', 'last_first')).toBe('Aziz|Abdullayev|');
  expect(split('John Paul Smith', 'first_last')).toBe('Smith|John|Paul');
  expect(split('Смирнова Анна', 'last_first')).toBe('Смирнова|Анна|');
  expect(split('Nguyen Van An', 'last_first')).toBe('Nguyen|Van|An');
  expect(split('Абрамович Роман', 'last_first')).toBe('Абрамович|Роман|');
  expect(split('Мадонна')).toBe('Мадонна||');
  expect(split(',')).toBe('||');
  expect(split('van')).toBe('van||');
  expect(split('')).toBe('||');
});

test('the order is guessed from patronymics and endings of surnames, else it is the usual one', () => {
  expect(guessNameOrder(['Ли, Мария', 'Aziz Abdullayev', 'ван дер Берг Ян'], 'last_first')).toBe('first_last');
  expect(guessNameOrder(['Каримова Лола', 'Ким Ольга'], 'first_last')).toBe('last_first');
  expect(guessNameOrder(['Ким Ольга Петровна'], 'first_last')).toBe('last_first');
  expect(guessNameOrder(['Ольга Петровна Ким', 'Анна Петрова'], 'last_first')).toBe('first_last');
  expect(guessNameOrder(['Ким Ольга'], 'first_last')).toBe('first_last');
  expect(guessNameOrder([], 'last_first')).toBe('last_first');
});

const named = (email: string) => {
  const { last_name, first_name, middle_name } = nameFromAddress(email);
  return [last_name, first_name, middle_name].join('|');
};

test('a name is made of an address', () => {
  expect(named('ivan.petrov@bugs.test')).toBe('Petrov|Ivan|');
  expect(named('petrov.ivan@bugs.test')).toBe('Petrov|Ivan|');
  expect(named('Ivan_Petrov2@bugs.test')).toBe('Petrov|Ivan|');
  expect(named('i.petrov@bugs.test')).toBe('Petrov|I.|');
  expect(named('petrov.i@bugs.test')).toBe('Petrov|I.|');
  expect(named('i.p.petrov@bugs.test')).toBe('Petrov|I.|P.');
  expect(named('petrov.i.p@bugs.test')).toBe('Petrov|I.|P.');
  expect(named('anna-maria.petrova@bugs.test')).toBe('Petrova|Anna-Maria|');
  expect(named('ivan-petrov@bugs.test')).toBe('Petrov|Ivan|');
  expect(named('ivan.petrov+hr@bugs.test')).toBe('Petrov|Ivan|');
  expect(named('o.kim@bugs.test')).toBe('Kim|O.|');
  expect(named('иван.петров@почта.рф')).toBe('Петров|Иван|');
  expect(named('oe1@bugs.test')).toBe('|Oe|');
  expect(named('info@bugs.test')).toBe('|Info|');
  expect(named('a@bugs.test')).toBe('|A|');
  expect(named('12345@bugs.test')).toBe('|12345|');
});
