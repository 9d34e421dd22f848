/**
 * A line of text as a person would have typed it: one line, single spaces, emails with their marks composed, and no
 * characters that turn the direction of what follows, cannot be seen, or stand for nothing (U+2800, a pattern without dots).
 */
export const cleanLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\u00A0\u200B-\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\u2800\uFEFF]+/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
