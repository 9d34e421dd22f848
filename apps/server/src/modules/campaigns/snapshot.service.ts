import { fillText } from '@sergak/contract/phishing/phishing.rules.ts';
import { z } from 'zod';
import type { Tx } from '../../platform/db.ts';
import { reportAddressOrWords } from '../settings/public.ts';
import * as repo from './campaigns.repo.ts';

const texts = z.array(z.string());

/** Fills the variables of the red flags in the copies of a campaign: its emails and their translations keep their senders. */
const fillTips = async (tx: Tx, campaignId: string): Promise<void> => {
  for (const table of ['campaign_emails', 'campaign_email_translations'] as const)
    for (const { email_id, language, tips, ...sender } of await repo.findUnfilledTips(tx, table, campaignId)) {
      const values = { ...sender, report_address: await reportAddressOrWords(tx, language) };
      const filled = texts.parse(tips).map((tip) => fillText(tip, values));
      await repo.saveTips(tx, table, { campaignId, emailId: email_id, language }, filled);
    }
};

/** Copies the chosen emails with their translations and pages, so that later edits do not affect this campaign. */
export const snapshotEmails = async (tx: Tx, campaignId: string, emailIds: readonly string[]): Promise<void> => {
  await repo.snapshotEmails(tx, campaignId, emailIds);
  await fillTips(tx, campaignId);
};
