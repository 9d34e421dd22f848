import { type EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { peopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import type { TableColumn } from '@sergak/sheets/table-types.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../job-table.ts';
import { stepTask } from '../../platform/tasks.ts';
import { isAnonymous, whereSelected } from '../directory/public.ts';
import { joinPath, pathsById } from '../departments/public.ts';
import { deliverWorkbook } from '../files/public.ts';
import { idsByName, listByIds } from './employees.query.ts';
import { exportWords } from './export-words.ts';

type Order = JobPayload<'employees.write-export'>;
const AT_ONCE = 2_000;
const widths = [18, 16, 18, 32, 28, 44, 18, 14, 24, 10, 10, 10];

/** Writes the selected people into an XLSX file that only its author may read. A second run writes a new file. */
export const writeExport = async (ctx: JobCtx, order: Order): Promise<void> => {
  const words = exportWords[order.language];
  const columns: TableColumn[] = words.columns.map((title, i) => ({
    title,
    width: widths[i],
    type: i > 8 ? 'number' : 'text',
  }));
  const anonymous = await ctx.run('read', isAnonymous);
  await deliverWorkbook(
    ctx,
    order,
    words.file,
    async (tx) => [{ name: words.file, columns, rows: await lines(ctx, tx, order, anonymous) }],
    anonymous ? undefined : order.organization_id,
  );
};

const lines = async (ctx: JobCtx, tx: Tx, order: Order, anonymous: boolean) => {
  const where = await whereSelected(tx, peopleSelection.parse(order.selection), order.time_zone);
  const paths = await pathsById(tx);
  const words = exportWords[order.language];
  const line = (p: EmployeeRow) => [
    p.last_name,
    p.first_name,
    p.middle_name,
    p.email,
    p.position,
    joinPath(paths.get(p.department.id) ?? []),
    words.roles[p.role],
    p.is_registered ? words.yes : words.no,
    p.tags.map((tag) => tag.title).join(', '),
    anonymous ? null : p.statistics.risk_level,
    anonymous ? null : p.statistics.phishing_indicator,
    p.statistics.learning_progress,
  ];
  return (async function* () {
    // The ids are read once, so that people who are renamed, added or removed meanwhile are neither skipped nor written twice.
    const ids = await idsByName(tx, where);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      for (const person of await listByIds(tx, ids.slice(from, from + AT_ONCE))) yield line(person);
      await stepTask(ctx, order.event_id, { done: Math.min(from + AT_ONCE, ids.length) });
    }
  })();
};
