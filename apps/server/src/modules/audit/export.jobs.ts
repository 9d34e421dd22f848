import { auditFilter } from '@sergak/contract/audit/audit.endpoints.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../platform/job-table.ts';
import type { TableColumn } from '../../platform/sheets/table-types.ts';
import { stepTask } from '../../platform/tasks.ts';
import { deliverWorkbook } from '../files/public.ts';
import { listForExport } from './audit.query.ts';
import { verifyChain } from './chain.service.ts';
import { exportWords } from './export-words.ts';

type Order = JobPayload<'audit.write-export'>;
const AT_ONCE = 2_000;
const widths = [10, 20, 28, 28, 38, 60, 18, 10, 68];
/** A cell of a spreadsheet holds no more. */
const CELL_MAX = 32_000;

/** Writes the filtered lines with their seals, and what the recount of the chain has found, for the person who asked. */
export const writeAuditExport = async (ctx: JobCtx, order: Order): Promise<void> => {
  const words = exportWords[order.language];
  const columns: TableColumn[] = words.columns.map((title, i) => ({ title, width: widths[i], type: 'text' }));
  await deliverWorkbook(ctx, order, words.sheet, async (tx) => [
    { name: words.sheet, columns, rows: lines(ctx, tx, order) },
    {
      name: words.chain,
      columns: [
        { title: words.chain, width: 36, type: 'text' },
        { title: '', width: 70, type: 'text' },
      ],
      rows: facts(tx, order),
    },
  ]);
};

const lines = async function* (ctx: JobCtx, tx: Tx, order: Order) {
  const filter = auditFilter.parse(order.filter);
  let done = 0;
  for (let before = order.newest + 1; ;) {
    const rows = await listForExport(tx, filter, order.time_zone, { before, limit: AT_ONCE });
    for (const row of rows)
      yield [
        String(row.id),
        row.moment,
        row.actor_name,
        row.action,
        row.target,
        row.changes === null ? null : JSON.stringify(row.changes).slice(0, CELL_MAX),
        row.address,
        row.number === null ? null : String(row.number),
        row.hash,
      ];
    await stepTask(ctx, order.event_id, { done: (done += rows.length) });
    if (rows.length < AT_ONCE) return;
    before = rows.at(-1)!.id;
  }
};

const facts = async function* (tx: Tx, order: Order) {
  const words = exportWords[order.language];
  const verdict = await verifyChain(tx, order.organization_id);
  yield [
    words.verdict,
    verdict.broken ? `${words.broken} ${verdict.broken.log_id || verdict.broken.number}` : words.whole,
  ];
  yield [words.rows, String(verdict.rows)];
  yield [words.pending, String(verdict.pending)];
  yield [words.last, String(verdict.last_number)];
  yield [words.head, verdict.head];
};
