import { holdsAddress, isAddressList } from '@sergak/contract/employees/addresses.rules.ts';
import { chooseSheet } from '@sergak/sheets/choose-sheet.ts';
import { readHeads, readSheet } from '@sergak/sheets/read-sheet.ts';
import type { SheetRow } from '@sergak/sheets/sheet-types.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';

/** The rows with addresses: those of another sheet if the first one has none, and each cell of a list of addresses alone. */
export const rowsOfAddresses = async (
  ctx: Ctx,
  rows: readonly SheetRow[],
  maxRows: number,
): Promise<readonly SheetRow[]> => {
  if (isAddressList(rows.map(({ cells }) => cells)))
    return rows.flatMap(({ cells }) => cells).map((cell, at) => ({ line: at + 1, cells: [cell] }));
  if (rows.some(({ cells }) => cells.some(holdsAddress))) return rows;
  const { path } = ctx.uploads.file!;
  const { name: sheet } = chooseSheet(await readHeads(path), holdsAddress);
  const others: SheetRow[] = [];
  if (sheet !== '')
    for await (const row of readSheet(path, { sheet }))
      if (others.push(row) > maxRows) throw new AppError('import.too_large');
  return others;
};
