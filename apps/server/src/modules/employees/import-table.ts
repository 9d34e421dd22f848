import type { ColumnMap, NameOrder, TableChoice } from '@sergak/contract/employees/imports.schema.ts';
import { holdsAddress, isAddressList } from '@sergak/contract/employees/addresses.rules.ts';
import { guessNameOrder } from '@sergak/contract/employees/names.rules.ts';
import { unescapeCell } from '@sergak/sheets/cell-escape.ts';
import { chooseSheet } from '@sergak/sheets/choose-sheet.ts';
import type { SheetHead, SheetRow } from '@sergak/sheets/sheet-types.ts';
import { detectColumns, guessColumns } from './import-columns.ts';
import { isGivenNameFirst, meaningOf } from './import-headings.ts';

/** Where the table of a file is, and what its columns mean. */
export type FoundTable = {
  sheet: string;
  /** Line of the headings; 0 if there are none. */
  headerLine: number;
  /** First line that is read, and the number of cells of the rows from there on. */
  from: number;
  width: number;
  /** A list with several addresses in a line: each cell is a person. */
  isList: boolean;
  /** Number of lines of the headings. */
  headerRows: number;
  headers: string[];
  map: ColumnMap;
  nameOrder: NameOrder;
  /** First cells of the lines above the table, which are not read. */
  above: string[];
};

/** How many rows may be above the headings. */
const SEARCHED = 30;

const fieldsIn = ({ cells }: SheetRow) => new Set(cells.flatMap((cell) => meaningOf(cell)?.field ?? []));
const looksLikeData = ({ cells }: SheetRow) =>
  cells.some((cell) => cell.includes('@') && meaningOf(cell) === undefined);

const isHeading = (row: SheetRow) => fieldsIn(row).size > 0 && !looksLikeData(row);

/** The index of the row of headings, or -1. Known words decide; else it is the row above the first address. */
const findHeader = (rows: readonly SheetRow[]): number => {
  let [best, most] = [-1, 0];
  rows.slice(0, SEARCHED).forEach((row, index) => {
    const fields = fieldsIn(row);
    const score = fields.size + (fields.has('email') ? 1 : 0);
    if (score > most && score > 1 && !looksLikeData(row)) [best, most] = [index, score];
  });
  if (best >= 0)
    return best > 0 && secondRow(rows[best - 1]!, rows[best]) && isHeading(rows[best - 1]!) ? best - 1 : best;
  const address = rows.findIndex(({ cells }) => cells.some(holdsAddress));
  if (address < 0) return rows.length > 0 && !looksLikeData(rows[0]!) ? 0 : -1;
  return address > 0 && !looksLikeData(rows[address - 1]!) ? address - 1 : -1;
};

/** A second row of headings below merged ones: «Работник» above «Фамилия», «Имя». */
const secondRow = (header: SheetRow, next: SheetRow | undefined): SheetRow | undefined => {
  if (!next || looksLikeData(next) || next.cells.some((cell) => /^\d+$/.test(cell.trim()))) return undefined;
  const under = next.cells.flatMap((cell, i) => {
    const field = meaningOf(cell)?.field;
    return field && field !== meaningOf(header.cells[i] ?? '')?.field ? [i] : [];
  });
  return under.some((i) => meaningOf(header.cells[i] ?? '')?.field === undefined || (header.cells[i + 1] ?? '') === '')
    ? next
    : undefined;
};

/** The numbers of the columns, which official forms print below the headings. */
const isNumbering = (row: SheetRow | undefined): boolean => {
  const numbers = row?.cells.map((cell) => cell.trim()).filter((cell) => cell !== '') ?? [];
  return numbers.length > 2 && numbers.every((cell, i) => cell === String(i + 1));
};

const widthOf = (rows: readonly SheetRow[]): number => {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [1, 0])[0];
};

/** Finds the table in the first rows of a file. */
export const findTable = (heads: readonly SheetHead[], choice: TableChoice): FoundTable => {
  const { name, rows } = heads.find((head) => head.name === choice.sheet) ?? chooseSheet(heads, holdsAddress);
  const chosen = rows.findIndex(({ line }) => line === choice.header_line);
  const at = choice.header_line === 0 ? -1 : chosen >= 0 ? chosen : findHeader(rows);
  const header = rows[at];
  const second = header && secondRow(header, rows[at + 1]);
  const titleRows = second ? 2 : header ? 1 : 0;
  const headerRows = titleRows + (header && isNumbering(rows[at + titleRows]) ? 1 : 0);
  // Without headings, lines above the first address are titles, unless the administrator says that the first line is a person.
  const firstAddress = Math.max(0, rows.findIndex(looksLikeData));
  const start = header ? at : choice.header_line === 0 ? 0 : firstAddress;
  const body = rows.slice(start + headerRows);
  const isList = !header && isAddressList(body.map((row) => row.cells));
  const width = isList ? 1 : header ? Math.max(header.cells.length, second?.cells.length ?? 0) : widthFor(name, body);
  const headers = Array.from({ length: width }, (_, i) => headingOf(header?.cells[i] ?? '', second?.cells[i] ?? ''));
  const cells = body.map((row) => row.cells.map(unescapeCell));
  const map = isList ? { email: 0 } : (choice.map ?? (header ? detectColumns(headers, cells) : guessColumns(cells)));
  const { full_name } = map;
  const usual = full_name !== undefined && isGivenNameFirst(headers[full_name] ?? '') ? 'first_last' : 'last_first';
  const names = full_name === undefined ? [] : cells.map((row) => row[full_name] ?? '');
  return {
    sheet: name,
    headerLine: header?.line ?? 0,
    from: rows[start]?.line ?? 1,
    width,
    isList,
    headerRows,
    headers,
    map,
    nameOrder: choice.name_order ?? guessNameOrder(names, usual),
    above: rows.slice(0, start).map((row) => row.cells.find((cell) => cell.trim() !== '') ?? ''),
  };
};

/** Rows of a workbook end with their last text, so the longest one counts; rows of a CSV file mostly have the same width. */
const widthFor = (sheet: string, body: readonly SheetRow[]): number =>
  sheet === '' ? widthOf(body) : Math.max(1, ...body.map((row) => row.cells.length));

const headingOf = (upper: string, lower: string): string =>
  lower !== '' && (meaningOf(lower) || upper === '') ? lower : upper;
