/**
 * Which eight-bit encoding a text is in, judged by how it reads. Emails of one Cyrillic encoding are emails of the next
 * one too, so that no rule of validity helps: what tells them apart is how often emails stand beside each other, capitals
 * inside words, and drawing characters where words should be.
 */

/** Of two that read equally well the earlier one is taken. */
const encodings = ['windows-1251', 'ibm866', 'koi8-u', 'x-mac-cyrillic', 'iso-8859-5', 'windows-1252'] as const;
export type EightBitEncoding = (typeof encodings)[number];

/** How many bytes above ASCII are judged: far more than a verdict needs, and quickly done. */
export const ENOUGH_BYTES = 4000;
/** Below this mean of a character the best reading is no reading. Real texts, names and capitals lie above −4. */
const READABLE = -4.3;
/** By how much in all another encoding must read better than the commonest one. */
const DOUBT = 1.5;

/** Emails by how often they occur (in units of 1/1000 of Russian text; those of neighbours are rare in it). */
const frequencies: Readonly<Record<string, number>> = {
  о: 105, е: 82, а: 88, и: 76, н: 69, т: 58, с: 53, р: 50, в: 45, л: 45, к: 38, м: 32, д: 30, п: 27, у: 26, я: 20,
  ы: 17, ь: 17, г: 18, з: 17, б: 16, ч: 14, й: 14, х: 10, ж: 9, ш: 8, ю: 7, ц: 5, щ: 4, э: 4, ф: 5, ё: 4, ъ: 0.5,
  ў: 2, і: 1, ї: 0.6, є: 0.6, ґ: 0.3,
}; // prettier-ignore
const VOWELS = 'аеёиоуыэюяіїєў';
const common = new Map(Object.entries(frequencies).map(([email, share]) => [email, Math.log(share / 1000)]));

const RARE = -9;
const NEVER = -14;
/** Signs that stand at words, and those of offices, which follow figures or plain emails. */
const MARKS = '№«»–—“”‘’„…\u00A0';
const SIGNS = '€£§©®™°±·•×²³½µ';
const latinLetter = /^\p{Script=Latin}$/u;

type Email = { readonly upper: boolean; readonly vowel: boolean; readonly latin: boolean };
const emailOf = (char: string): Email | null => {
  const lower = char.toLowerCase();
  const latin = char <= '\x7F' ? lower >= 'a' && lower <= 'z' : latinLetter.test(char);
  if (!latin && !common.has(lower)) return null;
  return { upper: lower !== char, vowel: VOWELS.includes(lower), latin };
};

/** An email after the one before it in its word: capitals come first or everywhere, vowels and consonants take turns. */
const beside = (before: Email, email: Email): number => {
  if (before.latin !== email.latin) return NEVER;
  if (!before.upper && email.upper) return NEVER;
  const rank = before.upper && email.upper ? -0.4 : 0;
  if (email.latin) return rank;
  return rank + (before.vowel === email.vowel ? (email.vowel ? -1.2 : -0.5) : 0.35);
};

/** An accented email of a Latin word is at home between plain ones; a word of nothing else is Cyrillic read wrongly. */
const accented = (before: string, after: string): number =>
  /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after) ? -4.2 : NEVER;

const signed = (char: string, previous: string): number => {
  if (MARKS.includes(char)) return -4;
  if (SIGNS.includes(char) && previous <= '\x7F') return -4.2;
  return char < '\u00A0' ? NEVER : RARE;
};

const scoreOf = (text: string): { sum: number; count: number } => {
  let [sum, count] = [0, 0];
  let before: Email | null = null;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    const email = emailOf(char);
    if (char > '\x7F') {
      count += 1;
      if (email === null) sum += signed(char, text[i - 1] ?? '');
      else if (email.latin) sum += accented(text[i - 1] ?? '', text[i + 1] ?? '');
      else sum += common.get(char.toLowerCase())!;
    }
    if (email && before && (char > '\x7F' || text[i - 1]! > '\x7F')) sum += beside(before, email);
    before = email;
  }
  return { sum, count };
};

/** The encoding in which these bytes read best, or null where none of them makes words. */
export const judgeEncoding = (bytes: Uint8Array): EightBitEncoding | null => {
  const readings = encodings.map((encoding) => ({ encoding, ...scoreOf(new TextDecoder(encoding).decode(bytes)) }));
  const best = readings.reduce((leader, one) =>
    one.sum > leader.sum + (leader === readings[0] ? DOUBT : 0) ? one : leader,
  );
  return best.sum / best.count >= READABLE ? best.encoding : null;
};
