/** First characters of text that a spreadsheet runs: formulas, old Lotus commands, and their full-width forms. */
const DANGEROUS = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Puts an apostrophe before text that a spreadsheet treats as a formula (OWASP, CSV injection). */
export const escapeCell = (text: string) => (DANGEROUS.test(text) ? `'${text}` : text);

/** Reverts `escapeCell`, for an exported file that is imported again. */
export const unescapeCell = (text: string) => (text[0] === "'" && DANGEROUS.test(text.slice(1)) ? text.slice(1) : text);
