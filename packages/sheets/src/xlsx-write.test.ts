import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { readXlsx as readWithOtherLibrary } from 'hucre/xlsx';
import { openPromise } from 'yauzl';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { escapeCell, unescapeCell } from './cell-escape.ts';
import type { SheetRow } from './sheet-types.ts';
import type { TableColumn } from './table-types.ts';
import { readXlsx } from './xlsx-read.ts';
import { writeXlsx } from './xlsx-write.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const columns: TableColumn[] = [
  { title: 'ФИО' },
  { title: 'Доля', type: 'percent' },
  { title: 'Дата', type: 'date' },
  { title: 'Время', type: 'datetime' },
  { title: 'Сколько', type: 'number' },
];
const moment = new Date('2026-11-20T21:30:00Z');
const rows = [
  ['Ёлкин «Пётр» <b>&amp; №5 oʻzbek 😀', 1.74, '2026-02-03', moment, -7],
  ['  отступ\nи строка', 12.5, moment, '2026-11-20T21:30:00Z', 0.1 + 0.2],
  [null, undefined, 'когда-нибудь', '', 'много'],
];
const dangerous = ['=1+1', '+79990000000', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1'];

const all = async (source: AsyncIterable<SheetRow>) => {
  const list: string[][] = [];
  for await (const row of source) {
    expect(row.fault).toBeUndefined();
    list.push(row.cells);
  }
  return list;
};
const part = async (path: string, name: string) => {
  const zip = await openPromise(path);
  let text = '';
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue;
    for await (const chunk of await zip.openReadStreamPromise(entry)) text += String(chunk);
  }
  return text;
};

describe('escaping', () => {
  test.each(dangerous)('%j gets an apostrophe, which reading removes', (text) => {
    expect(escapeCell(text)).toBe(`'${text}`);
    expect(unescapeCell(escapeCell(text))).toBe(text);
  });
  test.each(["'", "'тихо'", 'a=b', '5-3', ' =1', ''])('%j is not changed', (text) => {
    expect(escapeCell(text)).toBe(text);
    expect(unescapeCell(text)).toBe(text);
  });
});

