import { asciiDomain } from '@sergak/contract/email-address.rules.ts';
import { randomUUID } from 'node:crypto';
import { domainOf } from '@sergak/contract/text.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { prepareMessage, type Mailbox } from '@sergak/mail/message.ts';
import { now } from '../../platform/clock.ts';
import type { OutgoingEmail } from '../../platform/outbox.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { textsOf } from '../../platform/texts.ts';
import { REPORT_HEADER, type Original } from './report-message.ts';
import type { ReportingOrganization, Reporter } from './reports.query.ts';

/** Thanks a person for a report, in the person's language. */
export const thanksEmail = (
  reporter: Reporter,
  organization: ReportingOrganization,
  what: 'simulation' | 'suspicious',
): OutgoingEmail => {
  const language = reporter.language ?? (organization.language as Language);
  const words = emailTexts(language, 'suspicious__server', `email.thanks_${what}`);
  return {
    kind: 'report_thanks',
    employeeId: reporter.id,
    to: reporter.email,
    language,
    subject: words.subject,
    tellsResult: what === 'simulation',
    ...layOutEmail({
      language,
      organization: organization.title,
      brandColor: organization.brand_color,
      title: words.title,
      paragraphs: words.paragraphs,
    }),
  };
};

/** Largest report that is attached to the email to the security team, in bytes. */
export const ATTACHED_MAX = 10 * 1024 * 1024;

export type Forwarded = {
  readonly organization: ReportingOrganization;
  readonly from: Mailbox;
  readonly to: string;
  readonly portal: string;
  readonly id: string;
  readonly original: Original;
  readonly reporter: string;
  /** The report as it was received; null if it is too large. */
  readonly raw: Buffer | null;
};

const inert = (text: string): string => text.replaceAll('{{', '{ {');

/** The email to the security team, with the report as an .eml file. */
export const forwardEmail = (one: Forwarded): { subject: string; messageId: string; message: Buffer } => {
  const language = one.organization.language as Language;
  const { original, raw } = one;
  const t = textsOf(language, 'suspicious__server');
  const words = emailTexts(language, 'suspicious__server', 'email.forward', {
    reporter: one.reporter || t('email.nobody'),
    sender: original.sender || t('email.nobody'),
    subject: original.subject || t('email.no_subject'),
    attached: t(raw === null ? 'email.too_large' : 'email.attached'),
  });
  const subject = words.subject.slice(0, 250);
  const { html, text } = layOutEmail({
    language,
    organization: one.organization.title,
    brandColor: one.organization.brand_color,
    title: words.title,
    paragraphs: words.paragraphs,
    button: { label: words.button!, url: `${one.portal}/lk/admin/phishing/suspicious?email=${one.id}` },
  });
  const messageId = `<${randomUUID()}@${asciiDomain(domainOf(one.from.address))}>`;
  const message = prepareMessage({
    from: one.from,
    subject: '{{subject}}',
    html: html.replaceAll('{{', '&#123;&#123;'),
    text: inert(text),
    headers: { 'Auto-Submitted': 'auto-generated', [REPORT_HEADER]: 'forwarded' },
    // Not message/rfc822: that type must not be encoded in base64, and gateways would unpack it.
    attachments:
      raw === null ? [] : [{ filename: 'report.eml', contentType: 'application/octet-stream', content: raw }],
  })({ subject }, { to: { address: one.to }, messageId, date: now() });
  return { subject, messageId, message };
};
