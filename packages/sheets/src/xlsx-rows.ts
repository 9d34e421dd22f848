import { isoDateText, plainNumber, type NumberText } from './cell-text.ts';
import { isBlank, SheetError, type RowShape, type SheetHead, type SheetLimits, type SheetRow } from './sheet-types.ts';
import { columnOf, mergeFiller, readMerges, type Merges } from './xlsx-merges.ts';
import { readNumberTexts, readStrings, readWorkbook, textCollector, type Workbook } from './xlsx-parts.ts';
import { decodeEscapes, scanXmlSteps, type XmlAttributes } from './xml-scan.ts';
import type { Archive } from './zip-scan.ts';

type Cell = { column: number; type: string; style: number; value: string };
type Meaning = { strings: readonly string[]; numbers: readonly NumberText[]; limits: SheetLimits };

/**
 * Yields the rows of the first sheet that is not empty as texts, header first. Rows shorter than the header are padded with
 * empty cells.
 */
export async function* sheetRows(
  archive: Archive,
  sheet: string | undefined,
  limits: SheetLimits,
  shape: RowShape,
): AsyncGenerator<SheetRow> {
  const workbook = await readWorkbook(archive, sheet);
  const meaning = await meaningOf(archive, workbook, limits);
  for (const { path } of workbook.sheets) {
    let rows = 0;
    const merges = await readMerges(archive, path);
    for await (const row of rowsOf(archive, path, meaning, { ...shape, merges })) {
      if (++rows > limits.maxRows) throw new SheetError('too_many_rows', { limit: limits.maxRows });
      yield row;
    }
    if (rows > 0) return;
  }
  throw new SheetError('empty');
}

/** Maximum number of sheets whose first rows are returned. */
const MAX_SHEETS = 50;

/** Returns the first rows of each sheet, hidden ones included. */
export const sheetHeads = async (archive: Archive, count: number, limits: SheetLimits): Promise<SheetHead[]> => {
  const workbook = await readWorkbook(archive, undefined, true);
  const meaning = await meaningOf(archive, workbook, limits);
  const heads: SheetHead[] = [];
  for (const { name, hidden, path } of workbook.sheets.slice(0, MAX_SHEETS)) {
    const rows: SheetRow[] = [];
    // Merged cells are not filled here: finding them would read each sheet to its end.
    const shape = { ragged: true, merges: new Map() };
    for await (const row of rowsOf(archive, path, meaning, shape)) if (rows.push(row) >= count) break;
    heads.push({ name, hidden, rows });
  }
  if (heads.every(({ rows }) => rows.length === 0)) throw new SheetError('empty');
  return heads;
};

const meaningOf = async (archive: Archive, workbook: Workbook, limits: SheetLimits): Promise<Meaning> => ({
  strings: await readStrings(archive, workbook.strings),
  numbers: await readNumberTexts(archive, workbook),
  limits,
});

async function* rowsOf(
  archive: Archive,
  path: string,
  meaning: Meaning,
  { from = 0, width, ragged, merges }: RowShape & { merges: Merges },
): AsyncGenerator<SheetRow> {
  const ready: SheetRow[] = [];
  const handlers = rowHandlers(meaning, (row) => ready.push(row));
  const fill = mergeFiller(merges);
  let columns = width;
  for await (const _ of scanXmlSteps(await archive.stream(path), handlers)) {
    for (const { line, cells } of ready.splice(0)) {
      const blank = isBlank(cells);
      fill(line, cells);
      if (blank || line < from) continue;
      columns ??= cells.length;
      if (!ragged) while (cells.length < columns) cells.push('');
      yield !ragged && cells.length > columns ? { line, cells, fault: 'long' } : { line, cells };
    }
  }
}

const rowHandlers = (meaning: Meaning, emit: (row: SheetRow) => void) => {
  const inline = textCollector();
  let line = 0;
  let cells: string[] = [];
  let cell: Cell | undefined;
  let next = 0;
  let inRow = false;
  let inValue = false;
  let inInline = false;
  return {
    open: (name: string, attributes: XmlAttributes) => {
      if (name === 'row') {
        const stated = Number(attributes['r']);
        line = Number.isInteger(stated) && stated > line ? stated : line + 1;
        cells = [];
        next = 0;
        inRow = true;
      } else if (name === 'c' && inRow) {
        const column = columnOf(attributes['r']) ?? next;
        next = column + 1;
        cell = {
          column,
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          value: '',
        };
        inline.start();
      } else if (name === 'v') inValue = cell !== undefined;
      else if (name === 'is') inInline = true;
      else if (inInline) inline.open(name);
    },
    text: (piece: string) => {
      if (inValue && cell) cell.value += piece;
      else if (inInline) inline.text(piece);
    },
    close: (name: string) => {
      if (name === 'v') inValue = false;
      else if (name === 'is') inInline = false;
      else if (inInline) inline.close(name);
      else if (name === 'c' && cell) {
        place(
          cells,
          cell.column,
          cell.type === 'inlineStr' ? inline.take() : cellText(cell, meaning),
          line,
          meaning.limits,
        );
        cell = undefined;
      } else if (name === 'row' && inRow) {
        inRow = false;
        emit({ line, cells });
      }
    },
  };
};

const place = (cells: string[], column: number, text: string, line: number, limits: SheetLimits) => {
  if (text === '') return;
  if (column >= limits.maxColumns && text.trim() === '') return;
  if (column >= limits.maxColumns) throw new SheetError('too_many_columns', { line, limit: limits.maxColumns });
  if (text.length > limits.maxCellLength) throw new SheetError('cell_too_long', { line, limit: limits.maxCellLength });
  while (cells.length < column) cells.push('');
  cells[column] = text;
};

const cellText = ({ type, style, value }: Cell, { strings, numbers }: Meaning) => {
  if (value === '') return '';
  if (type === 's') {
    const text = strings[Number(value)];
    if (text === undefined) throw new SheetError('broken', { detail: 'shared string' });
    return text;
  }
  if (type === 'str') return decodeEscapes(value);
  if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
  if (type === 'd') return isoDateText(value);
  if (type === 'e') return value;
  const number = Number(value);
  return Number.isFinite(number) ? (numbers[style] ?? plainNumber)(number) : value;
};
