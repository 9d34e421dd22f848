export const certificateDesigns = ['classic', 'modern'] as const;
export type CertificateDesign = (typeof certificateDesigns)[number];

/** `expiring`: the reminder is due. A certificate without an end is `valid`. */
export const certificateStates = ['valid', 'expiring', 'expired', 'revoked'] as const;
export type CertificateState = (typeof certificateStates)[number];

/** Who gets certificates of a course: everybody who completes it, nobody, or with `auto` those who passed a test. */
export const certificateModes = ['auto', 'on', 'off'] as const;
export type CertificateMode = (typeof certificateModes)[number];
export const VALID_MONTHS_MAX = 120;
export const REMIND_DAYS = 30;
export const REMIND_DAYS_MAX = 180;
export const REVOKE_REASON_MAX = 500;
/** Maximum number of certificates in one archive. */
export const ARCHIVE_MAX = 5_000;

/** Digits and letters without those that are easily confused: I, L, O and U. */
export const NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Random characters of a number: 40 bits, so that numbers cannot be guessed. */
export const NUMBER_RANDOM = 8;

/** Two check digits (ISO 7064, MOD 97-10). Letters count as 10 to 35. */
const checkDigits = (text: string): string => {
  let rest = 0;
  for (const char of `${text}00`) {
    const value = parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return String(98 - rest).padStart(2, '0');
};

/** A certificate number, such as `SB-2026-7K3M9Q4X-42`. */
export const certificateNumber = (prefix: string, year: number, random: string): string =>
  `${prefix}-${year}-${random}-${checkDigits(`${prefix}${year}${random}`)}`;

/**
 * The stored form of a number as a person typed it: any letter case, spaces instead of hyphens. Returns null if the text
 * cannot be a number, or if the check digits reveal a typing error.
 */
export const readCertificateNumber = (typed: string): string | null => {
  const text = typed
    .trim()
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]+/g, '-');
  const [, prefix, year, random, check] = /^([A-Z]{2,4})-(\d{4})-([0-9A-Z]{8})-(\d{2})$/.exec(text) ?? [];
  if (prefix === undefined) return null;
  const clear = random!.replaceAll('O', '0').replace(/[IL]/g, '1');
  return checkDigits(`${prefix}${year}${clear}`) === check ? `${prefix}-${year}-${clear}-${check}` : null;
};

const latin: Readonly<Record<string, string>> = {
  а: 'A',
  б: 'B',
  в: 'V',
  г: 'G',
  ғ: 'G',
  д: 'D',
  е: 'E',
  ё: 'E',
  ж: 'J',
  з: 'Z',
  и: 'I',
  й: 'Y',
  к: 'K',
  қ: 'Q',
  л: 'L',
  м: 'M',
  н: 'N',
  о: 'O',
  п: 'P',
  р: 'R',
  с: 'S',
  т: 'T',
  у: 'U',
  ў: 'O',
  ф: 'F',
  х: 'X',
  ҳ: 'H',
  ц: 'C',
  ч: 'C',
  ш: 'S',
  щ: 'S',
  ы: 'Y',
  э: 'E',
  ю: 'Y',
  я: 'Y',
};

/** Two to four Latin letters for an organisation: the first letters of its words, such as `BM` for «Банк Мисол». */
export const numberPrefix = (title: string): string => {
  const words = title.normalize('NFC').match(/\p{L}+/gu) ?? [];
  const letterOf = (char: string) => latin[char.toLowerCase()] ?? (/[a-z]/i.test(char) ? char.toUpperCase() : '');
  const initials = words.map((word) => letterOf(word[0]!)).join('');
  const first = [...(words[0] ?? '')].map(letterOf).join('');
  const prefix = (initials.length >= 2 ? initials : first).slice(0, 4);
  return prefix.length >= 2 ? prefix : 'ORG';
};

/** Initials of a name for the public page: «К. Н.». Empty if the name was erased. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? [])
    .slice(0, 3)
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ');

export const certificateSorts = ['number', 'person', 'course', 'issued_at', 'valid_until'] as const;
