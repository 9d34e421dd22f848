import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx as writeWithOtherLibrary } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { SheetError, type SheetRow } from './sheet-types.ts';
import { readXlsx, type XlsxOptions } from './xlsx-read.ts';
import { makeZip, workbookParts, type FixtureEntry } from './zip.fixture.ts';

let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const saved = async (bytes: Uint8Array) => {
  const path = join(folder, `${files++}.xlsx`);
  await writeFile(path, bytes);
  return path;
};
const read = async (bytes: Uint8Array, options?: XlsxOptions) => {
  const rows: SheetRow[] = [];
  for await (const row of readXlsx(await saved(bytes), options)) rows.push(row);
  return rows;
};
const rejection = async (bytes: Uint8Array, options?: XlsxOptions) => {
  const error = await read(bytes, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SheetError);
  return { code: (error as SheetError).code, ...(error as SheetError).data };
};
const book = (rows: string, strings?: string[], extra: FixtureEntry[] = []) =>
  makeZip([...workbookParts(rows, strings), ...extra]);
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const oneRow = `<row>${text('a')}</row>`;

describe('a workbook of another program', () => {
  test('is read as a person sees it', async () => {
    const bytes = await writeWithOtherLibrary({
      sheets: [
        {
          name: 'Люди',
          columns: [
            {},
            { numFmt: 'dd.mm.yyyy' },
            { numFmt: '0%' },
            { numFmt: '00000' },
            { numFmt: 'dd.mm.yyyy hh:mm' },
            { numFmt: '"+7" (000) 000-00-00' },
            {},
          ],
          rows: [
            ['ФИО', 'Дата', 'Доля', 'Номер', 'Время', 'Телефон', 'Число'],
            [
              'Ёлкин «Пётр» <&>',
              new Date(Date.UTC(2026, 1, 3)),
              0.25,
              42,
              new Date(Date.UTC(2026, 10, 21, 9, 5)),
              9991234567,
              0.1 + 0.2,
            ],
            [
              'oʻzbek',
              new Date(Date.UTC(1999, 11, 31)),
              1,
              12345,
              new Date(Date.UTC(2026, 0, 1)),
              9120000001,
              79991234567,
            ],
            ['только имя', null, null, null, null, null, null],
          ],
        },
      ],
    });
    expect(await read(bytes)).toEqual([
      { line: 1, cells: ['ФИО', 'Дата', 'Доля', 'Номер', 'Время', 'Телефон', 'Число'] },
      {
        line: 2,
        cells: ['Ёлкин «Пётр» <&>', '03.02.2026', '25%', '00042', '21.11.2026 09:05', '+7 (999) 123-45-67', '0.3'],
      },
      { line: 3, cells: ['oʻzbek', '31.12.1999', '100%', '12345', '01.01.2026', '+7 (912) 000-00-01', '79991234567'] },
      { line: 4, cells: ['только имя', '', '', '', '', '', ''] },
    ]);
  });

  test('the first visible sheet is read, or the one with the given name', async () => {
    const bytes = await writeWithOtherLibrary({
      sheets: [
        { name: 'Скрытый', hidden: true, rows: [['h']] },
        { name: 'Первый', rows: [['one']] },
        { name: 'Второй', rows: [['two']] },
      ],
      activeSheet: 1,
    });
    expect(await read(bytes)).toEqual([{ line: 1, cells: ['one'] }]);
    expect(await read(bytes, { sheet: 'Второй' })).toEqual([{ line: 1, cells: ['two'] }]);
    expect(await rejection(bytes, { sheet: 'Нет такого' })).toEqual({ code: 'no_sheet', detail: 'Нет такого' });
  });
});

