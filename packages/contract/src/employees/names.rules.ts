import { cleanLine } from '../text.rules.ts';
import { isLinkedAfter, isLinkedBefore, isLinkedSurname, isPatronymic, isSurname } from './name-words.ts';

export const nameOrders = ['last_first', 'first_last'] as const;
/** Which name comes first in a full name that does not show it by itself. */
export type NameOrder = (typeof nameOrders)[number];
export type PersonName = { last_name: string; first_name: string; middle_name: string };

/** Words of a name; a particle is joined to the word it belongs to, and marks a surname. */
type Unit = { text: string; particle: boolean; patronymic: boolean };

const unitsOf = (text: string): Unit[] => {
  const words = text.split(' ').filter(Boolean);
  const units: Unit[] = [];
  let prefix: string[] = [];
  words.forEach((word, at) => {
    const last = units.at(-1);
    if (prefix.length === 0 && last && units.length > 1 && isLinkedBefore(word)) {
      last.text += ` ${word}`;
      last.patronymic = true;
    } else if (at < words.length - 1 && isLinkedAfter(word, words[at + 1]!, words.length)) prefix.push(word);
    else {
      const particle = prefix.length > 0;
      units.push({ text: [...prefix, word].join(' '), particle, patronymic: !particle && isPatronymic(word) });
      prefix = [];
    }
  });
  return units;
};

const join = (units: readonly Unit[]): string => units.map(({ text }) => text).join(' ');
const lastFirst = ([last, first, ...rest]: readonly Unit[]): PersonName => ({
  last_name: last?.text ?? '',
  first_name: first?.text ?? '',
  middle_name: join(rest),
});
const firstLast = (units: readonly Unit[]): PersonName => lastFirst([...units.slice(-1), ...units.slice(0, -1)]);

/** The order that a name shows by itself: a patronymic follows the first name, a particle belongs to the surname. */
const ownOrder = (units: readonly Unit[]): NameOrder | undefined => {
  const particle = units.findIndex((unit) => unit.particle);
  if (particle > 0 && isLinkedSurname(units.at(-1)!.text)) return 'first_last';
  if (particle > 0 && isLinkedSurname(units[0]!.text)) return 'last_first';
  if (particle === 0 && units.length > 1) return 'last_first';
  if (particle > 0 && particle === units.length - 1) return 'first_last';
  if (units.length !== 3) return undefined;
  if (units[1]!.patronymic) return 'first_last';
  return units[2]!.patronymic ? 'last_first' : undefined;
};

const HONORIFIC = /^(?:(?:mr|mrs|ms|mx|dr|prof)\.?|miss|sir|madam|г-н|г-жа|господин|госпожа)$/i;
/** A former surname in brackets, with words after it. */
const FORMER = /\([^()]*\)(?=\s*[\p{L},])/u;

/** The name without an honorific in front of it or a former surname in it. */
const bareName = (text: string): string => {
  const name = text.replace(FORMER, ' ').replace(/ +/g, ' ').replace(' ,', ',').trim();
  const [first = '', ...rest] = name.split(' ');
  return rest.length > 0 && HONORIFIC.test(first) ? rest.join(' ') : name;
};

/** The name without what a directory appends to it: «Kim, Dana (d.kim@…)». */
const withoutNotes = (fullName: string): string => {
  const text = bareName(cleanLine(fullName));
  const at = Math.max(...['(', '[', '<'].map((bracket) => text.lastIndexOf(bracket)));
  if (at < 1) return text;
  const end = text.slice(at).search(/[)\]>]/);
  return end < 0 || at + end === text.length - 1 ? text.slice(0, at).trimEnd() : text;
};

/** Splits a full name. A comma, a patronymic and a particle decide by themselves; other names follow `order`. */
export const splitFullName = (fullName: string, order: NameOrder): PersonName => {
  const text = withoutNotes(fullName);
  const comma = text.indexOf(',');
  if (comma > 0 && comma < text.length - 1) {
    const surname = { text: text.slice(0, comma).trim(), particle: false, patronymic: false };
    return lastFirst([surname, ...unitsOf(text.slice(comma + 1).replaceAll(',', ' '))]);
  }
  const units = unitsOf(text.replaceAll(',', ' ').trim());
  return (ownOrder(units) ?? order) === 'last_first' ? lastFirst(units) : firstLast(units);
};

/** Guesses the order of full names from patronymics and endings of surnames; without any, it is `usual`. */
export const guessNameOrder = (fullNames: readonly string[], usual: NameOrder): NameOrder => {
  let votes = 0;
  for (const fullName of fullNames) {
    const text = withoutNotes(fullName);
    if (text.includes(',')) continue;
    const units = unitsOf(text);
    const own = ownOrder(units);
    const [first, last] = [units[0], units.at(-1)];
    if (own && units.length === 3) votes += own === 'last_first' ? 1 : -1;
    else if (units.length > 1 && !own) votes += Number(isSurname(first!.text)) - Number(isSurname(last!.text));
  }
  return votes === 0 ? usual : votes > 0 ? 'last_first' : 'first_last';
};

const capitalised = (word: string): string =>
  word
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('-');

/** A name made of the part of an address before the @: `ivan.petrov` is Petrov Ivan. A single word is the first name. */
export const nameFromAddress = (email: string): PersonName => {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase().split('+')[0]!;
  const words = local
    .split(/[._]+/)
    .flatMap((word, _, all) => (all.length === 1 ? word.split('-') : [word]))
    .map((word) =>
      word
        .replace(/[^\p{L}'’-]+/gu, '')
        .split('-')
        .filter(Boolean)
        .join('-'),
    )
    .filter(Boolean)
    .map((word, _, all) => (word.length === 1 && all.length > 1 ? `${word.toUpperCase()}.` : capitalised(word)));
  if (words.length < 2) return { last_name: '', first_name: words[0] ?? (local || email), middle_name: '' };
  const [first, last] = [words[0]!, words.at(-1)!];
  const surnameFirst =
    (last.endsWith('.') && !first.endsWith('.')) || (isSurname(first) && !isSurname(last) && !first.endsWith('.'));
  const [surname, ...names] = surnameFirst ? words : [last, ...words.slice(0, -1)];
  return { last_name: surname!, first_name: names[0]!, middle_name: names.slice(1).join(' ') };
};
