import type { Input } from '@sergak/contract/endpoint.ts';
import { needsNewApproval } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { StaleCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { campaignsEndpoints } from '@sergak/contract/campaigns/campaigns.endpoints.ts';
import { reminderOffsets } from '@sergak/contract/learning/reminder.rules.ts';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import { iso, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openTask } from '../../platform/tasks.ts';
import { ask } from './approval/approval.service.ts';
import { campaignDetail } from './detail.query.ts';
import { countEmails } from '../delivery/public.ts';
import * as repo from './campaigns.repo.ts';
import type { CampaignRecord } from './campaigns.repo.ts';
import { resolveDates, type Dates } from './launch/dates.ts';
import { findCampaignOrganization } from './organization.query.ts';
import { checkDates, checkExtras, rejectStops } from './launch/preflight.service.ts';
import { settleNotifications } from '../notifications/public.ts';
import { settingsChangedSince } from './changed-settings.query.ts';
import { waitingApprovals } from './waiting.query.ts';

/** Returns the entries of `changes` that differ from the stored values, each with the value before and after. */
const differences = (before: Record<string, unknown>, changes: object): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([field, value]) => JSON.stringify(before[field]) !== JSON.stringify(value))
      .map(([field, value]) => [field, [before[field] ?? null, value]]),
  );

/** Reminder rules as the audit log shows them; null: the rules of the organisation. */
const offsetsOf = (rules: ReminderRules | null | undefined) => (rules ? reminderOffsets(rules) : null);

const timing = ['isDelay', 'dateDelay', 'dateType', 'dateEnd', 'emailSendType', 'email_send_end_date'];
const moment = (text: string | null): Date | null => (text === null ? null : new Date(text));
/** The stored dates, for a change that does not affect them. The start may have passed while the campaign waited. */
const datesOf = ({ start_at, send_until, end_at }: CampaignRecord): Dates => ({
  start: new Date(start_at),
  sendUntil: moment(send_until),
  end: new Date(end_at),
  faults: [],
});

/** Opens the task of planning the emails again; until it ends, the campaign is `creating`. */
const startPlanning = async ({ tx, viewer }: Ctx, total: number) => ({
  task_id: await openTask(tx, { kind: 'campaign', createdBy: viewer.id, total, cancellable: false }),
  status: 'creating' as const,
});

/**
 * Changes a campaign that waits for its start. New dates plan its emails again: until then the campaign is `creating` and
 * nothing is sent. Approval is requested again if it was granted, rejected or pending. If two people save at the same time,
 * the second one is shown the changes of the first.
 */
export const updateCampaign = async (ctx: Ctx, input: Input<(typeof campaignsEndpoints)['campaigns.update']>) => {
  const { id, version, ...changes } = input;
  const campaign = await repo.lockCampaign(ctx.tx, id);
  if (!campaign) throw new AppError('campaign.not_found');
  if (campaign.version !== version)
    throw new AppError('common.stale_version', {
      current: await campaignDetail(ctx.tx, id),
      changes: await settingsChangedSince(ctx.tx, id, campaign.version - version),
    } satisfies StaleCampaign);
  if (campaign.status === 'active') throw new AppError('campaign.active');
  if (campaign.status === 'creating') throw new AppError('campaign.planning');
  if (campaign.status !== 'planned') throw new AppError('campaign.finished', { status: campaign.status });
  const settings = { ...campaign.settings, ...changes };
  const changed = differences(campaign.settings as unknown as Record<string, unknown>, changes);
  const organization = await findCampaignOrganization(ctx.tx);
  const recipients = await countEmails(ctx.tx, id);
  const isRetimed = timing.some((field) => field in changed);
  const dates = isRetimed ? resolveDates(settings, recipients, organization, now()) : datesOf(campaign);
  rejectStops([...(isRetimed ? checkDates(dates, organization) : []), ...(await checkExtras(ctx.tx, settings, false))]);
  const replan =
    iso(dates.start) !== campaign.start_at || (dates.sendUntil && iso(dates.sendUntil)) !== campaign.send_until;
  const event = replan ? await startPlanning(ctx, recipients) : {};
  const touched = replan || needsNewApproval(Object.keys(changed));
  await repo.updateCampaignRow(ctx.tx, id, {
    ...event,
    ...(touched ? { edited_by: ctx.viewer.id } : {}),
    ...(touched && campaign.approval !== null ? { approval: 'waiting' } : {}),
    settings,
    name: settings.name,
    start_at: dates.start,
    spread: dates.sendUntil !== null,
    send_until: dates.sendUntil,
    end_at: dates.end,
    redirect_page_id: settings.enableRedirect ? settings.redirect_page : null,
    course_id: settings.hasAutoCourse ? settings.course : null,
  });
  if ('enableRedirect' in changed || 'redirect_page' in changed) await repo.snapshotRedirectPage(ctx.tx, id);
  if (replan) await enqueue(ctx.tx, 'campaigns.plan-emails', { campaign_id: id });
  else if (touched && campaign.approval !== null)
    await ask(ctx, { ...campaign, name: settings.name, edited_by: ctx.viewer.id }, recipients, ctx.viewer.name);
  if (campaign.approval !== null) await settleNotifications(ctx.tx, waitingApprovals);
  return new Logged(await campaignDetail(ctx.tx, id), {
    kind: 'campaign',
    id,
    title: settings.name,
    changes: {
      ...changed,
      ...('reminders' in changed
        ? { reminders: [offsetsOf(campaign.settings.reminders), offsetsOf(settings.reminders)] }
        : {}),
    },
  });
};