describe('cells', () => {
  test('formulas have their cached value, rich text is joined, phonetic readings are omitted, errors and booleans are words', async () => {
    const rows = `<row r="1">${text('a')}${text('b')}${text('c')}${text('d')}</row>
      <row r="3"><c r="A3" t="str"><f>"x"&amp;1</f><v>x1</v></c><c r="B3"><f>2*3</f><v>6</v></c>
        <c r="C3" t="s"><v>0</v></c><c r="D3" t="b"><v>1</v></c></row>
      <row r="4"><c r="B4" t="e"><v>#N/A</v></c><c r="D4" t="d"><v>2026-11-21T00:00:00</v></c></row>`;
    const strings = [
      '<r><t>Иван</t></r><r><rPr><b/></rPr><t xml:space="preserve"> Петров</t></r><rPh sb="0" eb="1"><t>no</t></rPh>',
    ];
    expect(await read(book(rows, strings))).toEqual([
      { line: 1, cells: ['a', 'b', 'c', 'd'] },
      { line: 3, cells: ['x1', '6', 'Иван Петров', 'TRUE'] },
      { line: 4, cells: ['', '#N/A', '', '21.11.2026'] },
    ]);
  });
  test('entities, escapes, CDATA, comments and a quoted > in an attribute are decoded', async () => {
    const rows = `<row><!-- <row> --><c t="inlineStr" x="a>b"><is><t>&lt;b&gt; &#x41;_x000D_<![CDATA[<&]]></t></is></c></row>`;
    expect((await read(book(rows)))[0]!.cells).toEqual(['<b> A\r<&']);
  });
  test('a row longer than the header is marked; empty styled cells far to the right are ignored', async () => {
    const rows = `<row>${text('a')}</row><row>${text('1')}<c r="XFD2" s="1"/></row><row>${text('1')}${text('2')}</row>`;
    expect(await read(book(rows))).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['1'] },
      { line: 3, cells: ['1', '2'], fault: 'long' },
    ]);
  });
});

describe('rejected files', () => {
  const withEntry = (entry: FixtureEntry) => book(oneRow, [], [entry]);
  test.each([
    ['a path upwards', () => withEntry({ name: '../evil', data: 'x' }), { code: 'unsafe', detail: 'path' }],
    ['an absolute path', () => withEntry({ name: '/etc/evil', data: 'x' }), { code: 'unsafe', detail: 'path' }],
    ['a drive', () => withEntry({ name: 'C:/evil', data: 'x' }), { code: 'unsafe', detail: 'path' }],
    [
      'a link',
      () => withEntry({ name: 'link', data: '/etc/passwd', unixMode: 0o120777 }),
      { code: 'unsafe', detail: 'link' },
    ],
    ['a part twice', () => withEntry({ name: 'XL/workbook.xml', data: 'x' }), { code: 'unsafe', detail: 'duplicate' }],
    ['encryption', () => withEntry({ name: 'secret', data: 'x', flags: 0x801 }), { code: 'encrypted' }],
    ['an odd method', () => withEntry({ name: 'odd', data: 'x', method: 14 }), { code: 'unsafe', detail: 'method' }],
    [
      'a size that lies',
      () => withEntry({ name: 'lie', data: Buffer.alloc(3_000_000), statedSize: 10 }),
      { code: 'unsafe', detail: 'sizes' },
    ],
    [
      'a DOCTYPE',
      () => withEntry({ name: 'x.xml', data: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }),
      { code: 'unsafe', detail: 'doctype' },
    ],
    [
      'a bomb',
      () => withEntry({ name: 'bomb', data: Buffer.alloc(64 * 1024 * 1024) }),
      { code: 'unsafe', detail: 'bomb' },
    ],
    [
      'too many parts',
      () =>
        book(
          oneRow,
          [],
          Array.from({ length: 2001 }, (_, i) => ({ name: `p${i}`, data: '' })),
        ),
      { code: 'unsafe', detail: 'entries', limit: 2000 },
    ],
    ['some other archive', () => makeZip([{ name: 'a.txt', data: 'a' }]), { code: 'not_xlsx' }],
    ['text', () => Buffer.from('a,b\n'), { code: 'not_xlsx' }],
    [
      'an old workbook',
      () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      { code: 'not_xlsx', detail: 'xls' },
    ],
    ['nothing', () => Buffer.alloc(0), { code: 'empty' }],
    ['no rows', () => book(''), { code: 'empty' }],
    ['tags that do not nest', () => book('<row><c></row></c>'), { code: 'broken', detail: 'xml' }],
    ['a tag that never ends', () => book(`<row ${'x'.repeat(2_000_000)}`), { code: 'broken', detail: 'xml' }],
    [
      'a text that is not there',
      () => book('<row><c t="s"><v>7</v></c></row>'),
      { code: 'broken', detail: 'shared string' },
    ],
    [
      'too many columns',
      () => book(`<row>${'<c><v>1</v></c>'.repeat(101)}</row>`),
      { code: 'too_many_columns', line: 1, limit: 100 },
    ],
    [
      'a cell too long',
      () => book(`<row>${text('x'.repeat(10_001))}</row>`),
      { code: 'cell_too_long', line: 1, limit: 10_000 },
    ],
  ])('%s', async (_name, make, expected) => {
    expect(await rejection(make())).toEqual(expected);
  });

  test('printer settings of a Mac, which have a DOCTYPE, are ignored', async () => {
    const data = '<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x"><plist/>';
    const bytes = withEntry({ name: 'xl/printerSettings/printerSettings1.bin', data });
    expect(await read(bytes)).toEqual([{ line: 1, cells: ['a'] }]);
  });
  test('backslashes in names are converted to slashes, and paths upwards are rejected', async () => {
    const parts = workbookParts(oneRow).map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') }));
    expect(await read(makeZip(parts))).toEqual([{ line: 1, cells: ['a'] }]);
    expect(await rejection(withEntry({ name: '..\\evil', data: 'x' }))).toEqual({ code: 'unsafe', detail: 'path' });
  });
  test('a truncated archive is rejected', async () => {
    expect((await rejection(book(oneRow).subarray(0, 400))).code).toBe('not_xlsx');
  });
  test('limits of size and rows', async () => {
    expect((await rejection(book(oneRow), { limits: { maxBytes: 100 } })).code).toBe('too_large');
    expect((await rejection(book(oneRow.repeat(5)), { limits: { maxRows: 4 } })).code).toBe('too_many_rows');
  });
  test('texts that exhaust the memory end the reader, not the process', async () => {
    const strings = Array.from({ length: 250_000 }, (_, i) => `<t>${(i * 7919).toString(36)} ${'ж'.repeat(20)}</t>`);
    expect(await rejection(book(oneRow, strings), { memoryMb: 20 })).toEqual({ code: 'too_large', detail: 'memory' });
    expect((await read(book(oneRow))).length).toBe(1);
  });
});

