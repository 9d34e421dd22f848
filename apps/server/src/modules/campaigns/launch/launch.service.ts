import type { Input } from '@sergak/contract/endpoint.ts';
import type { campaignsEndpoints } from '@sergak/contract/campaigns/campaigns.endpoints.ts';
import { filteredCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { filteredPeople } from '@sergak/contract/employees/employees.schema.ts';
import { filterOfQuery } from '@sergak/contract/employees/people-selection.wire.ts';
import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { isAnonymityEnding, isAnonymous } from '../../directory/public.ts';
import { Logged, type Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { openTask } from '../../../platform/tasks.ts';
import { snapshotEmails } from '../snapshot.service.ts';
import * as repo from '../campaigns.repo.ts';
import { deleteDraftRow } from '../drafts/drafts.repo.ts';
import type { CampaignSettings } from '../campaigns.types.ts';
import type { Dates } from './dates.ts';
import { inspect, rejectStops } from './preflight.service.ts';

type Launch = {
  settings: CampaignSettings;
  dates: Dates;
  recipients: number;
  createdBy: string | null;
};

/**
 * Stores a campaign with its emails and queues its planning. Nothing is sent before the planning is complete. Rejected while
 * anonymous mode is being turned off: its results would be separated from their people.
 */
export const beginCampaign = async (tx: Tx, { settings, dates, recipients, createdBy }: Launch) => {
  if (await isAnonymityEnding(tx)) throw new AppError('privacy.ending');
  const task_id = await openTask(tx, { kind: 'campaign', createdBy, total: recipients, cancellable: true });
  const id = await repo.insertCampaign(tx, {
    name: settings.name,
    is_testing: settings.isTesting,
    settings,
    task_id,
    created_by: createdBy,
    start_at: dates.start,
    spread: dates.sendUntil !== null,
    send_until: dates.sendUntil,
    end_at: dates.end,
    redirect_page_id: settings.enableRedirect ? settings.redirect_page : null,
    course_id: settings.hasAutoCourse ? settings.course : null,
    ...(settings.after ? { after_campaign_id: settings.after.campaign_id } : {}),
  });
  await snapshotEmails(tx, id, settings.templates);
  await repo.snapshotRedirectPage(tx, id);
  await enqueue(tx, 'campaigns.plan-emails', { campaign_id: id });
  return { id, task_id };
};

/** Launches a campaign. Returns at once; a job plans the emails, which are sent once all of them are planned. */
export const createCampaign = async (
  ctx: Ctx,
  { draft_id, ...input }: Input<(typeof campaignsEndpoints)['campaigns.create']>,
) => {
  const { answer, dates } = await inspect(ctx, input);
  rejectStops(answer.checks);
  // The statistics of all campaigns minus the others would show the results of a smaller campaign. Tests are in no statistics.
  if (!input.isTesting && answer.recipients < SMALLEST_GROUP && (await isAnonymous(ctx.tx)))
    throw new AppError('privacy.too_few', { least: SMALLEST_GROUP });
  const campaign = await beginCampaign(ctx.tx, {
    settings: input,
    dates,
    recipients: answer.recipients,
    createdBy: ctx.viewer.id,
  });
  if (draft_id !== null) await deleteDraftRow(ctx.tx, draft_id);
  return new Logged(
    { ...campaign, status: 'creating' as const },
    {
      kind: 'campaign',
      id: campaign.id,
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
  const form = filteredCampaign.strip().parse(input);
  const { need_all } = filteredPeople.parse(input);
  const { include_ids = [], exclude_ids = [] } = input;
  return createCampaign(ctx, {
    ...form,
    draft_id: input.draft_id,
    targetType: 'selection',
    same_people: null,
    selection: { all: need_all, ids: { include_ids, exclude_ids }, filter: filterOfQuery(input) },
    targets: { target_users: [], target_departments: [], exclude_users: [] },
  });
};
