import { spreadEmails } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { settleNotifications } from '../../notifications/public.ts';
import { waitingApprovals } from '../waiting.query.ts';
import { spreadOver, workingSpans } from '@sergak/contract/campaigns/schedule.rules.ts';
import { shuffled } from '@sergak/contract/learning/learning.rules.ts';
import { randomNumber } from '../../../platform/random.ts';
import { iso, now } from '../../../platform/clock.ts';
import type { JobCtx } from '../../../platform/jobs.ts';
import type { JobPayload } from '../../../job-table.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { endTask, stepTask, TaskCancelled } from '../../../platform/tasks.ts';
import { ask, mayStart } from '../approval/approval.service.ts';
import * as delivery from '../../delivery/public.ts';
import type { CampaignRecord } from '../campaigns.repo.ts';
import * as repo from '../campaigns.repo.ts';
import { findCampaignOrganization } from '../organization.query.ts';
import { recipientIds } from './targets.query.ts';

/** Small enough that tracking and sign-in do not wait noticeably for a batch, and that the writers end at about the same time. */
const BATCH = 1_000;
/** Number of batches that are written at once, each in a transaction of its own. */
const WRITERS = 2;

type Payload = JobPayload<'campaigns.plan-emails'>;

/**
 * Plans every email of a campaign: person, time and keys. Until the last transaction the campaign is `creating`, and no
 * email of it is sent. A run first deletes rows that an interrupted run left. Safe to run twice.
 */
export const planEmails = async (ctx: JobCtx, payload: Payload): Promise<void> => {
  const campaign = await ctx.run('read', (tx) => repo.findCampaignRow(tx, payload.campaign_id));
  if (campaign?.status !== 'creating') return;
  try {
    await clear(ctx, campaign.id);
    const emails = await plan(ctx, campaign);
    await write(ctx, campaign, emails);
    await start(ctx, payload, emails.length);
  } catch (error) {
    if (error instanceof TaskCancelled) await fail(ctx, campaign, 'cancelled');
    else if (ctx.lastAttempt) await fail(ctx, campaign, 'planning_failed');
    if (!(error instanceof TaskCancelled)) throw error;
  }
};

const clear = async (ctx: JobCtx, campaignId: string) => {
  while ((await ctx.run('write', (tx) => delivery.dropEmails(tx, campaignId, BATCH))) > 0) ctx.signal.throwIfAborted();
};

const plan = async (ctx: JobCtx, campaign: CampaignRecord): Promise<delivery.PlannedEmail[]> => {
  const { people, chosen, had, organization } = await ctx.run('read', async (tx) => {
    const ids = await repo.chosenEmails(tx, campaign.id);
    return {
      people: shuffled(await recipientIds(tx, campaign.settings), randomNumber),
      chosen: ids,
      had: ids.length > 1 ? await delivery.emailsHad(tx, ids) : new Map<string, Set<string>>(), // with one email there is no choice
      organization: await findCampaignOrganization(tx),
    };
  });
  const emailOf = spreadEmails(people, chosen, had, randomNumber);
  const from = Date.parse(campaign.start_at);
  const moments = campaign.spread
    ? spreadOver(workingSpans(from, Date.parse(campaign.send_until ?? campaign.end_at), organization), people.length)
    : [];
  return people.map((employee_id, n) => ({
    employee_id,
    email_id: emailOf.get(employee_id)!,
    send_at: new Date(moments[n] ?? from).toISOString(),
  }));
};

/** Stores the planned emails. When it ends, even with an error, no batch is being written any more. */
const write = async (ctx: JobCtx, { id, task_id }: CampaignRecord, emails: readonly delivery.PlannedEmail[]) => {
  if (task_id) await stepTask(ctx, task_id, { done: 0, total: emails.length, stage: 'campaign_planning' });
  const batches = Array.from({ length: Math.ceil(emails.length / BATCH) }, (_, n) =>
    emails.slice(n * BATCH, (n + 1) * BATCH),
  );
  let done = 0;
  const writeBatches = async () => {
    try {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        ctx.signal.throwIfAborted();
        const rows = batch;
        await ctx.run('write', (tx) => delivery.addEmails(tx, id, rows));
        done += rows.length;
        if (task_id) await stepTask(ctx, task_id, { done });
      }
    } catch (error) {
      batches.length = 0; // the other writer ends with its current batch
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: WRITERS }, writeBatches));
  const failed = ends.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
};

/** Makes the campaign `planned` or `active`, in one transaction, if it is still `creating`. */
const start = (ctx: JobCtx, { campaign_id }: Payload, wanted: number) =>
  ctx.run('write', async (tx) => {
    const campaign = await repo.lockCampaign(tx, campaign_id);
    if (campaign?.status !== 'creating') return;
    const planned = await delivery.countEmails(tx, campaign_id);
    if (planned === 0) {
      await repo.updateCampaignRow(tx, campaign_id, { status: 'failed', failure: 'no_recipients' });
      if (campaign.task_id) await endTask(tx, campaign.task_id, { status: 'error', message: 'campaign.no_recipients' });
      return;
    }
    // People who were removed meanwhile get no email; more emails than people are an error.
    if (planned > wanted) throw new Error(`campaign ${campaign_id}: ${planned} emails planned instead of ${wanted}`);
    const held = await isHeldBack({ tx, platform: ctx.platform }, campaign, planned);
    const waits = Date.parse(campaign.start_at) > now().getTime();
    await repo.updateCampaignRow(
      tx,
      campaign_id,
      waits || held ? { status: 'planned' } : { status: 'active', launched_at: now() },
    );
    if (waits && !held) await enqueue(tx, 'campaigns.advance', { campaign_id }, new Date(campaign.start_at));
    if (campaign.task_id)
      await endTask(tx, campaign.task_id, {
        status: 'success',
        result: { campaign_id, recipients: planned, start_at: iso(new Date(campaign.start_at)) },
      });
    if (held) await settleNotifications(tx, waitingApprovals);
  });

/** Whether the campaign needs the approval of a second administrator, now that its people are counted. */
const isHeldBack = async (on: Parameters<typeof ask>[0], campaign: CampaignRecord, recipients: number) => {
  if (campaign.approval === 'waiting') {
    await ask(on, campaign, recipients);
    return true;
  }
  return !(await mayStart(on, campaign, () => Promise.resolve(recipients)));
};

/** Marks a campaign that cannot be planned as failed and deletes its emails. */
const fail = async (ctx: JobCtx, campaign: CampaignRecord, failure: string) => {
  await ctx.run('write', async (tx) => {
    const current = await repo.lockCampaign(tx, campaign.id);
    if (current?.status === 'creating') await repo.updateCampaignRow(tx, campaign.id, { status: 'failed', failure });
    if (campaign.task_id)
      await endTask(tx, campaign.task_id, {
        status: 'error',
        message: failure === 'cancelled' ? 'task.cancelled' : 'campaign.planning_failed',
      });
  });
  await clear(ctx, campaign.id);
};
