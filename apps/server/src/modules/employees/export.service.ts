import type { employeesEndpoints } from '@sergak/contract/employees/employees.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openHeavyTask } from '../../platform/tasks.ts';
import { readSelection, requireSomeone } from '../directory/public.ts';

/** Starts a task that writes the selected people into an XLSX file. */
export const exportSelected = async (ctx: Ctx, input: Input<(typeof employeesEndpoints)['employees.report']>) => {
  const selection = readSelection(input);
  const ids = await requireSomeone(ctx, selection);
  const task_id = await openHeavyTask(ctx.tx, {
    kind: 'employees.write-export',
    createdBy: ctx.viewer.id,
    total: ids.length,
    cancellable: true,
  });
  await enqueue(ctx.tx, 'employees.write-export', {
    task_id,
    employee_id: ctx.viewer.id,
    language: ctx.viewer.language,
    time_zone: ctx.viewer.timeZone,
    selection,
  });
  const order = { id: task_id, task_id, status: 'in_progress' as const, url: null };
  return new Logged(order, { kind: 'employee', details: { affected: ids.length, task_id } });
};
