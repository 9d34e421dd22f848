import { inReadingOrder, markStyles } from '@sergak/contract/phishing/phish-scale.rules.ts';
import {
  fillHtml,
  fillText,
  momentValues,
  type MomentValues,
  type PersonValues,
} from '@sergak/contract/phishing/phishing.rules.ts';
import { after, HOUR, iso, now } from '../../platform/clock.ts';
import type { OpenCtx, PreviewPage } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { limitRate, networkOf } from '../../platform/rate.ts';
import { newEventId, storeOne } from '../tracking/public.ts';

import * as query from './gotcha.query.ts';

/** Calls per minute from one network: an office of thousands of people may share one address. */
const PER_MINUTE = 10_000;

/** Values of the person for this page: only the first name, because the link may have been forwarded. */
const valuesWithoutSurname = (firstName: string, organization: string, moment: MomentValues): PersonValues => ({
  first_name: firstName,
  full_name: firstName,
  last_name: '',
  middle_name: '',
  email: '…',
  position: '…',
  department: '…',
  organization,
  ...moment,
});

/** The red flags of a simulated email for a person who clicked its link, and the next step. */
export const explain = async ({ platform, request }: OpenCtx, { key }: { key: string }) => {
  await limitRate(platform.db, `gotcha:${networkOf(request.address)}`, PER_MINUTE, 60);
  const row = await query.findCaughtPerson(platform.db, key);
  if (!row) throw new AppError('recipient.not_found');
  const expires = after(now(), HOUR);
  const payload = {
    kind: 'gotcha-email',
    organization_id: row.organization_id,
    campaign_id: row.campaign_id,
    email_id: row.email_id,
    language: row.language,
    first_name: row.first_name,
    ...(row.sent_at && { sent_at: row.sent_at }),
  };
  const values = valuesWithoutSurname(
    row.first_name,
    row.organization,
    momentValues(row.sent_at ? new Date(row.sent_at) : now(), row.language, row.time_zone),
  );
  return {
    first_name: row.first_name,
    language: row.language,
    organization: row.organization,
    brand_color: row.brand_color,
    email: {
      subject: fillText(row.subject, values),
      sender_name: row.sender_name,
      sender_address: row.sender_address,
      attachments: row.attachments.map(({ name }) => ({ name })),
      preview: {
        url: `${platform.urls.content}/preview/${platform.secrets.sign(payload, expires)}`,
        expires_at: iso(expires),
      },
    },
    tips: inReadingOrder(row).tips,
    // A registration link is never returned here: any holder of the email could then sign in as its recipient.
    next:
      !row.has_course || row.is_registered === null
        ? null
        : row.is_registered
          ? ('course' as const)
          : ('registration' as const),
  };
};

/**
 * Stores evidence of a human for emails without a landing page, whose links lead here. Does nothing if no click waits for
 * evidence.
 */
export const storeEvidence = async ({ platform, request }: OpenCtx, { key }: { key: string }): Promise<null> => {
  await limitRate(platform.db, `gotcha-used:${networkOf(request.address)}`, PER_MINUTE, 60);
  if (!(await query.isAwaitingEvidence(platform.db, key))) return null;
  const at = now();
  const { address, userAgent } = request;
  await storeOne(platform, {
    id: newEventId(at, 'used_page'),
    again: false,
    key,
    kind: 'used_page',
    at,
    address,
    userAgent: userAgent.slice(0, 500),
    prefetch: false,
    browserLike: true,
    fields: [],
  });
  return null;
};

const CODE =
  '<span style="display:inline-block;width:132px;height:132px;border:1px solid #999;line-height:132px;text-align:center">QR</span>';

/** The email of a gotcha page as it was sent, with dead links and without tracking. */
export const previewGotcha: PreviewPage = async (platform, payload) => {
  const { organization_id, campaign_id, email_id, language, first_name, sent_at } = payload as Record<string, string>;
  const email = await query.findCaughtEmail(platform.db, organization_id!, campaign_id!, email_id!, language ?? '');
  if (!email) return null;
  const values = valuesWithoutSurname(
    first_name ?? '',
    email.organization,
    momentValues(sent_at ? new Date(sent_at) : now(), email.language, email.time_zone),
  );
  // The numbers of the red flags stand at their places in the email.
  const html = fillHtml(inReadingOrder(email).html, values, { link: '#', tracking: '', qr_code: CODE });
  return { html: `${html}<style>${markStyles}</style>` };
};
