import { readSheet } from '@sergak/sheets/read-sheet.ts';
import { SheetError, sheetLimits, type SheetRow } from '@sergak/sheets/sheet-types.ts';
import type { Ctx } from './context.ts';
import { AppError } from './errors.ts';

const codeOf = ({ code }: SheetError) => {
  if (code === 'encoding') return 'import.encoding_unknown';
  return code.startsWith('too_') ? 'import.too_large' : 'import.unreadable';
};

/** The rows of the spreadsheet in the upload `file`. Throws what is wrong with a file that is missing, unreadable or too large. */
export const readUploadedRows = async ({ uploads: { file } }: Ctx, maxRows: number): Promise<SheetRow[]> => {
  if (!file || file.size === 0) throw new AppError('import.unreadable', { code: 'empty' });
  const rows: SheetRow[] = [];
  try {
    for await (const row of readSheet(file.path, { limits: { ...sheetLimits, maxRows } })) rows.push(row);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw new AppError(codeOf(error), { code: error.code, ...error.data });
  }
  return rows;
};
