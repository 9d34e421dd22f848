import type { Writable } from 'node:stream';
import { cellWriter, columnName, xmlText } from './xlsx-cells.ts';
import { fixedParts, type WrittenSheet } from './xlsx-fixed-parts.ts';
import type { TableColumn, TableOptions, TableRows } from './table-types.ts';
import { writeZip, type ZipPart } from './zip-write.ts';

export type TableSheet = {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: TableRows;
  /** Hidden names of the first rows, for columns with the name `row`. */
  readonly rowNames?: readonly (string | null)[];
};

/** The media type of a workbook. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAX_ROWS = 1_048_576;
/** Number of rows that decide the widths of the columns; they are read before the first row is written. */
const SAMPLE_ROWS = 100;
const FLUSH_AT = 64 * 1024;
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Writes a workbook row by row in constant memory. Each sheet has a bold frozen header with a filter; rows beyond the
 * limit of a sheet continue in another sheet. Text never runs as a formula: it is stored as a string and also escaped.
 */
export const writeXlsx = async (
  target: string | Writable,
  sheets: readonly TableSheet[],
  options: TableOptions = {},
) => {
  if (sheets.length === 0) throw new Error('xlsx: a workbook needs a sheet');
  await writeZip(target, workbookParts(sheets, options));
};

async function* workbookParts(sheets: readonly TableSheet[], options: TableOptions): AsyncGenerator<ZipPart> {
  const written: WrittenSheet[] = [];
  for (const sheet of sheets) {
    const rows = peekable(sheet.rows);
    try {
      for (let part = 1; part === 1 || (await rows.more()); part++) {
        const name = sheetName(part === 1 ? sheet.name : `${sheet.name.slice(0, 24)} (${part})`, written);
        written.push({ name, columns: sheet.columns, rows: 1, rowNames: part === 1 ? (sheet.rowNames ?? []) : [] });
        yield {
          name: `xl/worksheets/sheet${written.length}.xml`,
          data: sheetXml(sheet.columns, rows, written.at(-1)!, options),
        };
      }
    } finally {
      await rows.close();
    }
  }
  yield* fixedParts(written);
}

async function* sheetXml(columns: readonly TableColumn[], rows: Rows, sheet: WrittenSheet, options: TableOptions) {
  const names = columns.map((_, i) => columnName(i));
  const write = cellWriter(options);
  let text = sheetHead(columns, columnWidths(columns, await rows.sample(SAMPLE_ROWS)));
  while (sheet.rows < MAX_ROWS) {
    const row = await rows.next();
    if (!row) break;
    sheet.rows++;
    let cells = '';
    for (let i = 0; i < columns.length; i++) cells += write(row[i], columns[i]!.type, `${names[i]}${sheet.rows}`);
    text += `<row r="${sheet.rows}">${cells}</row>`;
    if (text.length < FLUSH_AT) continue;
    yield text;
    text = '';
  }
  const filter = columns.length > 0 ? `<autoFilter ref="A1:${names.at(-1)}${sheet.rows}"/>` : '';
  yield `${text}</sheetData>${filter}</worksheet>`;
}

const sheetHead = (columns: readonly TableColumn[], widths: number[]) => {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const cols = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  const titles = columns.map(({ title }, i) => {
    return `<c r="${columnName(i)}1" s="1" t="inlineStr"><is>${xmlText(title)}</is></c>`;
  });
  return [
    `${head}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`,
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`,
    cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '',
    `<sheetData><row r="1">${titles.join('')}</row>`,
  ].join('');
};

type Row = readonly unknown[];
type Rows = ReturnType<typeof peekable>;

const peekable = (source: TableRows) => {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const ahead: Row[] = [];
  let ended = false;
  const pull = async () => {
    if (ended) return undefined;
    const { done, value } = await iterator.next();
    if (!done) return value as Row;
    ended = true;
    return undefined;
  };
  const sample = async (count: number) => {
    while (ahead.length < count) {
      const row = await pull();
      if (!row) break;
      ahead.push(row);
    }
    return ahead.slice(0, count);
  };
  return {
    sample,
    next: async () => ahead.shift() ?? (await pull()),
    more: async () => (await sample(1)).length > 0,
    close: async () => {
      if (!ended) await iterator.return?.();
    },
  };
};

/** Widths, in characters, that fit the title with its filter button and the first rows, up to 60. */
const columnWidths = (columns: readonly TableColumn[], rows: Row[]) =>
  columns.map(({ title, width, type = 'text' }, i) => {
    if (width !== undefined) return width;
    const usual = { text: 12, number: 10, percent: 9, date: 12, datetime: 17 }[type];
    const longest =
      type === 'text' ? Math.max(0, ...rows.map((row) => (typeof row[i] === 'string' ? row[i].length + 2 : 0))) : 0;
    return Math.min(60, Math.max(usual, title.length + 4, longest));
  });

/** Excel rejects some characters, names longer than 31 characters, and two sheets with the same name. */
const sheetName = (wanted: string, written: readonly WrittenSheet[]) => {
  const clean =
    wanted
      .replace(/[\\/?*[\]:\u0000-\u001f]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim()
      .slice(0, 31) || 'Sheet';
  const taken = (name: string) => written.some((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  let name = clean;
  for (let i = 2; taken(name); i++) name = `${clean.slice(0, 31 - ` ${i}`.length)} ${i}`;
  return name;
};
