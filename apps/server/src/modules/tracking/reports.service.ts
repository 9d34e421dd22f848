import type { Input } from '@sergak/contract/endpoint.ts';
import type { trackingEndpoints } from '@sergak/contract/tracking/tracking.endpoints.ts';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue, enqueueForPeople } from '../../platform/jobs.ts';
import { findTrackedCampaign } from './facts.query.ts';
import * as repo from './reports.repo.ts';
import { personInCampaign } from '../results/public.ts';

/**
 * Records that recipients reported their emails, once for each recipient, and returns those whose first report this is. Their
 * risk is computed again.
 */
export const recordReports = async (tx: Tx, reports: readonly repo.ReportedEmail[]): Promise<repo.StoredReport[]> => {
  const stored = await repo.storeReports(tx, reports);
  const counted = stored.filter(({ is_testing }) => !is_testing);
  await enqueueForPeople(tx, 'statistics.refresh-people', [...new Set(counted.map(({ employee_id }) => employee_id))]);
  return stored;
};

/** A report that was taken back is restored, so that a recipient has one. */
const setReported = async (
  { tx, viewer }: Ctx,
  recipient: { id: number; employee_id: string },
  reported: boolean,
  isTesting: boolean,
): Promise<void> => {
  if (!reported) await repo.takeReportsBack(tx, recipient.id, viewer.id);
  else if (!(await repo.restoreReports(tx, recipient.id, viewer.id))) {
    await recordReports(tx, [{ recipient_id: recipient.id, at: now() }]);
    return;
  }
  if (!isTesting) await enqueue(tx, 'statistics.refresh-people', { employee_ids: [recipient.employee_id] });
};

/**
 * Records by hand that a recipient reported the email (by telephone, in person), or takes all reports of a recipient back. The
 * result does not change.
 */
export const markReported = async (ctx: Ctx, input: Input<(typeof trackingEndpoints)['campaigns.mark-reported']>) => {
  const { tx } = ctx;
  const campaign = await findTrackedCampaign(tx, input.id);
  if (!campaign) throw new AppError('campaign.not_found');
  const recipient = await repo.lockReported(tx, input.id, input.recipient);
  if (!recipient) throw new AppError('recipient.not_found');
  const before = recipient.reported_at !== null;
  if (input.reported && recipient.state !== 'sent' && recipient.state !== 'unknown' && recipient.result === 0)
    throw new AppError('recipient.not_sent');
  if (input.reported !== before) await setReported(ctx, recipient, input.reported, campaign.is_testing);
  return new Logged(await personInCampaign(tx, campaign.id, recipient.id), {
    kind: 'campaign',
    id: campaign.id,
    title: campaign.name,
    changes: { reported: [before, input.reported] },
    details: { recipient_id: recipient.id },
  });
};
