import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from '@sergak/sheets/xlsx-read.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeWorkbook } from './workbook.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbook-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('percentages in workbooks are rounded like everywhere else', async () => {
  const path = join(folder, 'shares.xlsx');
  const rows = [0, 0.01, 1.74, 9.96, 12.5, 99.9, 100].map((share) => [share]);
  await writeWorkbook(path, [{ name: 'a', columns: [{ title: 'Доля', type: 'percent' }], rows }]);
  const read: string[] = [];
  for await (const row of readXlsx(path)) read.push(row.cells[0]!);
  expect(read).toEqual(['Доля', '0%', '0.1%', '1.7%', '10%', '13%', '99%', '100%']);
});
