import { open } from 'node:fs/promises';
import { binaryKind } from './csv-decode.ts';
import { readCsv, type CsvOptions } from './csv.ts';
import type { SheetHead, SheetRow } from './sheet-types.ts';
import { readXlsx, readXlsxHeads, type XlsxOptions } from './xlsx-read.ts';

/** The kind is detected from the content, not from the name. */
const isWorkbook = async (path: string) => {
  const file = await open(path, 'r');
  const head = Buffer.alloc(8);
  try {
    await file.read(head, 0, 8, 0);
  } finally {
    await file.close();
  }
  const kind = binaryKind(head);
  return kind === 'zip' || kind === 'xls';
};

/** Yields the rows of a CSV or XLSX file. */
export async function* readSheet(path: string, options: XlsxOptions = {}): AsyncGenerator<SheetRow> {
  yield* (await isWorkbook(path)) ? readXlsx(path, options) : readCsv(path, options);
}

/** Maximum number of rows at the beginning of each sheet. */
const HEAD_ROWS = 40;

/** Returns the first rows of each sheet of a CSV or XLSX file, without a check of their width. */
export const readHeads = async (path: string, options: Omit<XlsxOptions, 'sheet'> = {}): Promise<SheetHead[]> =>
  (await isWorkbook(path)) ? readXlsxHeads(path, HEAD_ROWS, options) : [await csvHead(path, options)];

const csvHead = async (path: string, options: CsvOptions): Promise<SheetHead> => {
  const rows: SheetRow[] = [];
  for await (const row of readCsv(path, { ...options, ragged: true })) if (rows.push(row) >= HEAD_ROWS) break;
  return { name: '', hidden: false, rows };
};
