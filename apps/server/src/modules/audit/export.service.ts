import type { auditEndpoints } from '@sergak/contract/audit/audit.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openHeavyTask } from '../../platform/tasks.ts';
import { logCondition, countAudit } from './audit.query.ts';

/** Starts an XLSX export of exactly the entries that match the filter now. */
export const exportAudit = async (ctx: Ctx, filter: Input<(typeof auditEndpoints)['audit.report']>) => {
  const { newest, total } = await countAudit(ctx.tx, await logCondition(ctx.tx, filter, ctx.viewer));
  const task_id = await openHeavyTask(ctx.tx, {
    kind: 'audit.write-export',
    createdBy: ctx.viewer.id,
    total,
    cancellable: true,
  });
  await enqueue(ctx.tx, 'audit.write-export', {
    task_id,
    employee_id: ctx.viewer.id,
    language: ctx.viewer.language,
    time_zone: ctx.viewer.timeZone,
    filter,
    newest,
  });
  const { search, action, actor_id, from: from_day, to: to_day } = filter;
  const logFilter = { ...(search === '' ? {} : { search }), action, actor_id, from_day, to_day };
  return new Logged({ task_id }, { kind: 'log', details: { ...logFilter, affected: total, task_id } });
};
