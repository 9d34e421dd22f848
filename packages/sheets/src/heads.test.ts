import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHeads, readSheet } from './read-sheet.ts';
import type { RowShape } from './sheet-types.ts';
import { makeZip, workbookParts } from './zip.fixture.ts';

let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const saved = async (content: string | Uint8Array) => {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return path;
};
const headOf = async (content: string | Uint8Array) =>
  (await readHeads(await saved(content)))[0]!.rows.map((row) => row.cells);
const rowsOf = async (content: string | Uint8Array, shape: RowShape) => {
  const rows = [];
  for await (const row of readSheet(await saved(content), shape)) rows.push(row);
  return rows;
};

test.each([
  ['the type line of PowerShell', '#TYPE System.Object\r\n"mail","Title"\r\n"a@b.test","x, y"\r\n', ['mail', 'Title']],
  ['a title with another separator', 'АО «Пример», филиал\r\n\r\nПочта;Отдел\r\na@b.test;ИТ\r\n', ['Почта', 'Отдел']],
  ['pipes', '|Name|E-Mail|\n|Kim|a@b.test|\n', ['', 'Name', 'E-Mail', '']],
  ['a declared pipe', 'sep=|\nName|Почта, рабочая\nKim|a@b.test\n', ['Name', 'Почта, рабочая']],
])('%s does not hide the columns below', async (_kind, text, header) => {
  expect(await headOf(text)).toContainEqual(header);
});

test('surnames with a comma in a single column are not two columns', async () => {
  expect(await headOf('ФИО\nЛи, Мария\nКим, Дана\n')).toEqual([['ФИО'], ['Ли, Мария'], ['Ким, Дана']]);
});

test('UTF-16 without a mark is read, as well as with one', async () => {
  const text = Buffer.from('mail\tИмя\r\na@b.test\tЛола\r\n', 'utf16le');
  expect(await headOf(text)).toEqual([
    ['mail', 'Имя'],
    ['a@b.test', 'Лола'],
  ]);
  expect(await headOf(Buffer.from(text).swap16())).toHaveLength(2);
});

test('the first rows are returned with their own widths; the rows of the table have the width that the caller found', async () => {
  const text = 'Список\nПочта;Имя\na@b.test;Лола\nb@b.test\n';
  expect(await headOf(text)).toEqual([['Список'], ['Почта', 'Имя'], ['a@b.test', 'Лола'], ['b@b.test']]);
  expect(await rowsOf(text, { from: 2, width: 2 })).toEqual([
    { line: 2, cells: ['Почта', 'Имя'] },
    { line: 3, cells: ['a@b.test', 'Лола'] },
    { line: 4, cells: ['b@b.test'], fault: 'short' },
  ]);
});

const book = (rows: string, merges: string) => {
  const parts = workbookParts(rows);
  const sheet = parts.find(({ name }) => name === 'xl/worksheets/sheet1.xml')!;
  return makeZip([
    ...parts.filter((part) => part !== sheet),
    { ...sheet, data: String(sheet.data).replace('</sheetData>', `</sheetData>${merges}`) },
  ]);
};
const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;

test('the text of a merged cell belongs to each of its rows; blank rows stay blank', async () => {
  const rows =
    `<row r="1">${cell('A1', 'Отдел')}${cell('B1', 'Почта')}</row><row r="2">${cell('A2', 'Склад')}${cell('B2', 'a@b.test')}</row>` +
    `<row r="3">${cell('B3', 'b@b.test')}</row><row r="4"></row><row r="5">${cell('B5', 'c@b.test')}</row>`;
  const merges = '<mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="B9:A2"/></mergeCells>';
  expect((await rowsOf(book(rows, merges), {})).map((row) => row.cells)).toEqual([
    ['Отдел', 'Почта'],
    ['Склад', 'a@b.test'],
    ['Склад', 'b@b.test'],
    ['', 'c@b.test'],
  ]);
});
