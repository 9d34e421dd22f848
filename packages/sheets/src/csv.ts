import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { decodeText } from './csv-decode.ts';
import { parseRows } from './csv-parse.ts';
import { SheetError, sheetLimits, type SheetLimits, type SheetRow } from './sheet-types.ts';

export type CsvOptions = { readonly limits?: Partial<SheetLimits>; readonly signal?: AbortSignal };

/**
 * Rows of a delimited file (path or bytes) in any encoding that offices here produce, header first, in constant memory.
 * Every line with something in it comes out, whole or with its fault; what is wrong with the file itself is thrown.
 */
export async function* readCsv(
  source: string | AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
): AsyncGenerator<SheetRow> {
  const limits = { ...sheetLimits, ...options.limits };
  if (typeof source === 'string' && (await stat(source)).size > limits.maxBytes) {
    throw new SheetError('too_large', { limit: limits.maxBytes });
  }
  const bytes = typeof source === 'string' ? createReadStream(source, { highWaterMark: 128 * 1024 }) : source;
  for await (const row of parseRows(decodeText(bytes, limits.maxBytes), limits)) {
    if (options.signal?.aborted) throw new SheetError('cancelled');
    yield row;
  }
}
