import { INVITATION_DAYS } from '@sergak/contract/employees/employees.rules.ts';
import { after, DAY, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { queueEmails } from '../../platform/outbox.ts';
import { digest, newToken } from '../../platform/secrets.ts';
import { invitationWords, reminderWords, type InvitationKind } from './invitation-email.ts';
import * as repo from './invitations.repo.ts';

const AT_ONCE = 500;

/** Text, lifetime of the link and occasion, where they differ from the usual ones. */
export type OwnInvitation = {
  readonly kind?: InvitationKind;
  /** The administrator who invites; absent if a tag or a reminder does. */
  readonly by?: string;
  readonly days?: number;
  readonly email?: { readonly theme: string; readonly text: string };
  /** Whether the people are invited because of their results of simulations. */
  readonly tellsResult?: boolean;
};
const paragraphsOf = (text: string): string[] => text.split(/\n{2,}/).filter(Boolean);

/**
 * Sends a registration link to the people who are not registered yet, each in the person's language. The emails are queued in the
 * transaction, and earlier links stop working. Returns the ids of the invited people.
 */
export const inviteEmployees = async (
  on: { tx: Tx; platform: Platform },
  ids: readonly string[],
  own: OwnInvitation = {},
): Promise<string[]> => {
  const people = await repo.findUnregistered(on.tx, ids);
  const sender = people.length > 0 ? await repo.findSender(on.tx) : null;
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const links = people.slice(from, from + AT_ONCE).map((person) => {
      const token = newToken();
      return { ...person, hash: digest(token), url: `${on.platform.urls.portal}/lk/auth/registration/${token}` };
    });
    await repo.replaceRegistrationLinks(on.tx, links, after(now(), (own.days ?? INVITATION_DAYS) * DAY), own.by);
    await queueEmails(
      on.tx,
      links.map((link) => emailTo(link, sender!, own)),
    );
  }
  return people.map((person) => person.id);
};

const emailTo = (
  link: repo.Invited & { url: string },
  sender: { title: string; brand_color: string },
  own: OwnInvitation,
) => {
  const usual = own.kind === 'reminder' ? reminderWords : invitationWords;
  const organization = usual[link.language](link.full_name, sender.title);
  const words = own.email
    ? { ...organization, subject: own.email.theme, title: own.email.theme, paragraphs: paragraphsOf(own.email.text) }
    : organization;
  const email = layOutEmail({
    language: link.language,
    organization: sender.title,
    brandColor: sender.brand_color,
    title: words.title,
    paragraphs: words.paragraphs,
    button: { label: words.button, url: link.url },
  });
  return {
    kind: own.kind ?? 'invitation',
    employeeId: link.id,
    to: link.email,
    language: link.language,
    subject: words.subject,
    opensAccount: true,
    tellsResult: own.tellsResult ?? false,
    ...email,
  };
};
