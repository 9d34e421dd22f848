import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { matcherOf } from './name-words.ts';

/** What an attacker knows about an account before the first attempt. */
export type PasswordOwner = { readonly email: string; readonly full_name: string; readonly organization: string };

// About 49,000 common passwords of the library, and common passwords of this region that the library lacks.
const common: ReadonlySet<string> = new Set([
  ...(dictionary['passwords-common'] as readonly string[]),
  ...readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
]);

/**
 * Words that people put before a year or other digits: seasons, months, plain words and the product's name; the list above has them
 * in Latin letters only.
 */
const beforeYear: ReadonlySet<string> = new Set(
  `зима весна лето осень январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь пароль привет работа сергак
  qish bahor yoz kuz yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr parol salom winter spring summer
  autumn january february march april june july august september october november december welcome sergak`.split(/\s+/),
);

/** Signs that people type in place of a letter, as in `p@ssw0rd`. */
const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** Lower case, with one spelling of the apostrophes of Uzbek. */
const lower = (text: string): string => text.toLowerCase().replace(/[ʻʼ'‘’`]/g, '');
const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u).filter(Boolean);
const isLong = (word: string): boolean => word.length > 2;

/**
 * Whether a password is among the first that an attacker tries. Letter case, spaces, signs and digits around the words do not
 * matter. Guessable are: a common password, also with digits or signs for letters; one or two repeated characters; names of the
 * person and the organisation and initials, in any order and in Cyrillic or Latin; a season, a month or a plain word.
 */
export const isGuessable = (password: string, person: PasswordOwner): boolean => {
  const folded = lower(password).replaceAll('ё', 'е');
  if (common.has(folded) || new Set(folded).size <= 2 || /^[^\p{L}]*(?:19|20)\d\d[^\p{L}\p{N}]*$/u.test(folded))
    return true;
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const word = core.replace(/[^\p{L}]/gu, (sign) => LETTER_OF[sign] ?? sign);
  if (common.has(core) || common.has(word) || beforeYear.has(word)) return true;
  const [local = '', domain = ''] = person.email.split('@');
  const texts = [local, domain.replace(/\.[^.]*$/, ''), person.full_name, person.organization];
  const isMadeOfNames = matcherOf(texts.flatMap((text) => wordsOf(lower(text))));
  const words = wordsOf(lower(password));
  const candidates = new Set([words, words.filter(isLong), wordsOf(word)].map((parts) => parts.join('')));
  return [...candidates].some((letters) => isMadeOfNames(letters));
};
