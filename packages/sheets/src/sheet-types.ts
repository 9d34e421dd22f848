/**
 * One row of a table. `line` is the line of the file where the row begins (CSV) or its number in the sheet (XLSX).
 * A row with a `fault` has only its own cells: none are added, and none are taken from neighbouring rows.
 */
export type SheetRow = { readonly line: number; readonly cells: string[]; readonly fault?: RowFault };

/**
 * Which rows are returned, and how many cells they have: those from line `from` on, with `width` cells. Without `width` the first
 * row decides. `ragged`: the rows as they are, without a check of their width.
 */
export type RowShape = { readonly from?: number; readonly width?: number; readonly ragged?: boolean };

/** The first rows of a sheet as they are; a CSV file is one sheet without a name. */
export type SheetHead = { readonly name: string; readonly hidden: boolean; readonly rows: SheetRow[] };

/** short, long: fewer or more cells than the header; quote: a quotation mark that is misplaced or not closed. */
export type RowFault = 'short' | 'long' | 'quote';

export type SheetErrorCode =
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'cell_too_long'
  | 'not_text'
  | 'not_xlsx'
  | 'broken'
  | 'encoding'
  | 'unsafe'
  | 'encrypted'
  | 'no_sheet'
  | 'empty'
  | 'timeout'
  | 'cancelled';

export type SheetErrorData = { readonly line?: number; readonly limit?: number; readonly detail?: string };

/**
 * The whole file is rejected. The code selects the message; `data` contains its parameters (line, limit, kind of
 * file).
 */
export class SheetError extends Error {
  readonly code: SheetErrorCode;
  readonly data: SheetErrorData;
  constructor(code: SheetErrorCode, data: SheetErrorData = {}) {
    super(`sheet: ${code} ${JSON.stringify(data)}`);
    this.code = code;
    this.data = data;
  }
}

export type SheetLimits = {
  readonly maxBytes: number;
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly maxCellLength: number;
};

export const sheetLimits: SheetLimits = {
  maxBytes: 50 * 1024 * 1024,
  maxRows: 500_000,
  maxColumns: 100,
  maxCellLength: 10_000,
};

/** Blank rows are skipped: spreadsheets leave hundreds of them below the data. */
export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