describe('time limit and cancelling', () => {
  const many = () => book(`<row>${text('a')}${text('b')}</row>`.repeat(60_000));
  test('an exceeded time limit', async () => {
    expect((await rejection(many(), { timeoutMs: 1 })).code).toBe('timeout');
  });
  test('cancelling between rows', async () => {
    const stop = new AbortController();
    const path = await saved(many());
    const reading = async () => {
      for await (const row of readXlsx(path, { signal: stop.signal })) if (row.line === 100) stop.abort();
    };
    await expect(reading()).rejects.toMatchObject({ code: 'cancelled' });
  });
  test('an error late in the file reaches a slow caller', async () => {
    const path = await saved(book(`${oneRow.repeat(700)}<row><c t="s"><v>7</v></c></row>`));
    const reading = async () => {
      for await (const row of readXlsx(path))
        if (row.line === 1) await new Promise((resolve) => setTimeout(resolve, 300));
    };
    await expect(reading()).rejects.toMatchObject({ code: 'broken', data: { detail: 'shared string' } });
  });
  test('leaving the loop early ends the thread; otherwise all rows are returned', async () => {
    const path = await saved(many());
    for await (const row of readXlsx(path)) if (row.line === 3) break;
    let count = 0;
    for await (const row of readXlsx(path)) if (row.line === count + 1) count++;
    expect(count).toBe(60_000);
  });
});

test('the kind of a table is detected from its content', async () => {
  const kinds: string[][] = [];
  for (const bytes of [book(oneRow), Buffer.from('a;b\n1;2\n')]) {
    for await (const row of readSheet(await saved(bytes))) kinds.push(row.cells);
  }
  expect(kinds).toEqual([['a'], ['a', 'b'], ['1', '2']]);
});
