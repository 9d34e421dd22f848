import { storedAddress, unicodeDomain } from './email-address.rules.ts';

/** Characters without a shape of their own: soft hyphens, zero-width spaces and joiners, marks of direction, variation selectors. */
const INVISIBLE =
  // oxlint-disable-next-line no-misleading-character-class -- ranges of code points, not sequences
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;
/** Apostrophes that NFKC would turn into a space and a mark. */
const SPACING_ACCENTS = /[\u00B4\u0384\u1FBD\u1FBF\u1FFD\u1FFE]/g;
/** Marks that NFKC has not composed with their letter, such as a stress mark on a Cyrillic vowel. */
// oxlint-disable-next-line no-misleading-character-class -- ranges of code points, not sequences
const MARKS = /[\u0300-\u036F\u0483-\u0489\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]/g;
const APOSTROPHES =
  /[`\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u07F4\u07F5\u2018\u2019\u201B\u2032\u2035\uA78C]/g;
const QUOTES = /[\u02BA\u00AB\u00BB\u201C-\u201F]/g;
const DASHES = /[\u02D7\u2010\u2012-\u2015\u2043\u2212]/g;
/** What NFKC leaves of spaces: control characters, separators of lines, a blank Braille pattern. */
const SPACES = /[\u0001-\u0020\u007F-\u009F\u1680\u2028\u2029\u2800]+/g;

/**
 * Folds the spelling of a text, so that two texts that people read as the same are equal: case, width, е and ё, composed and
 * separate marks, apostrophes, quotes, dashes, spaces and invisible characters. Equal to the function `fold` of the database.
 * For search, for titles of departments and for hints; two people are never compared in this way.
 */
export const foldText = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(SPACING_ACCENTS, "'")
    .normalize('NFKC')
    .toLowerCase()
    .replace(MARKS, '')
    .replaceAll('ё', 'е')
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(DASHES, '-')
    .replace(SPACES, ' ')
    .replace(/^ | $/g, '');

/** Cyrillic letters, and Latin ones that are written in several ways, by the Latin letters that they sound like. */
const SOUNDS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ғ: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'e',
  э: 'e',
  ж: 'j',
  ҷ: 'j',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'i',
  ы: 'i',
  ӣ: 'i',
  й: 'y',
  к: 'k',
  қ: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  ң: 'n',
  о: 'o',
  ў: 'o',
  ө: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ӯ: 'u',
  ү: 'u',
  ұ: 'u',
  ф: 'f',
  х: 'h',
  ҳ: 'h',
  һ: 'h',
  ә: 'a',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ю: 'yu',
  я: 'ya',
  ъ: '',
  ь: '',
  "'": '',
  q: 'k',
  x: 'h',
  w: 'v',
};
const SOUNDING = new RegExp(`[${Object.keys(SOUNDS).join('')}]`, 'g');
/** Latin letters that stand for one sound, in the order in which they are replaced. */
const COMBINATIONS = [
  ['kh', 'h'],
  ['gh', 'g'],
  ['dzh', 'j'],
  ['zh', 'j'],
  ['dj', 'j'],
  ['shch', 'sh'],
  ['sch', 'sh'],
  ['ck', 'k'],
] as const;

/**
 * Writes a folded text in Latin letters as it sounds, so that Ахмедов, Akhmedov, Axmedov and Ahmedov are equal, and Юлия, Yuliya
 * and Iuliia. Signs and figures stay. Equal to the function `sound_key` of the database. Only for search: different names can
 * sound the same.
 */
export const soundKey = (folded: string): string =>
  COMBINATIONS.reduce(
    (text, [letters, sound]) => text.replaceAll(letters, sound),
    folded.replace(SOUNDING, (letter) => SOUNDS[letter]!),
  )
    .replace(/c(?!h)/g, 'k')
    .replaceAll('ye', 'e')
    .replaceAll('yo', 'e')
    .replaceAll('y', 'i')
    .replace(/([a-z])\1+/g, '$1');

/** A folded word in which international domains have the spelling in which they are stored. */
const withStoredDomain = (word: string): string =>
  word.includes('xn--') ? foldText(word.includes('@') ? storedAddress(word) : unicodeDomain(word)) : word;

/** The folded words of a search; a text is found if it contains all of them. Every search of people and titles begins here. */
export const searchWords = (search: string): string[] =>
  foldText(search).split(' ').filter(Boolean).map(withStoredDomain);

/** A shorter word is not searched by its sound: two letters sound like too many others. */
const SOUND_MIN = 3;
/** The spellings in which a folded word of a search is looked for: as it is written, and as it sounds. */
export const spellingsOf = (word: string): readonly string[] => {
  const sound = soundKey(word);
  return sound === word || sound.length < SOUND_MIN ? [word] : [word, sound];
};

/**
 * The text in which a text is searched: folded, then as it sounds. Each word is between spaces. Equal to the function
 * `search_text` of the database.
 */
export const searchText = (text: string): string => {
  const folded = foldText(text);
  return ` ${folded} ${soundKey(folded)} `;
};

/** Whether a text contains all words of a search, in any spelling and in Latin or Cyrillic letters. */
export const isFound = (text: string, search: string): boolean => {
  const searched = searchText(text);
  return searchWords(search).every((word) => spellingsOf(word).some((spelling) => searched.includes(spelling)));
};
