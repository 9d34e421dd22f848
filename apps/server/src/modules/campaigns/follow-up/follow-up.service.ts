import type { Input } from '@sergak/contract/endpoint.ts';
import type { followUpEndpoints } from '@sergak/contract/campaigns/follow-up.endpoints.ts';
import type { PostCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { isAnonymous } from '../../directory/public.ts';
import { iso, now } from '../../../platform/clock.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { Logged, type Ctx, type Platform } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { findRedirectPage } from '../../phishing/public.ts';
import { ask } from '../approval/approval.service.ts';
import { campaignDetail } from '../detail.query.ts';
import type { CampaignRecord } from '../campaigns.repo.ts';
import { countEmails } from '../../delivery/public.ts';
import * as repo from '../campaigns.repo.ts';
import type { CampaignSettings } from '../campaigns.types.ts';
import { followUpStart, resolveDates, type Dates } from '../launch/dates.ts';
import { sendFollowUpFailed } from './follow-up-email.ts';
import { isSendable } from '../launch/email-checks.ts';
import { beginCampaign } from '../launch/launch.service.ts';
import { findCampaignCourse, findCampaignEmails, findCampaignOrganization } from '../organization.query.ts';
import { checkPost, rejectStops } from '../launch/preflight.service.ts';
import { countTargets } from '../launch/targets.query.ts';

type On = { readonly tx: Tx; readonly platform: Platform };
type In<K extends keyof typeof followUpEndpoints> = Input<(typeof followUpEndpoints)[K]>;

/**
 * The form of the follow-up as a campaign. A course or a page that was deleted meanwhile is left out, and so is an email that
 * can no longer be sent.
 */
const settingsOf = async (
  tx: Tx,
  before: CampaignRecord,
  post: PostCampaign,
  start: Date,
): Promise<CampaignSettings> => {
  const { post_campaign_targets: reach, delay_days: _, ...plan } = post;
  const page = post.enableRedirect && post.redirect_page ? await findRedirectPage(tx, post.redirect_page) : undefined;
  const course = post.hasAutoCourse && post.course ? await findCampaignCourse(tx, post.course) : undefined;
  const emails = (await findCampaignEmails(tx, post.templates)).filter(isSendable);
  return {
    ...plan,
    templates: emails.map((email) => email.id),
    enableRedirect: page !== undefined,
    redirect_page: page?.id ?? null,
    hasAutoCourse: course !== undefined,
    course: course?.id ?? null,
    targetType: 'custom',
    selection: null,
    same_people: null,
    // People whom the first campaign left out stay left out.
    excludedTags: [...new Set([...post.excludedTags, ...before.settings.excludedTags])],
    isDelay: post.isDelay,
    dateDelay: post.isDelay ? iso(start) : null,
    post_campaign: null,
    after: { campaign_id: before.id, reach },
  };
};

/** The dates of the form; if they have passed or contradict each other meanwhile, the default dates. */
const datesOf = async (tx: Tx, settings: CampaignSettings, recipients: number, at: Date): Promise<Dates> => {
  const organization = await findCampaignOrganization(tx);
  const forms = [
    settings,
    { ...settings, dateType: 'auto' as const, email_send_end_date: null },
    { ...settings, dateType: 'auto' as const, emailSendType: 'at_once' as const },
  ];
  const dates = forms.map((form) => resolveDates(form, recipients, organization, at));
  return dates.find((one) => one.faults.length === 0) ?? dates.at(-1)!;
};

/** Stores a follow-up that cannot start, with the reason, so that the chain shows it. */
const storeFailed = async (
  { tx, platform }: On,
  before: CampaignRecord,
  settings: CampaignSettings,
  dates: Dates,
  failure: 'no_emails' | 'nobody_reached' | 'follow_up_paused' | 'anonymous',
): Promise<void> => {
  const id = await repo.insertCampaign(tx, {
    name: settings.name,
    is_testing: settings.isTesting,
    settings,
    task_id: null,
    created_by: before.created_by,
    start_at: dates.start,
    spread: dates.sendUntil !== null,
    send_until: dates.sendUntil,
    end_at: dates.end,
    redirect_page_id: settings.redirect_page,
    course_id: settings.course,
    after_campaign_id: before.id,
    status: 'failed',
    failure,
  });
  const act = { action: 'campaign.follow_up_failed', actorId: null, actorName: '' };
  await writeAudit(tx, act, { kind: 'campaign', id, title: settings.name });
  if (failure === 'no_emails' || failure === 'follow_up_paused')
    await sendFollowUpFailed({ tx, platform }, { id, name: settings.name, before: before.name, failure });
};

/**
 * Starts the follow-up of a completed campaign, for the people at or past its mark: as a campaign of its own that is planned
 * at once and waits for its date, and for an approval if it needs one. Emails that were deleted or archived are left out.
 * The follow-up of a campaign that ends while paused does not start: nobody has lifted the pause. Neither does that of an
 * anonymous organisation, because its recipients are chosen by their results.
 */
export const startFollowUp = async (on: On, before: CampaignRecord): Promise<void> => {
  const post = before.settings.post_campaign;
  if (!post) return;
  const at = now();
  const settings = await settingsOf(on.tx, before, post, followUpStart(post, at));
  const { recipients } = await countTargets(on.tx, settings);
  const dates = await datesOf(on.tx, settings, recipients, at);
  if (await isAnonymous(on.tx)) return storeFailed(on, before, settings, dates, 'anonymous');
  if (before.paused_at !== null) return storeFailed(on, before, settings, dates, 'follow_up_paused');
  if (settings.templates.length === 0) return storeFailed(on, before, settings, dates, 'no_emails');
  if (recipients === 0) return storeFailed(on, before, settings, dates, 'nobody_reached');
  const { id } = await beginCampaign(on.tx, { settings, dates, recipients, createdBy: before.created_by });
  const act = { action: 'campaign.follow_up_started', actorId: null, actorName: '' };
  const details = { recipients, emails: settings.templates.length };
  await writeAudit(on.tx, act, { kind: 'campaign', id, title: settings.name, details });
};

const lockOpen = async (tx: Tx, id: string): Promise<CampaignRecord> => {
  const campaign = await repo.lockCampaign(tx, id);
  if (!campaign) throw new AppError('campaign.not_found');
  const { status } = campaign;
  if (status === 'creating') throw new AppError('campaign.planning');
  if (status !== 'planned' && status !== 'active') throw new AppError('campaign.finished', { status });
  return campaign;
};

/**
 * Adds a follow-up to a campaign that has not ended. A planned campaign that needs an approval needs a new one, because its
 * approver has not seen the follow-up; that of an active campaign is approved as a campaign of its own when it starts.
 */
export const addFollowUp = async (ctx: Ctx, { id, ...post }: In<'campaigns.follow-up-add'>) => {
  const { tx, viewer } = ctx;
  const campaign = await lockOpen(tx, id);
  if (campaign.settings.post_campaign) throw new AppError('campaign.has_follow_up');
  rejectStops(await checkPost(ctx, post, new Date(campaign.end_at), await findCampaignOrganization(tx)));
  const asks = campaign.status === 'planned' && campaign.approval !== null;
  await repo.updateCampaignRow(tx, id, {
    settings: { ...campaign.settings, post_campaign: post },
    ...(asks ? { approval: 'waiting' as const, edited_by: viewer.id } : {}),
  });
  if (asks) await ask(ctx, { ...campaign, edited_by: viewer.id }, await countEmails(tx, id), viewer.name);
  return new Logged(await campaignDetail(tx, id), {
    kind: 'campaign',
    id,
    title: campaign.name,
    changes: { post_campaign: [null, post.name] },
  });
};

/** Cancels the follow-up of a campaign that has not ended. Less is sent than was approved, so approval is not affected. */
export const cancelFollowUp = async ({ tx }: Ctx, { id }: In<'campaigns.follow-up-cancel'>) => {
  const campaign = await lockOpen(tx, id);
  const post = campaign.settings.post_campaign;
  if (!post) throw new AppError('campaign.no_follow_up');
  await repo.updateCampaignRow(tx, id, { settings: { ...campaign.settings, post_campaign: null } });
  return new Logged(await campaignDetail(tx, id), {
    kind: 'campaign',
    id,
    title: campaign.name,
    changes: { post_campaign: [post.name, null] },
  });
};
