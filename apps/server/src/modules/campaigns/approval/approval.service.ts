import { needsApproval } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { layOutEmail } from '../../settings/public.ts';
import { queueEmail } from '../../../platform/outbox.ts';
import { updateCampaign, type CampaignRecord } from '../campaigns.repo.ts';
import { approvalWords, type ApprovalFacts, type ApprovalEmail } from './approval-email.ts';
import { findApprovers, findQuestion, findSender, nameOf, type Addressee } from './approval.query.ts';
import * as repo from './approval.repo.ts';
import { authorsOf } from './approval.rules.ts';

type On = { readonly tx: Tx; readonly platform: Platform };

/** Whether a campaign is held back: it was asked for, and the answer is not yes. */
export const isHeld = ({ approval }: Pick<CampaignRecord, 'approval'>): boolean =>
  approval === 'waiting' || approval === 'refused';

/**
 * Whether a campaign, whose row is locked, may start as far as approval goes. One that is above the limit of the
 * organisation and was never asked for is asked for here.
 */
export const mayStart = async (
  on: On,
  campaign: CampaignRecord,
  countRecipients: () => Promise<number>,
): Promise<boolean> => {
  if (campaign.approval !== null) return campaign.approval === 'approved';
  const { approval_above } = await findSender(on.tx);
  if (approval_above === null) return true;
  const recipients = await countRecipients();
  if (!needsApproval(recipients, approval_above)) return true;
  await ask(on, campaign, recipients);
  return false;
};

/**
 * Asks the other administrators to approve a campaign, whose row is locked: it waits, the question stands in the action
 * log, and each of them gets an email. `name`: who asks, where the caller knows.
 */
export const ask = async (on: On, campaign: CampaignRecord, recipients: number, name?: string): Promise<void> => {
  const { tx } = on;
  const { approval_above } = await findSender(tx);
  const before = await findQuestion(tx, campaign.id);
  // A limit that was raised since does not take the question back; then the one it was asked under is named.
  const above = needsApproval(recipients, approval_above) ? approval_above! : (before?.above ?? recipients);
  const by = campaign.edited_by ?? campaign.created_by;
  const person = name ?? (await nameOf(tx, by, campaign.id));
  await repo.askApproval(tx, { campaignId: campaign.id, by, name: person, recipients, above });
  await updateCampaign(tx, campaign.id, { approval: 'waiting' });
  await writeAudit(tx, {
    action: 'campaign.approval_asked',
    target: campaign.id,
    actorId: by,
    actorName: person,
    changes: { recipients: [null, recipients], approval_above: [null, above] },
  });
  const facts = { campaign: campaign.name, person, recipients, above, note: '' };
  await writeEmails(on, campaign.id, 'asked', facts, await findApprovers(tx, authorsOf(campaign)));
};

/** Writes to people about an approval, each in the own language; the emails leave with the transaction. */
export const writeEmails = async (
  { tx, platform }: On,
  campaignId: string,
  email: ApprovalEmail,
  facts: ApprovalFacts,
  people: readonly Addressee[],
): Promise<void> => {
  if (people.length === 0) return;
  const sender = await findSender(tx);
  const url = `${platform.urls.portal}/lk/admin/phishing/campaigns/${campaignId}/statistics`;
  for (const { id, email: address, language } of people) {
    const { subject, title, paragraphs, button } = approvalWords(email, language, facts);
    const laid = layOutEmail({
      language,
      organization: sender.title,
      brandColor: sender.brand_color,
      title,
      paragraphs,
      button: { label: button, url },
    });
    // One by one: somebody waits for them, also behind a mailing to thousands.
    await queueEmail(tx, { kind: `campaign_${email}`, employeeId: id, to: address, language, subject, ...laid });
  }
};
