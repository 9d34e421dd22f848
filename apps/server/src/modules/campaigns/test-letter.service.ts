import { randomUUID } from 'node:crypto';
import { fillText } from '@sergak/contract/phishing/phishing.rules.ts';
import { DAY, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { asOrganization } from '../../platform/db.ts';
import { queueMessage } from '../../platform/outbox.ts';
import { getEmail, previewAddress, valuesFor } from '../phishing/public.ts';
import { findAttackVector, findLetterSender } from './house.query.ts';
import { letterRenderer } from './sending/public.ts';

const PREVIEW_LIFE = 7 * DAY;

/** Without its picture nothing tells that a letter was opened. */
const untracked = (html: string): string => html.replaceAll('{{tracking}}', '');

/** Where the test letter leads: its landing page as a preview, in which nothing can be sent, or the page of explanation. */
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
 * Sends one letter to oneself, filled with the own data, to see how it looks in a real mailbox: sender, header, picture of the
 * code and attached file are those of a campaign. It belongs to none and is counted nowhere; what it leads to tells nobody.
 */
export const sendTestLetter = async (ctx: Ctx, input: { email_id: string }) => {
  const { tx, viewer } = ctx;
  const email = await getEmail(tx, input.email_id);
  // Whoever acts in an organisation below the own one has the own data at home; the rest is of the one acted in.
  const own = await asOrganization(tx, viewer.homeOrganizationId, () => valuesFor(tx, viewer.id, email.language));
  const organization = await findLetterSender(tx);
  const page = previewOf(ctx, email.page_id);
  const message_id = `<${randomUUID()}@${email.sender_address.slice(email.sender_address.lastIndexOf('@') + 1)}>`;
  const render = letterRenderer({
    ...email,
    html: untracked(email.html),
    attack_vector: await findAttackVector(tx, email.template_id),
  });
  const message = await render(
    { ...own, address: own.email, message_id },
    { organization, links: { page, opened: null, document: page, seen: null }, builtIn: false, at: now() },
  );
  await queueMessage(tx, {
    kind: 'test_letter',
    employeeId: viewer.homeOrganizationId === viewer.scope.organizationId ? viewer.id : null,
    to: own.email,
    subject: fillText(email.subject, { ...own, organization: organization.title }),
    messageId: message_id,
    message,
  });
  return new Logged({ email: own.email }, email.id);
};
