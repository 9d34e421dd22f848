import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv } from './csv.ts';
import { readSheet } from './read-sheet.ts';
import { SheetError, type SheetRow } from './sheet-types.ts';
import { makeZip, workbookParts } from './zip.fixture.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Rows of a source; null if the file is rejected. Any other error fails the test. */
const rowsOf = async (source: AsyncGenerator<SheetRow>): Promise<SheetRow[] | null> => {
  const rows: SheetRow[] = [];
  try {
    for await (const row of source) rows.push(row);
  } catch (error) {
    expect(error).toBeInstanceOf(SheetError);
    return null;
  }
  return rows;
};
const csvOf = (bytes: Uint8Array) =>
  rowsOf(
    readCsv(
      (async function* chunks() {
        yield bytes;
      })(),
    ),
  );

/** Pieces with a meaning for one of the formats, mixed with any text. */
const pieces = (...known: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...known), fc.string({ unit: 'binary' })), { maxLength: 40 })
    .map((all) => all.join(''));
const csvText = pieces('"', '""', ',', ';', '\t', '\r', '\n', '\r\n', '\uFEFF', '\0', 'email', 'Почта', '=1+1');

test('CSV of any bytes is read or rejected with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 400 }),
        csvText.map((text) => Buffer.from(text)),
      ),
      async (bytes) => {
        expect(await csvOf(bytes)).not.toBeUndefined();
      },
    ),
    { numRuns: 300 },
  );
});

test('no line of CSV with text in it is lost', async () => {
  const word = fc.stringMatching(/^[a-zа-я]{1,8}$/);
  const lines = fc.array(
    fc.array(
      fc.oneof(
        word,
        word.map((text) => `"${text}`),
      ),
      { minLength: 2, maxLength: 2 },
    ),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(lines, async (rows) => {
      const text = [['email', 'имя'], ...rows].map((row) => row.join(',')).join('\n');
      const found = await csvOf(Buffer.from(text));
      expect(found?.length).toBe(rows.length + 1);
    }),
    { numRuns: 200 },
  );
});

const cell = pieces(
  '<c>',
  '</c>',
  '<row>',
  '</row>',
  '<v>1</v>',
  '<c t="s"><v>9</v></c>',
  '<c r="XFD9999">',
  '<is><t>',
  '</t></is>',
  '&#0;',
  '&lt;',
  ']]>',
  '<![CDATA[',
);

test('a workbook of any markup or with damaged bytes is read or rejected with a reason', async () => {
  const path = join(folder, 'a.xlsx');
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(cell, damage, fc.nat(3), async (rows, bytes, cut) => {
      const book = makeZip(workbookParts(rows));
      for (const [at, value] of bytes) book[at % book.length] = value;
      await writeFile(path, book.subarray(0, book.length - cut));
      expect(await rowsOf(readSheet(path))).not.toBeUndefined();
    }),
    { numRuns: 15 },
  );
});
