/** What a spreadsheet would run: formulas, old Lotus commands, and the full-width forms that some programs accept too. */
const DANGEROUS = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection). */
export const escapeCell = (text: string) => (DANGEROUS.test(text) ? `'${text}` : text);

/** Undoes `escapeCell`, for a file of ours that comes back as an import. */
export const unescapeCell = (text: string) => (text[0] === "'" && DANGEROUS.test(text.slice(1)) ? text.slice(1) : text);
