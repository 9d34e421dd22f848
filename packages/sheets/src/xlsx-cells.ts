import { escapeCell } from './cell-escape.ts';
import { asText, momentReader, type ColumnType, type LocalMoment, type TableOptions } from './table-types.ts';

/** Numbers of the cell styles in `xlsx-fixed-parts.ts`; 0 is plain, 1 is the header. */
const style = { date: 2, datetime: 3, percent: 4, text: 5, whole_percent: 6 } as const;
const MAX_TEXT = 32_767;

/** Returns a function that writes one cell as XML, by the type of its column; an empty cell is an empty string. */
export const cellWriter = ({ timeZone }: TableOptions) => {
  const momentOf = momentReader(timeZone);
  return (value: unknown, type: ColumnType | undefined, reference: string): string => {
    if (value === null || value === undefined || value === '') return '';
    if ((type === 'number' || type === 'percent') && typeof value === 'number' && Number.isFinite(value)) {
      return type === 'number' ? `<c r="${reference}"><v>${value}</v></c>` : percentCell(value, reference);
    }
    const moment = type === 'date' || type === 'datetime' ? momentOf(value) : undefined;
    if (moment && moment.year >= 1901 && moment.year <= 9999) {
      const serial = serialOf(moment);
      return `<c r="${reference}" s="${style[type as 'date']}"><v>${type === 'date' ? Math.floor(serial) : serial}</v></c>`;
    }
    const text = asText(value);
    return text === '' ? '' : `<c r="${reference}" s="${style.text}" t="inlineStr"><is>${xmlText(text)}</is></c>`;
  };
};

const percentCell = (percent: number, reference: string) =>
  `<c r="${reference}" s="${Number.isInteger(percent) ? style.whole_percent : style.percent}"><v>${Number((percent / 100).toPrecision(15))}</v></c>`;

const serialOf = ({ year, month, day, hour, minute, second }: LocalMoment) =>
  Number((Date.UTC(year, month - 1, day, hour, minute, second) / 86_400_000 + 25_569).toFixed(9));

/** Returns a `<t>` element with the text escaped for spreadsheets and XML; characters that XML forbids become `_xHHHH_`. */
export const xmlText = (raw: string) => {
  const escaped = escapeCell(raw);
  const text = escaped.length > MAX_TEXT ? `${escaped.slice(0, MAX_TEXT - 1)}…` : escaped;
  const spaces = /^\s|\s$|[\n\t]/.test(text) ? ' xml:space="preserve"' : '';
  return `<t${spaces}>${xmlEscape(text)}</t>`;
};

const special: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const xmlEscape = (text: string) => {
  if (!/[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]|_x/.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/_x(?=[0-9a-fA-F]{4}_)/g, '_x005F_x')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (char) => `_x${char.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
    .replace(/[&<>"]/g, (char) => special[char]!);
};

/** 0 → A, 27 → AB. */
export const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));
