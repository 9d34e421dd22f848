import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import type { EmailTexts } from '../../platform/email-texts.ts';
import { findApprovalSender, type Addressee } from './approval/approval.query.ts';

type About = {
  readonly campaignId: string;
  readonly kind: string;
  /** Page of the campaign that the email opens; without it, the results. */
  readonly page?: 'setup' | undefined;
  /** The emails wait until then. */
  readonly notBefore?: Date | undefined;
  readonly wordsIn: (language: Language) => EmailTexts;
};

/** Sends emails about a campaign with a link to it, each in the reader's language, when the transaction commits. */
export const writeCampaignEmails = async (
  { tx, platform }: { readonly tx: Tx; readonly platform: Platform },
  { campaignId, kind, page, notBefore, wordsIn }: About,
  people: readonly Addressee[],
): Promise<void> => {
  if (people.length === 0) return;
  const sender = await findApprovalSender(tx);
  const url = `${platform.urls.portal}/lk/admin/phishing/campaigns/${campaignId}${page === 'setup' ? '' : '/statistics'}`;
  for (const { id, email, language } of people) {
    const { subject, title, paragraphs, button } = wordsIn(language);
    const laid = layOutEmail({
      language,
      organization: sender.title,
      brandColor: sender.brand_color,
      title,
      paragraphs,
      button: { label: button!, url },
    });
    // The emails are queued one by one, so that they have priority over a message to thousands.
    await queueEmail(tx, { kind, employeeId: id, to: email, language, subject, notBefore, ...laid });
  }
};
