import { INVITATION_DAYS } from '@sergak/contract/employees/employees.rules.ts';
import { after, DAY, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { queueEmails } from '../../platform/outbox.ts';
import { digest, newToken } from '../../platform/secrets.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { findForcedProvider, mustUseProvider, replaceRegistrationLinks } from '../session/public.ts';
import * as repo from './invitations.repo.ts';

const AT_ONCE = 500;

/** A first invitation, or a reminder to a person who has not registered. */
type InvitationKind = 'invitation' | 'reminder';
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
 * Sends a registration link to the people who are not registered yet, each in the person's language. People who may sign in only
 * through the identity provider get a link to the sign-in page instead. The emails are queued in the transaction, and earlier links
 * stop working. Returns the ids of the invited people.
 */
export const inviteEmployees = async (
  { tx, platform }: { tx: Tx; platform: Platform },
  ids: readonly string[],
  own: OwnInvitation = {},
): Promise<string[]> => {
  const people = await repo.findUnregistered(tx, ids);
  if (people.length === 0) return [];
  const sender = await repo.findInvitationSender(tx);
  const provider = await findForcedProvider(tx, sender.id);
  const linkFor = (person: repo.Invited): Link => {
    if (provider && mustUseProvider(provider, person))
      return { ...person, hash: null, url: `${platform.urls.portal}/lk/auth/login`, provider: provider.host };
    const token = newToken();
    return { ...person, hash: digest(token), url: `${platform.urls.portal}/lk/auth/registration/${token}` };
  };
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const links = people.slice(from, from + AT_ONCE).map(linkFor);
    await replaceRegistrationLinks(tx, links, after(now(), (own.days ?? INVITATION_DAYS) * DAY));
    await repo.markInvited(
      tx,
      links.map((link) => link.id),
      own.by,
    );
    await queueEmails(
      tx,
      links.map((link) => emailTo(link, sender, own)),
    );
  }
  return people.map((person) => person.id);
};

/** Where the email leads. Without a hash the link opens the sign-in page, and `provider` names the required provider. */
type Link = repo.Invited & { readonly hash: Buffer | null; readonly url: string; readonly provider?: string };

const wordsFor = ({ language, full_name, provider }: Link, organization: string, own: OwnInvitation) => {
  const kind = own.kind ?? 'invitation';
  const values = { name: full_name, organization, days: INVITATION_DAYS };
  const words =
    provider === undefined
      ? emailTexts(language, 'employees__server', `email.${kind}`, values)
      : emailTexts(language, 'employees__server', `email.${kind}_through_provider`, {
          ...values,
          host: provider && ` (${provider})`,
        });
  if (!own.email) return words;
  const { theme, text } = own.email;
  const paragraphs = [...paragraphsOf(text), ...(provider === undefined ? [] : words.paragraphs.slice(-1))];
  return { ...words, subject: theme, title: theme, paragraphs };
};

const emailTo = (link: Link, sender: { title: string; brand_color: string }, own: OwnInvitation) => {
  const { subject, title, paragraphs, button } = wordsFor(link, sender.title, own);
  const email = layOutEmail({
    language: link.language,
    organization: sender.title,
    brandColor: sender.brand_color,
    title,
    paragraphs,
    button: { label: button!, url: link.url },
  });
  return {
    kind: own.kind ?? 'invitation',
    employeeId: link.id,
    to: link.email,
    language: link.language,
    subject,
    opensAccount: link.hash !== null,
    tellsResult: own.tellsResult ?? false,
    ...email,
  };
};
