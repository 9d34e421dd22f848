import { newCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { spreadEmails } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import { instantOf } from '@sergak/contract/campaigns/schedule.rules.ts';
import { isAnonymityEnding } from '../../directory/public.ts';
import { randomNumber } from '../../../platform/random.ts';
import { dayIn, iso, now } from '../../../platform/clock.ts';
import type { Platform } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { foreignSenders } from '../../phishing/public.ts';
import { reportLargeByTag } from '../approval/approval.service.ts';
import { addEmails, emailsHad, type PlannedEmail } from '../../delivery/public.ts';
import { snapshotEmails } from '../snapshot.service.ts';
import * as repo from '../campaigns.repo.ts';
import { findCampaignOrganization, findCampaignEmails, type CampaignOrganization } from '../organization.query.ts';
import { isSendable } from '../launch/email-checks.ts';
import { rejectedPeople, type TagRejection } from './by-tag.query.ts';

export type TagCampaign = {
  readonly actionId: string;
  readonly tag: { readonly id: string; readonly title: string };
  /**
   * Emails to choose from. Deleted and archived emails, and those that could not be sent (a sender that is no longer allowed, a
   * dead link, an unknown variable) are skipped.
   */
  readonly emailIds: readonly string[];
  readonly people: readonly string[];
};
export type TagCampaignResult = {
  /** Null if no email was planned. */
  readonly campaignId: string | null;
  readonly planned: readonly string[];
  readonly rejected: ReadonlyMap<string, TagRejection | 'no_emails' | 'sending_paused'>;
};

const everybody = <T>(people: readonly string[], reason: T): Map<string, T> =>
  new Map(people.map((person) => [person, reason]));

/** Returns the month after next as YYYY-MM-01: a campaign of one month is tracked until the end of the next one. */
const followedUntil = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number + 1, 1)).toISOString().slice(0, 10);
};

/** Returns the name of the campaign: the tag's title and the month in the organisation's language. */
const nameOf = (title: string, month: string, language: CampaignOrganization['language']): string => {
  const locale = { ru: 'ru-RU', en: 'en-US', uz: 'uz-Latn-UZ' }[language];
  const words = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return `${title}: ${words.format(new Date(`${month}T00:00:00Z`)).replace(/\s?г\.$/, '')}`.slice(0, 255);
};

/** Finds or creates the campaign of an action in the organisation's current month. Null if it was completed by hand. */
const tagCampaignOf = async (
  tx: Tx,
  campaign: TagCampaign,
  organization: CampaignOrganization,
): Promise<string | null> => {
  const month = `${dayIn(now(), organization.time_zone).slice(0, 7)}-01`;
  const monthCampaign = await repo.lockCampaignOfTagAction(tx, campaign.actionId, month);
  if (monthCampaign) return monthCampaign.status === 'active' ? monthCampaign.id : null;
  const end = new Date(instantOf(followedUntil(month), 0, organization.time_zone));
  const name = nameOf(campaign.tag.title, month, organization.language);
  return repo.insertCampaign(tx, {
    name,
    is_testing: false,
    settings: newCampaign.parse({ name, templates: campaign.emailIds, emailSendType: 'to_end' }),
    task_id: null,
    created_by: null,
    start_at: now(),
    spread: true,
    send_until: end,
    end_at: end,
    redirect_page_id: null,
    course_id: null,
    is_autophish: true,
    tag_id: campaign.tag.id,
    tag_action_id: campaign.actionId,
    tag_month: month,
    status: 'active',
    launched_at: now(),
  });
};

/**
 * Plans one email for each of these people, in the action's campaign of the month; the usual sending rules apply. For
 * people who cannot get an email now it returns the reason and plans nothing.
 */
export const planTagCampaign = async (
  on: { readonly tx: Tx; readonly platform: Platform },
  campaign: TagCampaign,
): Promise<TagCampaignResult> => {
  const { tx } = on;
  const none = (reason: 'no_emails' | 'sending_paused') => ({
    campaignId: null,
    planned: [],
    rejected: everybody(campaign.people, reason),
  });
  const organization = await findCampaignOrganization(tx);
  if (organization.sending_paused || (await isAnonymityEnding(tx))) return none('sending_paused');
  const found = (await findCampaignEmails(tx, campaign.emailIds)).filter(isSendable);
  const foreign = await foreignSenders(
    on,
    found.map((email) => email.sender_address),
  );
  const emails = found.filter((email) => !foreign.includes(domainOf(email.sender_address)));
  if (emails.length === 0) return none('no_emails');
  await repo.lockTagAction(tx, campaign.actionId);
  const campaignId = await tagCampaignOf(tx, campaign, organization);
  if (!campaignId) return { campaignId: null, planned: [], rejected: everybody(campaign.people, 'sending_paused') };
  const rejected = await rejectedPeople(tx, campaign.people, campaignId, now());
  const planned = campaign.people.filter((person) => !rejected.has(person));
  if (planned.length > 0) {
    await snapshotEmails(
      tx,
      campaignId,
      emails.map((email) => email.id),
    );
    await addEmails(tx, campaignId, await emailsFor(tx, planned, emails), 'active');
    await reportLargeByTag(on, campaignId, planned.length);
  }
  return { campaignId, planned, rejected };
};

type Email = { id: string; sender_address: string };

const emailsFor = async (tx: Tx, people: readonly string[], emails: readonly Email[]): Promise<PlannedEmail[]> => {
  const ids = emails.map((email) => email.id);
  const chosen = spreadEmails(people, ids, await emailsHad(tx, ids, people), randomNumber);
  return people.map((employee_id) => ({ employee_id, email_id: chosen.get(employee_id)!, send_at: iso(now()) }));
};
