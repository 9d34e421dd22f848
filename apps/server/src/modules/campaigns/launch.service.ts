import type { Input } from '@sergak/contract/endpoint.ts';
import type { campaignsEndpoints } from '@sergak/contract/campaigns/campaigns.endpoints.ts';
import { filteredCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { filterOfQuery } from '@sergak/contract/employees/employees.rules.ts';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openTask } from '../../platform/tasks.ts';
import type { CampaignRecord } from './campaigns.repo.ts';
import * as repo from './campaigns.repo.ts';
import type { CampaignSettings } from './campaigns.types.ts';
import { resolveDates, type Dates } from './dates.ts';
import { findOrganization, findEmails } from './organization.query.ts';
import { inspect, refuseStops } from './preflight.service.ts';
import { countPeople } from './recipients.query.ts';

type Launch = { settings: CampaignSettings; dates: Dates; recipients: number; createdBy: string | null };

/** Stores a campaign with its emails and queues its planning. Nothing is sent before the planning is complete. */
const begin = async (tx: Tx, { settings, dates, recipients, createdBy }: Launch) => {
  const event_id = await openTask(tx, { kind: 'campaign', createdBy, total: recipients, cancellable: true });
  const id = await repo.insertCampaign(tx, {
    name: settings.name,
    is_testing: settings.isTesting,
    settings,
    event_id,
    created_by: createdBy,
    start_at: dates.start,
    spread: dates.sendUntil !== null,
    send_until: dates.sendUntil,
    end_at: dates.end,
    redirect_page_id: settings.enableRedirect ? settings.redirect_page : null,
    course_id: settings.hasAutoCourse ? settings.course : null,
  });
  await repo.snapshotEmails(tx, id, settings.templates);
  await repo.snapshotRedirectPage(tx, id);
  await enqueue(tx, 'campaigns.plan-emails', { campaign_id: id });
  return { id, event_id };
};

/** Launches a campaign. Returns at once; a job plans the emails, which are sent once all of them are planned. */
export const createCampaign = async (ctx: Ctx, input: Input<(typeof campaignsEndpoints)['campaigns.create']>) => {
  const { answer, dates } = await inspect(ctx, input);
  refuseStops(answer.checks);
  const made = await begin(ctx.tx, {
    settings: input,
    dates,
    recipients: answer.recipients,
    createdBy: ctx.viewer.id,
  });
  return new Logged(
    { ...made, status: 'creating' as const },
    {
      kind: 'campaign',
      id: made.id,
      title: input.name,
      changes: { name: [null, input.name] },
      details: { recipients: answer.recipients, emails: input.templates.length },
    },
  );
};

/** Launches a campaign for people chosen in the staff list with its bulk bar. */
export const createFilteredCampaign = (
  ctx: Ctx,
  input: Input<(typeof campaignsEndpoints)['campaigns.create-filtered']>,
) => {
  // The filter comes in the query; the body has the fields of the campaign.
  const { include_ids, exclude_ids, ...form } = filteredCampaign.strip().parse(input);
  return createCampaign(ctx, {
    ...form,
    targetType: 'selection',
    selection: { all: input.need_all, ids: { include_ids, exclude_ids }, filter: filterOfQuery(input) },
    targets: { target_users: [], target_departments: [], exclude_users: [] },
  });
};

/**
 * Starts the campaign that follows a completed one, for the people at or past its mark, and returns its id. Starts nothing
 * if there are no such people or no emails to send.
 */
export const beginPostCampaign = async (tx: Tx, before: CampaignRecord): Promise<string | null> => {
  const post = before.settings.post_campaign;
  if (!post) return null;
  const { post_campaign_targets: reach, ...plan } = post;
  const emails = await findEmails(tx, plan.templates);
  const settings: CampaignSettings = {
    ...plan,
    templates: emails.map((email) => email.id),
    targetType: 'custom',
    selection: null,
    targets: { target_users: [], target_departments: [], exclude_users: [] },
    excludedTags: before.settings.excludedTags,
    isDelay: false,
    dateDelay: null,
    post_campaign: null,
    after: { campaign_id: before.id, reach },
  };
  const { recipients } = await countPeople(tx, settings);
  if (recipients === 0 || emails.length === 0) return null;
  const organization = await findOrganization(tx);
  const asked = resolveDates(settings, recipients, organization, now());
  // The stored dates may have passed since the form was filled in; then the default dates apply.
  const dates =
    asked.faults.length === 0
      ? asked
      : resolveDates({ ...settings, dateType: 'auto', emailSendType: 'at_once' }, recipients, organization, now());
  return (await begin(tx, { settings, dates, recipients, createdBy: before.created_by })).id;
};
