import type { Writable } from 'node:stream';
import { writeXlsx, type TableSheet } from '@sergak/sheets/xlsx-write.ts';

/** Writes a workbook. Its percentages are exact, for calculations; the format of the cell displays them rounded. */
export const writeWorkbook = (target: string | Writable, sheets: readonly TableSheet[], timeZone?: string) =>
  writeXlsx(target, sheets, timeZone === undefined ? {} : { timeZone });
