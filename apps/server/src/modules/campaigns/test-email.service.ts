import { randomUUID } from 'node:crypto';
import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import { fillText } from '@sergak/contract/phishing/phishing.rules.ts';
import { DAY, HOUR, now, SECOND } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { asOrganization } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { queueMessage } from '../../platform/outbox.ts';
import { limitRate } from '../../platform/rate.ts';
import { SIMULATION_TEST } from '../settings/public.ts';
import { getEmail, previewAddress, requireSenders, valuesFor } from '../phishing/public.ts';
import { findAttackVector, findOrganization, findEmailSender, isDomainVerified } from './organization.query.ts';
import { addToDay, dayOf, emailRenderer, lockDay } from './sending/public.ts';

const PREVIEW_LIFE = 7 * DAY;
/** Test emails that one person may send to oneself in an hour. */
const HOURLY_CAP = 10;

/** Without its picture nothing tells that an email was opened. */
const untracked = (html: string): string => html.replaceAll('{{tracking}}', '');

/** Where the test email leads: its landing page as a preview, in which nothing can be sent, or the page of explanation. */
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

/** Refuses a test email where no simulation may be sent: an unverified domain, somebody else's name, a stop, a full day. */
const requireSendable = async (ctx: Ctx, to: string, sender: string): Promise<void> => {
  const { tx, viewer } = ctx;
  const organization = await findOrganization(tx);
  if (organization.sending_paused) throw new AppError('mail.sending_paused');
  const isVerified = () => isDomainVerified(tx, domainOf(to));
  if (!(await isVerified()) && !(await asOrganization(tx, viewer.homeOrganizationId, isVerified)))
    throw new AppError('mail.domain_unconfirmed', { domain: domainOf(to) });
  await requireSenders(ctx, [sender]);
  await limitRate(ctx.platform.db, `test-email:${viewer.id}`, HOURLY_CAP, HOUR / SECOND);
  const { organizationId } = viewer.scope;
  const day = dayOf(organization, now());
  if ((await lockDay(tx, organizationId, day)) >= organization.daily_cap)
    throw new AppError('mail.daily_cap', { cap: organization.daily_cap });
  await addToDay(tx, organizationId, day, 1);
};

/**
 * Sends one email to oneself, filled with the own data, to see how it looks in a real mailbox: sender, header, picture of the
 * code and attached file are those of a campaign. It belongs to none and enters no statistics, but takes a place in the
 * day's limit. Sending asks the kill switch and the domains again (`settings/outbox.jobs`).
 */
export const sendTestEmail = async (ctx: Ctx, input: { email_id: string }) => {
  const { tx, viewer } = ctx;
  const email = await getEmail(tx, input.email_id);
  // Whoever acts in an organisation below the own one has the own data at home; the rest is of the one acted in.
  const own = await asOrganization(tx, viewer.homeOrganizationId, () => valuesFor(tx, viewer.id, email.language));
  await requireSendable(ctx, own.email, email.sender_address);
  const organization = await findEmailSender(tx);
  const page = previewOf(ctx, email.page_id);
  const message_id = `<${randomUUID()}@${email.sender_address.slice(email.sender_address.lastIndexOf('@') + 1)}>`;
  const render = emailRenderer({
    ...email,
    html: untracked(email.html),
    attack_vector: await findAttackVector(tx, email.template_id),
  });
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
  return new Logged({ email: own.email }, email.id);
};
