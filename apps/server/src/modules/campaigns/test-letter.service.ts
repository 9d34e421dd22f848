import { fillHtml, fillText } from '@sergak/contract/phishing/phishing.rules.ts';
import { DAY } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { asOrganization } from '../../platform/db.ts';
import { queueLetter } from '../../platform/outbox.ts';
import { getEmail, previewAddress, valuesFor } from '../phishing/public.ts';

const PREVIEW_LIFE = 7 * DAY;

const plain = (html: string): string =>
  html
    .replace(/<(style|title)[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2 ($1)')
    .replace(/<br\s*\/?>|<\/(?:p|div|tr|h\d|li)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();

/**
 * Sends one letter to oneself, filled with the own data, to see how it looks in a real mailbox. It belongs to no campaign
 * and is counted nowhere; its link shows the landing page as a preview, in which nothing can be sent.
 */
export const sendTestLetter = async (ctx: Ctx, input: { email_id: string }) => {
  const { tx, viewer, platform } = ctx;
  const email = await getEmail(tx, input.email_id);
  // Whoever acts in an organisation below the own one has the own data at home; name and date are of the one acted in.
  const own = await asOrganization(tx, viewer.homeOrganizationId, () => valuesFor(tx, viewer.id, email.language));
  const { organization, date } = await valuesFor(tx, null, email.language);
  const values = { ...own, organization, date };
  const away = viewer.homeOrganizationId !== viewer.scope.organizationId;
  const link = email.page_id
    ? previewAddress(
        platform,
        {
          kind: 'phishing',
          organization_id: viewer.scope.organizationId,
          what: 'page',
          source: { id: email.page_id },
          viewer_id: viewer.id,
          employee_id: away ? null : viewer.id,
        },
        PREVIEW_LIFE,
      ).url
    : `${platform.urls.portal}/lk/phishing/gotcha`;
  const html = fillHtml(email.html, values, { link, tracking: '', qr_code: `<a href="${link}">QR</a>` });
  await queueLetter(tx, {
    kind: 'test_letter',
    employeeId: away ? null : viewer.id,
    to: values.email,
    language: email.language,
    subject: fillText(email.subject, values),
    html,
    text: plain(html),
  });
  return new Logged({ email: values.email }, email.id);
};
