import { deadLinks } from '@sergak/contract/phishing/dead-links.rules.ts';
import { foreignWarnings } from '@sergak/contract/phishing/email-warnings.rules.ts';
import {
  emailFaults,
  lacksPictures,
  type Attachment,
  type EmailDraft,
} from '@sergak/contract/phishing/phishing.rules.ts';
import type { Check } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { findCampaignEmails } from '../organization.query.ts';
import { ok, stop, warn } from './checks.ts';

export type Emails = Awaited<ReturnType<typeof findCampaignEmails>>;
type Email = Emails[number];

/** An email in one of its languages; a translation is named with its language. */
const textsOf = (email: Email): (EmailDraft & { name: string })[] =>
  [{ ...email, language: null }, ...email.translations].map((one) => ({
    name: one.language === null ? email.name : `${email.name} (${one.language.toUpperCase()})`,
    subject: one.subject,
    sender_name: one.sender_name,
    html: one.html,
    attachments: one.attachments as Attachment[],
  }));

const isForeign = (text: EmailDraft): boolean =>
  [
    text.subject,
    text.sender_name,
    text.html,
    ...text.attachments.map((one) => (one.kind === 'generated' ? one.body : '')),
  ].some((one) => foreignWarnings('html', one).length > 0);

/** Whether an email can be sent in all its languages: without faults, and without a link that leads nowhere. */
export const isSendable = (email: Email): boolean =>
  textsOf(email).every(
    (text) => emailFaults(email.attack_vector, text).length === 0 && deadLinks(text.html).length === 0,
  );

const checkLinks = (emails: Emails, missing: readonly object[]): Check[] => {
  const dead = emails.flatMap((email) =>
    textsOf(email).flatMap(({ name, html }) => {
      const links = deadLinks(html);
      return links.length > 0
        ? [{ id: email.id, name, count: links.length, labels: links.slice(0, 5).map(({ label }) => label) }]
        : [];
    }),
  );
  const pageless = emails
    .filter((email) => email.attack_vector === 'form' && !email.page_id)
    .map((email) => email.name);
  const stops = [
    ...(missing.length > 0 ? [stop('links', 'missing', { emails: missing })] : []),
    ...(dead.length > 0 ? [stop('links', 'dead', { emails: dead })] : []),
  ];
  if (stops.length > 0) return stops;
  return [pageless.length > 0 ? warn('links', 'no_page', { emails: pageless }) : ok('links', 'present')];
};

/** Checks the chosen emails with their translations. */
export const checkEmails = (chosen: readonly string[], emails: Emails): Check[] => {
  if (chosen.length === 0) return [stop('emails', 'none')];
  const missing = chosen.filter((id) => !emails.some((email) => email.id === id));
  if (missing.length > 0) return [stop('emails', 'missing', { count: missing.length, ids: missing })];
  const faulty = emails.flatMap((email) =>
    textsOf(email).flatMap((text) => {
      const first = emailFaults(email.attack_vector, text)[0];
      return first ? [{ id: email.id, name: text.name, code: first.code, text: first.text }] : [];
    }),
  );
  const linkless = faulty.filter((one) => /_missing$/.test(one.code));
  const wrong = faulty.filter((one) => !/_missing$/.test(one.code));
  const foreign = emails.flatMap((email) =>
    textsOf(email)
      .filter(isForeign)
      .map(({ name }) => name),
  );
  const pictureless = emails.flatMap((email) =>
    textsOf(email).flatMap(({ name, html }) => (lacksPictures(html) ? [name] : [])),
  );
  return [
    ok('emails', 'chosen', { count: emails.length }),
    ...checkLinks(emails, linkless),
    ...(wrong.length > 0 ? [stop('variables', 'unknown', { emails: wrong })] : []),
    ...(foreign.length > 0 ? [warn('variables', 'foreign', { emails: foreign })] : []),
    ...(pictureless.length > 0 ? [warn('pictures', 'missing', { emails: pictureless })] : []),
  ];
};
