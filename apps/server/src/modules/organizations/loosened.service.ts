import { loosensApproval } from '@sergak/contract/organizations/organizations.rules.ts';
import type { Ctx } from '../../platform/context.ts';
import { layOutLetter } from '../../platform/letter-layout.ts';
import { queueLetter } from '../../platform/outbox.ts';
import { findApprovers } from '../campaigns/public.ts';
import { loosenedWords } from './loosened-letter.ts';

type Limit = { readonly approval_above: number | null };

/**
 * Tells the other administrators of the transaction's organisation when somebody lets larger campaigns go without a
 * second pair of eyes: the one who would launch them could otherwise do so unseen.
 */
export const tellLoosened = async (
  { tx, platform, viewer }: Ctx,
  before: Limit & { title: string; brand_color: string },
  change: Partial<Limit>,
): Promise<void> => {
  const { approval_above: after } = change;
  if (after === undefined || !loosensApproval(before.approval_above, after)) return;
  const url = `${platform.urls.portal}/lk/admin/organization?tab=settings`;
  const people = await findApprovers(tx, [viewer.id]);
  for (const { id, email, language } of people) {
    const { subject, title, paragraphs, button } = loosenedWords(language, viewer.name, before.approval_above!, after);
    const laid = layOutLetter({
      language,
      organization: before.title,
      brandColor: before.brand_color,
      title,
      paragraphs,
      button: { label: button, url },
    });
    await queueLetter(tx, { kind: 'approval_loosened', employeeId: id, to: email, language, subject, ...laid });
  }
};
