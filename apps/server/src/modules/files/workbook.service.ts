import { XLSX_TYPE, type TableSheet } from '@sergak/sheets/xlsx-write.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import { deliverFile, type FileOrder } from './delivery.service.ts';

/** Delivers a workbook to the person who ordered it. `resultsOf`: the organisation of whose simulations it has results. */
export const deliverWorkbook = (
  ctx: JobCtx,
  order: FileOrder,
  title: string,
  sheets: (tx: Tx) => Promise<readonly TableSheet[]>,
  resultsOf?: string,
): Promise<void> =>
  deliverFile(ctx, order, { name: title, extension: '.xlsx', type: XLSX_TYPE, resultsOf }, (path) =>
    ctx.run('read', async (tx) => writeWorkbook(path, await sheets(tx))),
  );