describe('XLSX', () => {
  test('a written workbook is read by this reader and by another', async () => {
    const path = join(folder, 'round.xlsx');
    await writeXlsx(path, [{ name: 'Отчёт', columns, rows }], { timeZone: 'Europe/Moscow' });
    expect(await all(readXlsx(path))).toEqual([
      ['ФИО', 'Доля', 'Дата', 'Время', 'Сколько'],
      ['Ёлкин «Пётр» <b>&amp; №5 oʻzbek 😀', '1.7%', '03.02.2026', '21.11.2026 00:30', '-7'],
      ['  отступ\nи строка', '12.5%', '21.11.2026', '21.11.2026 00:30', '0.3'],
      ['', '', 'когда-нибудь', '', 'много'],
    ]);
    const { sheets } = await readWithOtherLibrary(await readFile(path));
    expect(sheets[0]!.name).toBe('Отчёт');
    expect(sheets[0]!.rows[1]).toEqual([
      rows[0]![0],
      0.0174,
      new Date('2026-02-03'),
      new Date('2026-11-21T00:30:00Z'),
      -7,
    ]);
    expect(sheets[0]!.freezePane).toMatchObject({ rows: 1 });
    expect(sheets[0]!.autoFilter).toMatchObject({ range: 'A1:E4' });
  });

  test('names the cells of columns and rows for programs, hidden, within their sheet', async () => {
    const path = join(folder, 'names.xlsx');
    const named: TableColumn[] = [{ title: 'Что' }, { title: 'Было', name: 'row' }, { title: 'Стало', name: 'row' }];
    await writeXlsx(path, [
      {
        name: "Отдел'ы",
        columns: [{ title: 'a' }, { title: 'b', name: 'one.b' }],
        rows: [
          [1, 2],
          [3, 4],
        ],
      },
      {
        name: 'Сводка',
        columns: named,
        rows: [
          ['x', 1, 2],
          ['y', 3, 4],
        ],
        rowNames: ['one.x', null],
      },
      { name: 'Пусто', columns: [{ title: 'b', name: 'one.b' }], rows: [] },
    ]);
    const { namedRanges } = await readWithOtherLibrary(await readFile(path));
    expect(
      namedRanges?.filter((one) => one.name.startsWith('one.')).map((one) => [one.scope, one.name, one.range]),
    ).toEqual([
      ["Отдел'ы", 'one.b', "'Отдел''ы'!$B$2:$B$3"],
      ['Сводка', 'one.x', "'Сводка'!$B$2,'Сводка'!$C$2"],
    ]);
  });

  test('the header is bold', async () => {
    const path = join(folder, 'bold.xlsx');
    await writeXlsx(path, [{ name: 'a', columns, rows: [] }]);
    const { sheets } = await readWithOtherLibrary(await readFile(path), { readStyles: true });
    expect(sheets[0]!.cells!.get('0,0')!.style!.font!.bold).toBe(true);
  });

  test('no text becomes a formula, in no column type and no title', async () => {
    const path = join(folder, 'formulas.xlsx');
    const risky = columns.map((column) => ({ ...column, title: '=cmd' }));
    await writeXlsx(path, [
      { name: 'a', columns: risky, rows: dangerous.map((text) => [text, text, text, text, text]) },
    ]);
    const xml = await part(path, 'xl/worksheets/sheet1.xml');
    expect(xml).not.toContain('<f');
    const [header, ...body] = await all(readXlsx(path));
    expect(header).toEqual(columns.map(() => "'=cmd"));
    expect(body).toEqual(dangerous.map((text) => columns.map(() => `'${text}`)));
  });

  test('characters that XML forbids and texts too long for Excel are written safely', async () => {
    const path = join(folder, 'odd.xlsx');
    await writeXlsx(path, [
      {
        name: 'a',
        columns: [{ title: 'a' }],
        rows: [['\u0001\u0000x\uFFFE'], ['\ud800y'], ['_x0041_'], ['я'.repeat(40_000)]],
      },
    ]);
    const list = await all(readXlsx(path, { limits: { maxCellLength: 40_000 } }));
    expect(list.slice(1, 4)).toEqual([['\u0001\u0000x\uFFFE'], ['\ufffdy'], ['_x0041_']]);
    expect(list[4]![0]).toBe(`${'я'.repeat(32_766)}…`);
  });

  test('names of sheets are made valid and unique', async () => {
    const path = join(folder, 'names.xlsx');
    const sheet = (name: string) => ({ name, columns: [{ title: name }], rows: [] });
    await writeXlsx(path, ['a/b:[c]', 'A b  c', '', 'д'.repeat(40), `${'д'.repeat(31)}!`, "it's & <b>"].map(sheet));
    const { sheets } = await readWithOtherLibrary(await readFile(path));
    const names = sheets.map(({ name }) => name);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(6);
    expect(names.every((name) => /^[^\\/?*[\]:]{1,31}$/.test(name))).toBe(true);
    expect(names[5]).toBe("it's & <b>");
  });

  test('writing to a stream, and a failing source: no file is left behind, and the source is closed', async () => {
    const path = join(folder, 'half.xlsx');
    let closed = false;
    async function* failing() {
      try {
        for (let i = 0; i < 5000; i++) yield [`row ${i}`];
        throw new Error('database went away');
      } finally {
        closed = true;
      }
    }
    await expect(writeXlsx(path, [{ name: 'a', columns: [{ title: 'a' }], rows: failing() }])).rejects.toThrow(
      'database went away',
    );
    await expect(stat(path)).rejects.toThrow('ENOENT');
    expect(closed).toBe(true);

    closed = false;
    const rejecting = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
    async function* endless() {
      try {
        for (let i = 0; ; i++) yield [`row ${i} ${Math.sin(i)}`];
      } finally {
        closed = true;
      }
    }
    await expect(writeXlsx(rejecting, [{ name: 'a', columns: [{ title: 'a' }], rows: endless() }])).rejects.toThrow(
      'disk full',
    );
    await expect.poll(() => closed).toBe(true);
  });

  test('100,000 rows are written and read back', async () => {
    const path = join(folder, 'big.xlsx');
    function* many() {
      for (let i = 1; i <= 100_000; i++) yield [`Иванов ${i}`, 50, moment, moment, i];
    }
    await writeXlsx(path, [{ name: 'a', columns, rows: many() }]);
    let last: SheetRow | undefined;
    for await (const row of readXlsx(path)) last = row;
    expect(last).toEqual({
      line: 100_001,
      cells: ['Иванов 100000', '50%', '20.11.2026', '20.11.2026 21:30', '100000'],
    });
  }, 30_000);
});
