import type { JobPayload } from '../../job-table.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { forgetApprovers } from './approval/approval.repo.ts';
import { forgetPeople } from './forget.repo.ts';

/** Clears the personal data of recipients who were removed long ago; results and events are kept. Safe to run twice. */
export const forgetRecipients = (ctx: JobCtx, payload: JobPayload<'campaigns.forget-people'>): Promise<void> =>
  ctx.run('write', async (tx) => {
    await forgetPeople(tx, payload.employee_ids);
    await forgetApprovers(tx, payload.employee_ids);
  });
