import { isoDateText, plainNumber, type NumberText } from './cell-text.ts';
import { isBlank, SheetError, type SheetLimits, type SheetRow } from './sheet-types.ts';
import { readNumberTexts, readStrings, readWorkbook, textCollector } from './xlsx-parts.ts';
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
): AsyncGenerator<SheetRow> {
  const workbook = await readWorkbook(archive, sheet);
  const meaning = {
    strings: await readStrings(archive, workbook.strings),
    numbers: await readNumberTexts(archive, workbook),
    limits,
  };
  for (const path of workbook.sheets) {
    let rows = 0;
    for await (const row of rowsOf(archive, path, meaning)) {
      if (++rows > limits.maxRows) throw new SheetError('too_many_rows', { limit: limits.maxRows });
      yield row;
    }
    if (rows > 0) return;
  }
  throw new SheetError('empty');
}

async function* rowsOf(archive: Archive, path: string, meaning: Meaning): AsyncGenerator<SheetRow> {
  const ready: SheetRow[] = [];
  const handlers = rowHandlers(meaning, (row) => ready.push(row));
  let columns: number | undefined;
  for await (const _ of scanXmlSteps(await archive.stream(path), handlers)) {
    for (const { line, cells } of ready.splice(0)) {
      if (isBlank(cells)) continue;
      columns ??= cells.length;
      while (cells.length < columns) cells.push('');
      yield cells.length > columns ? { line, cells, fault: 'long' } : { line, cells };
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

/** `AB12` → 27; undefined for a missing or invalid reference. */
const columnOf = (reference: string | undefined) => {
  const name = /^[A-Za-z]{1,3}/.exec(reference ?? '')?.[0];
  if (!name) return undefined;
  let column = 0;
  for (const char of name.toUpperCase()) column = column * 26 + char.charCodeAt(0) - 64;
  return column - 1;
};
