import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { emailTexts } from '../../../platform/email-texts.ts';
import { findAdministrators } from '../approval/approval.query.ts';
import { writeCampaignEmails } from '../campaign-email.ts';

type Failure = 'no_emails' | 'follow_up_paused';
type Failed = { readonly id: string; readonly name: string; readonly before: string; readonly failure: Failure };

/** Tells the administrators that a follow-up could not start, and why. */
export const sendFollowUpFailed = async (
  on: { readonly tx: Tx; readonly platform: Platform },
  { id, name, before, failure }: Failed,
): Promise<void> => {
  const email = failure === 'no_emails' ? 'email.follow_up_no_emails' : 'email.follow_up_paused';
  const wordsIn = (language: Language) => emailTexts(language, 'campaigns__server', email, { campaign: name, before });
  await writeCampaignEmails(on, { campaignId: id, kind: 'follow_up_failed', wordsIn }, await findAdministrators(on.tx));
};
