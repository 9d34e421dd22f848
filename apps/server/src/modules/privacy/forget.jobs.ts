import type { JobPayload } from '../../job-table.ts';
import { after, MINUTE, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue, type JobCtx } from '../../platform/jobs.ts';
import { forgetRuns } from '../automation/public.ts';
import { forgetApprovers } from '../campaigns/public.ts';
import { findHeldPeople } from '../delivery/public.ts';
import { anonymizePeople } from './results.service.ts';
import { forgetCaughtLearners } from '../learning/public.ts';
import { forgetReaders } from '../notifications/public.ts';
import { forgetReminded } from '../organizations/public.ts';
import { forgetRecipients } from '../report-schedules/public.ts';
import { forgetOpened } from '../search/public.ts';
import { forgetUsers } from '../scim/public.ts';
import { forgetAccess } from '../session/public.ts';
import { forgetCaught } from '../settings/public.ts';
import { forgetIdentities } from '../sso/public.ts';
import { forgetFigures, recountDepartments } from '../statistics/public.ts';
import { forgetReporters } from '../suspicious-mail/public.ts';
import { forgetMembers } from '../tags/public.ts';

/** Separates the results of these people from them. An email that a sender holds ends within minutes; the job then comes back. */
const forgetResults = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const { campaigns } = await anonymizePeople(tx, ids);
  await recountDepartments(tx, campaigns);
  const held = await findHeldPeople(tx, ids);
  if (held.length > 0) await enqueue(tx, 'privacy.forget-people', { employee_ids: held }, after(now(), MINUTE));
};

const steps = [
  forgetResults,
  forgetApprovers,
  forgetCaughtLearners,
  forgetRuns,
  forgetAccess,
  forgetUsers,
  forgetIdentities,
  forgetMembers,
  forgetReminded,
  forgetRecipients,
  forgetReporters,
  forgetReaders,
  forgetCaught,
  forgetFigures,
  forgetOpened,
];

/**
 * Deletes what other modules store about people whose data is erased, and makes their results anonymous. Certificates and the
 * staff erase their own part. Safe to run twice.
 */
export const forgetPeople = (ctx: JobCtx, payload: JobPayload<'privacy.forget-people'>): Promise<void> =>
  ctx.run('write', async (tx) => {
    for (const step of steps) await step(tx, payload.employee_ids);
  });
