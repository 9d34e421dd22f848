import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { decodeText } from './csv-decode.ts';
import { parseRows } from './csv-parse.ts';
import { SheetError, sheetLimits, type RowShape, type SheetLimits, type SheetRow } from './sheet-types.ts';

export type CsvOptions = RowShape & { readonly limits?: Partial<SheetLimits>; readonly signal?: AbortSignal };

/**
 * Yields the rows of a delimited file (path or bytes), header first, in constant memory. Detects encoding and separator.
 * Every line that is not blank is returned, with its fault if it has one. Throws SheetError for a file that is rejected.
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
  for await (const row of parseRows(decodeText(bytes, limits.maxBytes), limits, options)) {
    if (options.signal?.aborted) throw new SheetError('cancelled');
    yield row;
  }
}
