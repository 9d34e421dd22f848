/** Longest title, in characters. */
export const TITLE_MAX = 255;
/** Longest text of a search, in characters. */
export const SEARCH_MAX = 200;
/** Longest subject and text of a message that an administrator writes to employees, in characters. */
export const MESSAGE_THEME_MAX = 255;
export const MESSAGE_TEXT_MAX = 10_000;

export { domainOf, EMAIL_MAX, isEmail } from './email-address.rules.ts';

/**
 * Normalises a line of text: one line, single spaces, letters with diacritics composed, and no
 * characters that change the direction of text, are invisible, or are blank (U+2800, a Braille pattern without dots).
 */
export const cleanLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\u00A0\u200B-\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\u2800\uFEFF]+/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Text without what the database cannot store: NUL and halves of surrogate pairs become U+FFFD. Programs that cut a text after a
 * number of UTF-16 units leave such halves of an emoji.
 */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** A JSON value with every text inside it, names of fields included, made storable. */
export const storableValue = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), storableValue(inner)]));
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** The text escaped for HTML and XML, for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
