import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx as readExactly } from 'hucre/xlsx';
import { readXlsx } from '@sergak/sheets/xlsx-read.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeWorkbook } from './workbook.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbook-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('percentages in workbooks are exact, and displayed with one decimal', async () => {
  const path = join(folder, 'shares.xlsx');
  const shares = [0, 1.74, 12.5, 200 / 3, 100];
  const columns = [{ title: 'Доля', type: 'percent' as const }];
  await writeWorkbook(path, [{ name: 'a', columns, rows: shares.map((share) => [share]) }]);
  const shown: string[] = [];
  for await (const row of readXlsx(path)) shown.push(row.cells[0]!);
  expect(shown).toEqual(['Доля', '0%', '1.7%', '12.5%', '66.7%', '100%']);
  const { sheets } = await readExactly(new Uint8Array(await readFile(path)));
  sheets[0]!.rows.slice(1).forEach(([value], i) => expect(value).toBeCloseTo(shares[i]! / 100, 12));
});
