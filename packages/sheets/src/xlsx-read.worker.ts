import { parentPort, workerData } from 'node:worker_threads';
import { SheetError, type SheetRow } from './sheet-types.ts';
import { sheetHeads, sheetRows } from './xlsx-rows.ts';
import type { FromReader, ReaderTask } from './xlsx-read.ts';
import { openArchive } from './zip-scan.ts';

const BATCH = 500;
const { path, sheet, limits, shape, heads } = workerData as ReaderTask;
const port = parentPort!;

/** Rows are sent only on request, so that they never pile up for a slow reader. */
const nextRequest = () =>
  new Promise<void>((resolve) => {
    port.once('message', () => resolve());
  });
const answer = (message: FromReader) => port.postMessage(message);

const run = async () => {
  let turn = nextRequest();
  const archive = await openArchive(path);
  try {
    if (heads !== undefined) {
      const found = await sheetHeads(archive, heads, limits);
      await turn;
      return answer({ heads: found });
    }
    let rows: SheetRow[] = [];
    for await (const row of sheetRows(archive, sheet, limits, shape)) {
      if (rows.push(row) < BATCH) continue;
      await turn;
      turn = nextRequest();
      answer({ rows });
      rows = [];
    }
    await turn;
    answer({ rows, done: true });
  } finally {
    archive.close();
  }
};

run().catch((error: unknown) => {
  const known = error instanceof SheetError ? error : new SheetError('broken', { detail: 'xlsx' });
  answer({ error: { code: known.code, data: known.data } });
});
