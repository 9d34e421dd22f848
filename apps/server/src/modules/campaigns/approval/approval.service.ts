import { needsApproval } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { writeCampaignEmails } from '../campaign-email.ts';
import { countEmails } from '../../delivery/public.ts';
import { quietUntil, settleNotifications, whoWantsEmail } from '../../notifications/public.ts';
import { waitingApprovals } from '../waiting.query.ts';
import { findCampaignRow, updateCampaignRow, type CampaignRecord } from '../campaigns.repo.ts';
import { approvalWords, type ApprovalFacts, type ApprovalEmail } from './approval-email.ts';
import {
  findAdministrators,
  findApprovers,
  findLatestRequest,
  findApprovalSender,
  nameOf,
  someApprovers,
  type Addressee,
} from './approval.query.ts';
import * as repo from './approval.repo.ts';
import { authorsOf } from './approval.rules.ts';

type On = { readonly tx: Tx; readonly platform: Platform };

/** Whether approval of the campaign was requested and is not granted. */
export const isHeld = ({ approval }: Pick<CampaignRecord, 'approval'>): boolean =>
  approval === 'waiting' || approval === 'rejected';

/**
 * Whether approval allows a campaign, whose row is locked, to start. Requests approval if the campaign is above the
 * organisation's limit and approval was never requested. The limit of a new organisation is in force only while an eligible
 * administrator exists; until then larger campaigns are reported when they are planned.
 */
export const mayStart = async (
  on: On,
  campaign: CampaignRecord,
  countRecipients: () => Promise<number>,
): Promise<boolean> => {
  if (campaign.approval !== null) return campaign.approval === 'approved';
  const { approval_above, approval_is_default } = await findApprovalSender(on.tx);
  if (approval_above === null) return true;
  const recipients = await countRecipients();
  if (!needsApproval(recipients, approval_above)) return true;
  if (approval_is_default && (await someApprovers(on.tx, authorsOf(campaign))).approvers_count === 0) {
    if (campaign.status === 'creating') await reportUnapproved(on, campaign, recipients, approval_above);
    return true;
  }
  await ask(on, campaign, recipients);
  return false;
};

/** Records a large campaign that starts without approval in the audit log, and reports it to all administrators by email. */
const reportUnapproved = async (
  on: On,
  campaign: CampaignRecord,
  recipients: number,
  above: number,
  email: 'unapproved' | 'by_tag' = 'unapproved',
): Promise<void> => {
  const by = campaign.edited_by ?? campaign.created_by;
  const person = await nameOf(on.tx, by, campaign.id);
  const act = { action: 'campaign.started_unapproved', actorId: by, actorName: person };
  const details = { recipients, approval_above: above };
  await writeAudit(on.tx, act, { kind: 'campaign', id: campaign.id, title: campaign.name, details });
  const facts = { campaign: campaign.name, person, recipients, above, note: '' };
  await writeEmails(on, campaign.id, email, facts, await findAdministrators(on.tx));
};

/**
 * Reports a campaign by tag when the people just added to it take it past the organisation's limit. It waits for no
 * approval, because its people join the tag one by one.
 */
export const reportLargeByTag = async (on: On, campaignId: string, added: number): Promise<void> => {
  const { approval_above: above } = await findApprovalSender(on.tx);
  if (above === null) return;
  const recipients = await countEmails(on.tx, campaignId);
  if (!needsApproval(recipients, above) || needsApproval(recipients - added, above)) return;
  const campaign = await findCampaignRow(on.tx, campaignId);
  if (campaign) await reportUnapproved(on, campaign, recipients, above, 'by_tag');
};

/**
 * Requests approval of a campaign, whose row is locked, from the other administrators: the campaign waits, the audit log
 * records the request, and each of them gets an email. `name`: the person who asks, if the caller knows the name.
 */
export const ask = async (on: On, campaign: CampaignRecord, recipients: number, name?: string): Promise<void> => {
  const { tx } = on;
  const { approval_above } = await findApprovalSender(tx);
  const before = await findLatestRequest(tx, campaign.id);
  // Raising the limit does not withdraw a request. The request then keeps the limit under which it was made.
  const above = needsApproval(recipients, approval_above) ? approval_above! : (before?.above ?? recipients);
  const by = campaign.edited_by ?? campaign.created_by;
  const person = name ?? (await nameOf(tx, by, campaign.id));
  await repo.askApproval(tx, { campaignId: campaign.id, by, name: person, recipients, above });
  await updateCampaignRow(tx, campaign.id, { approval: 'waiting' });
  const act = { action: 'campaign.approval_asked', actorId: by, actorName: person };
  const details = { recipients, approval_above: above };
  await writeAudit(tx, act, { kind: 'campaign', id: campaign.id, title: campaign.name, details });
  const facts = { campaign: campaign.name, person, recipients, above, note: '' };
  const people = await whoWantsEmail(tx, 'approval', await findApprovers(tx, authorsOf(campaign)));
  await writeEmails(on, campaign.id, 'asked', facts, people, (await quietUntil(tx)) ?? undefined);
  await settleNotifications(tx, waitingApprovals);
};

/** Sends emails about an approval, each in the reader's language, when the transaction commits. */
export const writeEmails = (
  on: On,
  campaignId: string,
  email: ApprovalEmail,
  facts: ApprovalFacts,
  people: readonly Addressee[],
  notBefore?: Date,
): Promise<void> =>
  writeCampaignEmails(
    on,
    {
      campaignId,
      kind: `campaign_${email}`,
      notBefore,
      page: email === 'asked' ? 'setup' : undefined,
      wordsIn: (language) => approvalWords(email, language, facts),
    },
    people,
  );
