import { open } from 'node:fs/promises';
import { binaryKind } from './csv-decode.ts';
import { readCsv } from './csv.ts';
import type { SheetRow } from './sheet-types.ts';
import { readXlsx, type XlsxOptions } from './xlsx-read.ts';

/** Yields the rows of a CSV or XLSX file. The kind is detected from the content, not from the name. */
export async function* readSheet(path: string, options: XlsxOptions = {}): AsyncGenerator<SheetRow> {
  const file = await open(path, 'r');
  const head = Buffer.alloc(8);
  try {
    await file.read(head, 0, 8, 0);
  } finally {
    await file.close();
  }
  const kind = binaryKind(head);
  yield* kind === 'zip' || kind === 'xls' ? readXlsx(path, options) : readCsv(path, options);
}
