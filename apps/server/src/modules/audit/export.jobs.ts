import { auditFilter } from '@sergak/contract/audit/audit.endpoints.ts';
import type { TableColumn } from '@sergak/sheets/table-types.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../job-table.ts';
import { stepTask } from '../../platform/tasks.ts';
import { deliverWorkbook } from '../files/public.ts';
import { conditionOf, linesOfPeople, listForExport, type LogCondition, peopleOfLine } from './audit.query.ts';
import { verifyChain } from './chain.service.ts';
import { exportWords } from './export-words.ts';
import { actionWords, changeWords, type NameOf } from './log-words.ts';
import { thingsIn } from './log.service.ts';
import { peopleNamed } from './things.query.ts';

type Order = JobPayload<'audit.write-export'>;
const AT_ONCE = 2_000;
const widths = [10, 20, 28, 38, 38, 60, 18, 28, 38, 60, 10, 68];
const peopleWidths = [10, 38, 38];
/** A sheet holds no more lines; the last one says that there would be more. */
const PEOPLE_MOST = 1_000_000;
/** A cell of a spreadsheet holds no more. */
const CELL_MAX = 32_000;

/** Writes the filtered lines with their seals, and what the recount of the chain has found, for the person who asked. */
export const writeAuditExport = async (ctx: JobCtx, order: Order): Promise<void> => {
  const words = exportWords[order.language];
  await deliverWorkbook(ctx, order, words.sheet, async (tx) => {
    const reader = { timeZone: order.time_zone, language: order.language };
    const condition = await conditionOf(tx, auditFilter.parse(order.filter), reader);
    return [
      { name: words.sheet, columns: columnsOf(words.columns, widths), rows: lines(ctx, tx, order, condition) },
      { name: words.people, columns: columnsOf(words.peopleColumns, peopleWidths), rows: people(tx, order, condition) },
      {
        name: words.chain,
        columns: [
          { title: words.chain, width: 36, type: 'text' },
          { title: '', width: 70, type: 'text' },
        ],
        rows: facts(tx, order),
      },
    ];
  });
};
const columnsOf = (titles: readonly string[], wide: readonly number[]): TableColumn[] =>
  titles.map((title, i) => ({ title, width: wide[i], type: 'text' }));

/** How the ids of these lines read. */
const namesIn = async (tx: Tx, order: Order, rows: Parameters<typeof thingsIn>[1]): Promise<NameOf> => {
  const { wiped, removed } = exportWords[order.language];
  const things = new Map((await thingsIn(tx, rows)).map((one) => [one.id, one]));
  return (id) => {
    const thing = things.get(id);
    if (!thing) return undefined;
    return thing.state === 'present'
      ? (thing.name ?? id)
      : `${thing.name ?? id} (${thing.name === null ? wiped : removed})`;
  };
};

const lines = async function* (ctx: JobCtx, tx: Tx, order: Order, condition: LogCondition) {
  let done = 0;
  for (let before = order.newest + 1; ;) {
    const rows = await listForExport(tx, condition, order.time_zone, { before, limit: AT_ONCE });
    const nameOf = await namesIn(tx, order, rows);
    for (const row of rows)
      yield [
        String(row.id),
        row.moment,
        row.actor_name,
        actionWords(row.action, order.language),
        row.target === null ? null : (nameOf(row.target) ?? row.target),
        changeWords(row.changes, order.language, nameOf).slice(0, CELL_MAX),
        row.address,
        row.action,
        row.target,
        row.changes === null ? null : JSON.stringify(row.changes).slice(0, CELL_MAX),
        row.number === null ? null : String(row.number),
        row.hash,
      ];
    await stepTask(ctx, order.event_id, { done: (done += rows.length) });
    if (rows.length < AT_ONCE) return;
    before = rows.at(-1)!.id;
  }
};

/** Whom each line was done to, as far as it keeps them by id. */
const people = async function* (tx: Tx, order: Order, condition: LogCondition): AsyncGenerator<readonly unknown[]> {
  const { wiped } = exportWords[order.language];
  let written = 0;
  for (const line of await linesOfPeople(tx, condition, order.newest))
    for (let offset = 0, total = 1; offset < total; offset += AT_ONCE) {
      const part = await peopleOfLine(tx, line, { limit: AT_ONCE, offset });
      total = part.total;
      const known = new Map((await peopleNamed(tx, part.ids)).map((one) => [one.id, one.name]));
      for (const id of part.ids) {
        if (++written > PEOPLE_MOST) return void (yield [String(line), '…', null]);
        yield [String(line), known.get(id) ?? wiped, id];
      }
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
