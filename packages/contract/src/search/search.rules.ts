import type { Permission } from '../access/permissions.ts';
import { searchText, searchWords, soundKey } from '../fold.rules.ts';

/** Kinds of things that the server finds, with the permission of the page that each opens; in the order in which they are shown. */
export const thingPermissions = {
  employee: 'admin.staff.employees',
  department: 'admin.staff.employees',
  tag: 'admin.staff.tags',
  campaign: 'admin.phishing.campaigns',
  tag_campaign: 'admin.phishing',
  template: 'admin.phishing.templates',
  assignment: 'admin.learning.assigned',
  course: 'admin.learning.courses',
  scorm_course: 'admin.learning.courses',
  module: 'admin.learning.courses',
  report: 'admin.statistics',
  certificate: 'admin.learning.assigned',
} as const satisfies Record<string, Permission>;
export type ThingKind = keyof typeof thingPermissions;
export const thingKinds = Object.keys(thingPermissions) as [ThingKind, ...ThingKind[]];

/** Kinds of entries that only the web knows by their names: pages and actions. */
export const entryKinds = ['page', 'action'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Things of one kind in an answer. */
export const THINGS_MAX = 6;
/** Things and entries that a person opened lately and that are shown before anything is typed. */
export const RECENT_MAX = 8;
/** Those that are kept: some may be deleted, or not be allowed any more. */
export const RECENT_KEPT = 30;
export const RECENT_DAYS = 90;

/** How well a text fits a search, the best first: as whole words, as beginnings of words, inside words, with a typing mistake. */
export const fits = { whole: 0, start: 1, inside: 2, similar: 3 } as const;

/** A shorter word is found only at the beginning of words: inside them it is nearly everywhere. */
export const INSIDE_MIN = 3;
/** A shorter word is not corrected: a changed letter makes another word of it. */
const MISTAKE_MIN = 4;
/** Letters up to which one mistake is allowed; longer words may have two. */
const ONE_MISTAKE_UP_TO = 6;
/** A longer word is no name, and comparing it costs time. */
const MISTAKE_MAX = 40;

/** The words of a search with the two spellings in which each is looked for: as written, and as it sounds. */
export const wordsOf = (search: string): readonly (readonly [written: string, sound: string])[] =>
  searchWords(search).map((word) => [word, soundKey(word)] as const);

/** Whether `word` becomes the beginning of `text` with so many letters added, left out, changed or swapped. */
export const isSimilarStart = (word: string, text: string, mistakes: number): boolean => {
  // Row i holds the mistakes between the first i letters of the word and the first letters of the text.
  let [before, last] = [[] as number[], Array.from({ length: text.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= text.length; j++) {
      const same = word[i - 1] === text[j - 1];
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (same ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && word[i - 1] === text[j - 2] && word[i - 2] === text[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return Math.min(...last.slice(Math.max(0, word.length - mistakes))) <= mistakes;
};

/** Whether a word of a search may be looked for with mistakes. */
export const mayHaveMistakes = (sound: string): boolean => sound.length >= MISTAKE_MIN && sound.length <= MISTAKE_MAX;

const hasSimilarWord = (words: readonly string[], sound: string): boolean =>
  mayHaveMistakes(sound) &&
  words.some(
    (word) =>
      word.length <= MISTAKE_MAX &&
      // The first letter is seldom wrong; without it the word would fit too many others.
      (word[0] === sound[0] || word[1] === sound[0] || word[0] === sound[1]) &&
      isSimilarStart(sound, word, sound.length <= ONE_MISTAKE_UP_TO ? 1 : 2),
  );

type Word = readonly [written: string, sound: string];
const contains = (text: string, word: Word, pattern: (spelling: string) => string): boolean =>
  word.some((spelling) => spelling !== '' && text.includes(pattern(spelling)));

/** How well a text made by `searchText` fits the words of a search; null if it does not. */
export const fitOf = (searched: string, words: readonly Word[]): number | null => {
  const fit = (word: Word): number | null => {
    if (contains(searched, word, (one) => ` ${one} `)) return fits.whole;
    if (contains(searched, word, (one) => ` ${one}`)) return fits.start;
    if (word[0].length >= INSIDE_MIN && contains(searched, word, (one) => (one.length < INSIDE_MIN ? ` ${one}` : one)))
      return fits.inside;
    return hasSimilarWord(searched.split(' '), word[1]) ? fits.similar : null;
  };
  let worst: number = fits.whole;
  for (const word of words) {
    const one = fit(word);
    if (one === null) return null;
    worst = Math.max(worst, one);
  }
  return worst;
};

/** How well a text that people read fits a search; null if it does not. */
export const fitOfText = (text: string, words: readonly Word[]): number | null => fitOf(searchText(text), words);
