/**
 * Guesses which eight-bit encoding a text is in. A byte that means a character of the alphabet in one Cyrillic encoding
 * usually means one in the others too, so no rule of validity can tell them apart. The score uses how frequent each
 * character is, which characters follow each other, capitals inside words, and box-drawing characters inside words.
 */

/** In order of preference: of two equal scores the earlier encoding wins. */
const encodings = ['windows-1251', 'ibm866', 'koi8-u', 'x-mac-cyrillic', 'iso-8859-5', 'windows-1252'] as const;
export type EightBitEncoding = (typeof encodings)[number];

/** Number of bytes above ASCII that are enough for a verdict. */
export const CONCLUSIVE_BYTES = 4000;
/** Lowest mean score per character of a text that makes words. Real texts, names and capitals score above −4. */
const READABLE = -4.3;
/** How much more than windows-1251, the commonest encoding, another one must score in total. */
const DOUBT = 1.5;

/** Frequency of each character, per 1,000 characters of Russian text; those of other languages are rare in it. */
const frequencies: Readonly<Record<string, number>> = {
  о: 105, е: 82, а: 88, и: 76, н: 69, т: 58, с: 53, р: 50, в: 45, л: 45, к: 38, м: 32, д: 30, п: 27, у: 26, я: 20,
  ы: 17, ь: 17, г: 18, з: 17, б: 16, ч: 14, й: 14, х: 10, ж: 9, ш: 8, ю: 7, ц: 5, щ: 4, э: 4, ф: 5, ё: 4, ъ: 0.5,
  ў: 2, і: 1, ї: 0.6, є: 0.6, ґ: 0.3,
}; // prettier-ignore
const VOWELS = 'аеёиоуыэюяіїєў';
const common = new Map(Object.entries(frequencies).map(([char, share]) => [char, Math.log(share / 1000)]));

const RARE = -9;
const NEVER = -14;
/** Punctuation next to words, and signs that follow digits or ASCII text. */
const MARKS = '№«»–—“”‘’„…\u00A0';
const SIGNS = '€£§©®™°±·•×²³½µ';
const LATIN = /^\p{Script=Latin}$/u;

type Alphabetic = { readonly upper: boolean; readonly vowel: boolean; readonly latin: boolean };
const alphabeticOf = (char: string): Alphabetic | null => {
  const lower = char.toLowerCase();
  const latin = char <= '\x7F' ? lower >= 'a' && lower <= 'z' : LATIN.test(char);
  if (!latin && !common.has(lower)) return null;
  return { upper: lower !== char, vowel: VOWELS.includes(lower), latin };
};

/** Scores two neighbours in a word: capitals come first or everywhere, vowels and consonants usually alternate. */
const scorePair = (before: Alphabetic, after: Alphabetic): number => {
  if (before.latin !== after.latin) return NEVER;
  if (!before.upper && after.upper) return NEVER;
  const rank = before.upper && after.upper ? -0.4 : 0;
  if (after.latin) return rank;
  return rank + (before.vowel === after.vowel ? (after.vowel ? -1.2 : -0.5) : 0.35);
};

/** Scores an accented Latin character: it needs a plain neighbour; a word of accents alone is Cyrillic decoded wrongly. */
const scoreAccented = (before: string, after: string): number =>
  /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after) ? -4.2 : NEVER;

const scoreSign = (char: string, previous: string): number => {
  if (MARKS.includes(char)) return -4;
  if (SIGNS.includes(char) && previous <= '\x7F') return -4.2;
  return char < '\u00A0' ? NEVER : RARE;
};

const scoreOf = (text: string): { sum: number; count: number } => {
  let [sum, count] = [0, 0];
  let before: Alphabetic | null = null;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    const known = alphabeticOf(char);
    if (char > '\x7F') {
      count += 1;
      if (known === null) sum += scoreSign(char, text[i - 1] ?? '');
      else if (known.latin) sum += scoreAccented(text[i - 1] ?? '', text[i + 1] ?? '');
      else sum += common.get(char.toLowerCase())!;
    }
    if (known && before && (char > '\x7F' || text[i - 1]! > '\x7F')) sum += scorePair(before, known);
    before = known;
  }
  return { sum, count };
};

/** Returns the encoding with the best score for these bytes, or null if they make no words in any of them. */
export const detectEncoding = (bytes: Uint8Array): EightBitEncoding | null => {
  const readings = encodings.map((encoding) => ({ encoding, ...scoreOf(new TextDecoder(encoding).decode(bytes)) }));
  const best = readings.reduce((leader, one) =>
    one.sum > leader.sum + (leader === readings[0] ? DOUBT : 0) ? one : leader,
  );
  return best.sum / best.count >= READABLE ? best.encoding : null;
};
