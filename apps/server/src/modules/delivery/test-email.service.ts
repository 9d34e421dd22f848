import { randomUUID } from 'node:crypto';
import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import { deadLinks } from '@sergak/contract/phishing/dead-links.rules.ts';
import { fillText } from '@sergak/contract/phishing/phishing.rules.ts';
import { picturesIn } from '@sergak/contract/phishing/pictures.rules.ts';
import { DAY, HOUR, now, SECOND } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { asOrganization } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { queueMessage } from '../../platform/outbox.ts';
import { limitRate } from '../../platform/rate.ts';
import { findFile } from '../files/public.ts';
import { SIMULATION_TEST } from '../settings/public.ts';
import {
  findPictureFiles,
  getEmail,
  pageInLanguage,
  previewAddress,
  requireKnownVariables,
  requireSenders,
  valuesFor,
} from '../phishing/public.ts';
import { findEmailSender, findLimits, isDomainVerified } from './organization.query.ts';
import { prepareAttachments, readUploads } from './attachments.ts';
import { addToDay, dayOf, lockDay } from './days.repo.ts';
import { readPictures } from './pictures.ts';
import { emailRenderer } from './renderer.ts';

const PREVIEW_LIFE = 7 * DAY;
/** Maximum number of test emails that one person may send per hour. */
const HOURLY_CAP = 10;

/** Without the tracking picture, opening the email is not recorded. */
const untracked = (html: string): string => html.replaceAll('{{tracking}}', '');

/**
 * Returns the link of the test email: a preview of its landing page that cannot submit anything, or the explanation page.
 */
const previewOf = ({ viewer, platform }: Ctx, pageId: string | null): string => {
  if (pageId === null) return `${platform.urls.portal}/lk/phishing/gotcha`;
  const { organizationId: organization_id } = viewer.scope;
  const employee_id = viewer.homeOrganizationId === organization_id ? viewer.id : null;
  return previewAddress(
    platform,
    { kind: 'phishing', organization_id, what: 'page', source: { id: pageId }, viewer_id: viewer.id, employee_id },
    PREVIEW_LIFE,
  ).url;
};

/**
 * Rejects a test email if no simulation may be sent: unverified domain, foreign sender, sending paused, daily cap reached.
 */
const requireSendable = async (ctx: Ctx, to: string, sender: string): Promise<void> => {
  const { tx, viewer } = ctx;
  const organization = await findLimits(tx);
  if (organization.sending_paused) throw new AppError('mail.sending_paused');
  const isVerified = () => isDomainVerified(tx, domainOf(to));
  if (!(await isVerified()) && !(await asOrganization(tx, viewer.homeOrganizationId, isVerified)))
    throw new AppError('mail.domain_unverified', { domain: domainOf(to) });
  await requireSenders(ctx, [sender]);
  await limitRate(ctx.platform.db, `test-email:${viewer.id}`, HOURLY_CAP, HOUR / SECOND);
  const { organizationId } = viewer.scope;
  const day = dayOf(organization, now());
  if ((await lockDay(tx, organizationId, day)).taken >= organization.daily_cap)
    throw new AppError('mail.daily_cap', { cap: organization.daily_cap });
  await addToDay(tx, organizationId, day, 1);
};

/**
 * Sends one email, filled with the user's own data, to the user, to show how it looks in a real mailbox. Sender, header,
 * QR code and attachment are those of a campaign. The email belongs to no campaign and enters no statistics, but counts
 * towards the daily cap. The outbox checks the kill switch and the domains again before sending (`settings/outbox.jobs`).
 */
export const sendTestEmail = async (ctx: Ctx, input: { email_id: string }) => {
  const { tx, viewer } = ctx;
  const email = await getEmail(tx, input.email_id);
  requireKnownVariables(email);
  // A person who acts in a child organisation has the personal data at home; all other data is of the child organisation.
  const own = await asOrganization(tx, viewer.homeOrganizationId, () => valuesFor(tx, viewer.id, email.language));
  await requireSendable(ctx, own.email, email.sender_address);
  const organization = await findEmailSender(tx);
  const page = previewOf(ctx, email.page_id && (await pageInLanguage(tx, email.page_id, email.language)));
  const message_id = `<${randomUUID()}@${email.sender_address.slice(email.sender_address.lastIndexOf('@') + 1)}>`;
  const keyOf = async (id: string) => (await findFile(tx, id))?.storage_key;
  const uploads = await readUploads(ctx.platform, email.attachments, keyOf);
  const files = await prepareAttachments(email.attachments, email.language, uploads);
  const pictures = await readPictures(ctx.platform, await findPictureFiles(tx, picturesIn(email.html)));
  const render = emailRenderer({ ...email, html: untracked(email.html) }, files, pictures);
  const message = await render(
    { ...own, address: own.email, message_id },
    { organization, links: { page, opened: null, document: page, seen: null }, builtIn: false, at: now() },
  );
  await queueMessage(tx, {
    kind: SIMULATION_TEST,
    employeeId: viewer.homeOrganizationId === viewer.scope.organizationId ? viewer.id : null,
    to: own.email,
    subject: fillText(email.subject, { ...own, organization: organization.title }),
    messageId: message_id,
    message,
  });
  const dead_links = deadLinks(email.html).length;
  return new Logged({ email: own.email, dead_links }, { kind: 'email', id: email.id, title: email.name });
};
