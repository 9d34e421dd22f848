import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';

/** What an attacker knows about an account before the first attempt. */
export type PasswordOwner = { readonly email: string; readonly full_name: string; readonly organization: string };

// About 49,000 common passwords of the library, and common passwords of this region that the library lacks.
const common: ReadonlySet<string> = new Set([
  ...(dictionary['passwords-common'] as readonly string[]),
  ...readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
]);

/** Words that people put before a year: seasons, months and plain words; the list above has them in Latin letters only. */
const beforeYear: ReadonlySet<string> = new Set(
  `зима весна лето осень январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь пароль привет работа
  qish bahor yoz kuz yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr parol salom winter spring summer
  autumn january february march april june july august september october november december welcome`.split(/\s+/),
);

const YEAR = /^(.*?)[^\p{L}\p{N}]*(?:19|20)\d\d[^\p{L}\p{N}]*$/u;
const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u).filter((word) => word.length > 2);

/** Name parts of the person, the address and the organisation, each alone and joined. */
const namesOf = ({ email, full_name, organization }: PasswordOwner): ReadonlySet<string> => {
  const [local = '', domain = ''] = email.split('@');
  const texts = [local, domain.replace(/\.[^.]*$/, ''), full_name, organization].map((text) => text.toLowerCase());
  return new Set(texts.flatMap((text) => [...wordsOf(text), wordsOf(text).join('')]));
};

/**
 * Whether a password is among the first that an attacker tries, ignoring letter case: a common password, one or two repeated
 * characters, the person's address, a name of the person or the organisation surrounded by digits or signs, or a common word
 * with a year.
 */
export const isGuessable = (password: string, person: PasswordOwner): boolean => {
  const folded = password.toLowerCase();
  if (common.has(folded) || new Set(folded).size <= 2 || folded === person.email.toLowerCase()) return true;
  const names = namesOf(person);
  if (names.has(folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))) return true;
  const word = YEAR.exec(folded)?.[1];
  return word !== undefined && (word === '' || common.has(word) || beforeYear.has(word) || names.has(word));
};
