import { type EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { peopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { TableColumn } from '@sergak/sheets/table-types.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../job-table.ts';
import { stepTask } from '../../platform/tasks.ts';
import { textsOf } from '../../platform/texts.ts';
import { isAnonymous, whereSelected } from '../directory/public.ts';
import { joinPath, pathsById } from '../departments/public.ts';
import { deliverWorkbook } from '../files/public.ts';
import { idsByName, listByIds } from './employees.query.ts';

type Order = JobPayload<'employees.write-export'>;
const AT_ONCE = 2_000;

const columnsIn = (language: Language): TableColumn[] => {
  const t = textsOf<'employees', 'figures'>(language, 'employees');
  const text = (title: string, width: number): TableColumn => ({ title, width, type: 'text' });
  const number = (title: string): TableColumn => ({ title, width: 10, type: 'number' });
  return [
    text(t('field.last_name'), 18),
    text(t('field.first_name'), 16),
    text(t('field.middle_name'), 18),
    text(t('field.email'), 32),
    text(t('column.position'), 28),
    text(t('column.department'), 44),
    text(t('column.role'), 18),
    text(textsOf(language, 'employees__server')('export.registered'), 14),
    text(t('column.tags'), 24),
    number(t('figures:risk_level')),
    number(t('column.phishing')),
    number(t('column.progress')),
  ];
};

/** Writes the selected people into an XLSX file that only its author may read. A second run writes a new file. */
export const writeExport = async (ctx: JobCtx, order: Order): Promise<void> => {
  const title = textsOf(order.language, 'employees')('title');
  const columns = columnsIn(order.language);
  const anonymous = await ctx.run('read', isAnonymous);
  await deliverWorkbook(
    ctx,
    order,
    title,
    async (tx) => [{ name: title, columns, rows: await lines(ctx, tx, order, anonymous) }],
    anonymous ? undefined : order.organization_id,
  );
};

const lines = async (ctx: JobCtx, tx: Tx, order: Order, anonymous: boolean) => {
  const where = await whereSelected(tx, peopleSelection.parse(order.selection), order.time_zone);
  const paths = await pathsById(tx);
  const t = textsOf<'employees', 'server'>(order.language, 'employees');
  const line = (p: EmployeeRow) => [
    p.last_name,
    p.first_name,
    p.middle_name,
    p.email,
    p.position,
    joinPath(paths.get(p.department.id) ?? []),
    t(`role.${p.role}`),
    t(p.is_registered ? 'server:yes' : 'server:no'),
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
      await stepTask(ctx, order.task_id, { done: Math.min(from + AT_ONCE, ids.length) });
    }
  })();
};
