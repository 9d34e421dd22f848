import type { Writable } from 'node:stream';
import { displayShare } from '@sergak/contract/share.rules.ts';
import { writeXlsx, type TableSheet } from '@sergak/sheets/xlsx-write.ts';

/** Writes a workbook whose percentages are rounded as on screen and in PDF reports. */
export const writeWorkbook = (target: string | Writable, sheets: readonly TableSheet[], timeZone?: string) =>
  writeXlsx(target, sheets, { roundPercent: displayShare, ...(timeZone === undefined ? {} : { timeZone }) });
