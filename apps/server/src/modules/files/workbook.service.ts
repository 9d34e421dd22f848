import { XLSX_TYPE, type TableSheet } from '@sergak/sheets/xlsx-write.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import { deliverFile, type FileOrder } from './delivery.service.ts';

/** Delivers a workbook to the person who ordered it. `hasResults`: it names people with their results of simulations. */
export const deliverWorkbook = (
  ctx: JobCtx,
  order: FileOrder,
  title: string,
  sheets: (tx: Tx) => Promise<readonly TableSheet[]>,
  hasResults = false,
): Promise<void> =>
  deliverFile(ctx, order, { name: title, extension: '.xlsx', type: XLSX_TYPE, hasResults }, (path) =>
    ctx.run('read', async (tx) => writeWorkbook(path, await sheets(tx))),
  );
