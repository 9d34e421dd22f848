import { loosenedLimits, type Limits, type Loosened } from '@sergak/contract/organizations/organizations.rules.ts';
import type { Ctx } from '../../platform/context.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { findAdministrators } from '../campaigns/public.ts';
import { loosenedWords, type LimitValues } from './loosened-email.ts';

type Before = LimitValues & { readonly title: string; readonly brand_color: string };
type Change = Partial<Limits> & { readonly sending_paused?: boolean };

/**
 * Sends an email to all administrators of the transaction's organisation when a limit of simulations is loosened or the kill
 * switch is switched off. The author of the change gets it too, so that the owner of a stolen session notices.
 */
export const reportLoosened = async ({ tx, platform, viewer }: Ctx, before: Before, change: Change): Promise<void> => {
  const resumed = before.sending_paused && change.sending_paused === false;
  const loosened: Loosened[] = [...loosenedLimits(before, change), ...(resumed ? (['sending_paused'] as const) : [])];
  if (loosened.length === 0) return;
  const url = `${platform.urls.portal}/lk/admin/organization?tab=settings`;
  for (const { id, email, language } of await findAdministrators(tx)) {
    const { subject, title, paragraphs, button } = loosenedWords(language, viewer.name, loosened, before, {
      ...before,
      ...change,
    });
    const laid = layOutEmail({
      language,
      organization: before.title,
      brandColor: before.brand_color,
      title,
      paragraphs,
      button: { label: button!, url },
    });
    await queueEmail(tx, { kind: 'limits_loosened', employeeId: id, to: email, language, subject, ...laid });
  }
};
