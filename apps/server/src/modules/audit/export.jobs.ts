import { auditFilter } from '@sergak/contract/audit/audit.endpoints.ts';
import type { TableColumn } from '@sergak/sheets/table-types.ts';
import type { AuditThings } from '../../platform/audit-things.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../job-table.ts';
import { stepTask } from '../../platform/tasks.ts';
import { type Texts, textsOf } from '../../platform/texts.ts';
import { deliverWorkbook } from '../files/public.ts';
import {
  logCondition,
  type ExportedLine,
  listEntriesWithPeople,
  listForExport,
  type LogCondition,
  listPeopleOfEntry,
} from './audit.query.ts';
import { verifyChain } from './chain.service.ts';
import { actionWords, entryWords, type NameOf } from './log-words.ts';
import { peopleByIds, thingsIn } from './things.service.ts';

type Order = JobPayload<'audit.write-export'>;
const AT_ONCE = 2_000;
type LogTexts = Texts<'audit__server', 'audit'>;
const textsIn = ({ language }: Order): LogTexts => textsOf<'audit__server', 'audit'>(language, 'audit__server');
/** Maximum number of rows of the sheet of people; a last row «…» marks omitted rows. */
const PEOPLE_MOST = 1_000_000;
/** Maximum number of characters in a cell, below the limit of spreadsheets. */
const CELL_MAX = 32_000;

/** Writes the matching entries with their seals, and the verdict on the chain, for the person who ordered the export. */
export const writeAuditExport =
  (things: AuditThings) =>
  async (ctx: JobCtx, order: Order): Promise<void> => {
    const t = textsIn(order);
    const title = t('audit:title');
    await deliverWorkbook(ctx, order, title, async (tx) => {
      const reader = { timeZone: order.time_zone, language: order.language };
      const condition = await logCondition(tx, auditFilter.parse(order.filter), reader);
      return [
        {
          name: title,
          columns: entryColumns(t),
          rows: lines({ ctx, tx, order, condition, things }),
        },
        {
          name: t('export.people'),
          columns: [
            column(t('export.entry'), 10),
            column(t('audit:kind.employee'), 38),
            column(t('export.employee_code'), 38),
          ],
          rows: people({ ctx, tx, order, condition, things }),
        },
        {
          name: t('export.chain'),
          columns: [column(t('export.chain'), 36), column('', 70)],
          rows: facts(tx, order),
        },
      ];
    });
  };
const column = (title: string, width: number): TableColumn => ({ title, width, type: 'text' });
const entryColumns = (t: LogTexts): TableColumn[] => [
  column(t('export.entry'), 10),
  column(t('audit:column.when'), 20),
  column(t('audit:column.who'), 28),
  column(t('audit:column.what'), 38),
  column(t('audit:column.target'), 38),
  column(t('audit:changes'), 60),
  column(t('audit:column.address'), 18),
  column(t('export.action_code'), 28),
  column(t('export.kind_code'), 18),
  column(t('export.object_code'), 38),
  column(t('export.changes'), 60),
  column(t('export.details'), 60),
  column(t('export.number'), 10),
  column(t('export.seal'), 68),
];

type Work = {
  readonly ctx: JobCtx;
  readonly tx: Tx;
  readonly order: Order;
  readonly condition: LogCondition;
  readonly things: AuditThings;
};

/** Names for the ids in these entries. */
const namesIn = async ({ things, tx, order }: Work, rows: readonly ExportedLine[]): Promise<NameOf> => {
  const t = textsIn(order);
  const [wiped, removed] = [t('export.erased'), t('export.deleted')];
  const thingById = new Map((await thingsIn(things, tx, rows)).map((one) => [one.id, one]));
  return (id) => {
    const thing = thingById.get(id);
    if (!thing) return undefined;
    return thing.state === 'present'
      ? (thing.name ?? id)
      : `${thing.name ?? id} (${thing.name === null ? wiped : removed})`;
  };
};

const lines = async function* (work: Work) {
  const { ctx, tx, order, condition } = work;
  let done = 0;
  for (let before = order.newest + 1; ;) {
    const rows = await listForExport(tx, condition, order.time_zone, { before, limit: AT_ONCE });
    const nameOf = await namesIn(work, rows);
    for (const row of rows)
      yield [
        String(row.id),
        row.moment,
        row.actor_name,
        actionWords(row.action, order.language),
        (row.target_id && nameOf(row.target_id)) ?? row.target_title,
        entryWords(row, order.language, nameOf).slice(0, CELL_MAX),
        row.address,
        row.action,
        row.target_kind,
        row.target_id,
        JSON.stringify(row.changes).slice(0, CELL_MAX),
        JSON.stringify(row.details).slice(0, CELL_MAX),
        row.number === null ? null : String(row.number),
        row.hash,
      ];
    await stepTask(ctx, order.task_id, { done: (done += rows.length) });
    if (rows.length < AT_ONCE) return;
    before = rows.at(-1)!.id;
  }
};

/** Rows of the sheet of people: the people of each entry that holds a list of ids. */
const people = async function* ({ tx, order, condition, things }: Work): AsyncGenerator<readonly unknown[]> {
  const wiped = textsIn(order)('export.erased');
  let written = 0;
  for (const line of await listEntriesWithPeople(tx, condition, order.newest))
    for (let offset = 0, total = 1; offset < total; offset += AT_ONCE) {
      const part = await listPeopleOfEntry(tx, line, { limit: AT_ONCE, offset });
      total = part.total;
      for (const { id, name } of await peopleByIds(things, tx, part.ids)) {
        if (++written > PEOPLE_MOST) return void (yield [String(line), '…', null]);
        yield [String(line), name ?? wiped, id];
      }
    }
};

const facts = async function* (tx: Tx, order: Order) {
  const t = textsIn(order);
  const verdict = await verifyChain(tx, order.organization_id);
  const entry = verdict.broken && (verdict.broken.log_id || verdict.broken.number);
  yield [t('export.verdict'), entry ? t('export.broken', { entry }) : t('export.whole')];
  yield [t('audit:check.rows'), String(verdict.rows)];
  yield [t('export.pending'), String(verdict.pending)];
  yield [t('export.last'), String(verdict.last_number)];
  yield [t('audit:check.head'), verdict.head];
};
