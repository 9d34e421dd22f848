import { escapeCell } from './cell-escape.ts';

/** The media type of a CSV file. */
export const CSV_TYPE = 'text/csv; charset=utf-8';

const cellText = (text: string): string => {
  const safe = escapeCell(text);
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * A table as CSV with semicolons, which spreadsheets with Russian and Uzbek settings expect, and a byte order mark, by
 * which they recognise UTF-8. Text never runs as a formula.
 */
export const csvText = (rows: Iterable<readonly string[]>): string => {
  let text = '\ufeff';
  for (const row of rows) text += `${row.map(cellText).join(';')}\r\n`;
  return text;
};
