/** One Latin letter or two for a letter of Russian or Uzbek, before {@link SPELLINGS}. */
const LATIN_OF: Readonly<Record<string, string>> = Object.fromEntries(
  `а a б b в v г g д d е e ж j з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х h ц s ч ch ш sh щ sh ы i э e ю iu я ia
  ў o қ k ғ g ҳ h`
    .split(/\s+/)
    .flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1]!]] : [])),
);

/** Spellings of one sound in Latin passports, addresses and both alphabets of Uzbek, in the order in which they are replaced. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[ъь]/g, ''],
  [/s(?:ch|hch)/g, 'sh'],
  [/d?zh|dj/g, 'j'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/ts/g, 's'],
  [/c(?!h)|q/g, 'k'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/ie/g, 'e'],
  [/(.)\1+/gu, '$1'],
];

const spell = (text: string): string => {
  const latin = text.replace(/[а-яқғҳў]/gu, (letter) => LATIN_OF[letter] ?? letter);
  return SPELLINGS.reduce((word, [pattern, sound]) => word.replace(pattern, sound), latin);
};

/** One spelling in Latin for all ways to write a word; several if ё or x may stand for different sounds. */
const readingsOf = (word: string): string[] => {
  const texts = word.includes('ё') ? ['е', 'ио'].map((sound) => word.replaceAll('ё', sound)) : [word];
  return texts
    .flatMap((text) => (text.includes('x') ? ['h', 'ks'].map((sound) => text.replaceAll('x', sound)) : [text]))
    .map(spell);
};

const WORD_LEAST = 3;
const INITIALS_MOST = 3;
/** Longer words, in letters of the password, are not looked for: the work grows with this number. */
const WORD_MOST = 40;

/**
 * Tells of letters in lower case whether they consist of the words, in any order and spelling, with up to three initials or words
 * of one or two letters in between.
 */
export const matcherOf = (words: readonly string[]): ((letters: string) => boolean) => {
  const isLong = ({ length }: string): boolean => length >= WORD_LEAST;
  const long = new Set(words.filter(isLong).flatMap(readingsOf));
  const short = new Set(words.flatMap((word) => [word[0]!, ...(isLong(word) ? [] : [word])]).flatMap(readingsOf));
  // A word may be longer in another spelling: щ is shch.
  const longest = Math.min(WORD_MOST, Math.max(0, ...words.map(({ length }) => length)) + 6);
  const costOf = (part: string): number => {
    const readings = readingsOf(part);
    if (isLong(part) && readings.some((one) => long.has(one))) return 0;
    return !isLong(part) && readings.some((one) => short.has(one)) ? 1 : Infinity;
  };
  return (letters) => {
    // The fewest initials that the letters up to a position need.
    const fewest = [0];
    for (let end = 1; end <= letters.length; end += 1) {
      let best = Infinity;
      for (let start = Math.max(0, end - longest); start < end; start += 1)
        if (fewest[start]! < best) best = Math.min(best, fewest[start]! + costOf(letters.slice(start, end)));
      fewest.push(best);
    }
    return isLong(letters) && fewest.at(-1)! <= INITIALS_MOST && fewest.at(-1)! < letters.length;
  };
};
