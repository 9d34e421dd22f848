/**
 * One row of an uploaded table. `line` is where the row begins in the file (CSV) or its number in the sheet (XLSX).
 * A row with a `fault` keeps its own cells only: nothing is added to it and nothing taken from its neighbours.
 */
export type SheetRow = { readonly line: number; readonly cells: string[]; readonly fault?: RowFault };

/** short, long: fewer or more cells than the header has; quote: a quotation mark that is not closed or stands wrongly. */
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

/** The whole file is refused. The code picks the text for people, `data` fills it (line, limit, kind of file found). */
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

/** A row in which nothing is written is no row: spreadsheets leave hundreds of them below the data. */
export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
