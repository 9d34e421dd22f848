import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';

/** What an attacker knows of an account before the first try. */
export type PasswordOwner = { readonly email: string; readonly full_name: string; readonly organization: string };

// About 49,000 common passwords of the library, and those of this region that it does not know.
const common: ReadonlySet<string> = new Set([
  ...(dictionary['passwords-common'] as readonly string[]),
  ...readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
]);

/** Words that people put before a year: seasons, months and plain words that the list above has in Latin letters only. */
const beforeYear: ReadonlySet<string> = new Set(
  `зима весна лето осень январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь пароль привет работа
  qish bahor yoz kuz yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr parol salom winter spring summer
  autumn january february march april june july august september october november december welcome`.split(/\s+/),
);

const YEAR = /^(.*?)[^\p{L}\p{N}]*(?:19|20)\d\d[^\p{L}\p{N}]*$/u;
const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u).filter((word) => word.length > 2);

/** Names in a password: those of the person, the address and the organisation, each alone and written together. */
const namesOf = ({ email, full_name, organization }: PasswordOwner): ReadonlySet<string> => {
  const [local = '', domain = ''] = email.split('@');
  const texts = [local, domain.replace(/\.[^.]*$/, ''), full_name, organization].map((text) => text.toLowerCase());
  return new Set(texts.flatMap((text) => [...wordsOf(text), wordsOf(text).join('')]));
};

/**
 * Whether a password is among the first that an attacker tries, whatever the case of its letters: a common one, one or two
 * repeated characters, the own address, a name of the person or the organisation with digits or signs around it, or a common
 * word and a year.
 */
export const isGuessable = (password: string, person: PasswordOwner): boolean => {
  const folded = password.toLowerCase();
  if (common.has(folded) || new Set(folded).size <= 2 || folded === person.email.toLowerCase()) return true;
  const names = namesOf(person);
  if (names.has(folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))) return true;
  const word = YEAR.exec(folded)?.[1];
  return word !== undefined && (word === '' || common.has(word) || beforeYear.has(word) || names.has(word));
};
