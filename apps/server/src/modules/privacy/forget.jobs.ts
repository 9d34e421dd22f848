import type { JobPayload } from '../../job-table.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { forgetReminded } from '../organizations/public.ts';
import { forgetRecipients } from '../report-schedules/public.ts';
import { forgetUsers } from '../scim/public.ts';
import { forgetAccess } from '../session/public.ts';
import { forgetCaught } from '../settings/public.ts';
import { forgetPoints } from '../statistics/public.ts';
import { forgetReporters } from '../suspicious-mail/public.ts';
import { forgetMembers } from '../tags/public.ts';

const steps = [
  forgetAccess,
  forgetUsers,
  forgetMembers,
  forgetReminded,
  forgetRecipients,
  forgetReporters,
  forgetCaught,
  forgetPoints,
];

/**
 * Deletes what other modules store about people whose data is erased. Campaigns, certificates and the staff erase their own
 * part. Safe to run twice.
 */
export const forgetPeople = (ctx: JobCtx, payload: JobPayload<'privacy.forget-people'>): Promise<void> =>
  ctx.run('write', async (tx) => {
    for (const step of steps) await step(tx, payload.employee_ids);
  });
