import { type AdministratorRole, administratorRoles } from '@sergak/contract/access/roles.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Viewer } from '../../platform/context.ts';
import { asOrganization, type SystemTx, type Tx } from '../../platform/db.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { emailTexts, type EmailTexts } from '../../platform/email-texts.ts';
import { queueEmail, queueEmailIn, type OutgoingEmail } from '../../platform/outbox.ts';
import { textsOf } from '../../platform/texts.ts';
import { findPeopleOfRoles, findSessionPerson, findOrganizationTitle, type SignInPerson } from './session.repo.ts';

export const languageOf = (person: SignInPerson) => person.own_language ?? person.language;

/** Queues an email about the account, to the person's address or to another given address. */
export const accountEmail = (
  person: SignInPerson,
  email: {
    kind: string;
    words: EmailTexts;
    to?: string;
    url?: string | undefined;
    code?: string;
    opensAccount?: boolean;
  },
): OutgoingEmail => {
  const { kind, words, to = person.email, url, code, opensAccount = false } = email;
  const language = languageOf(person);
  return {
    kind,
    employeeId: person.id,
    to,
    language,
    subject: words.subject,
    opensAccount,
    ...layOutEmail({
      language,
      organization: person.organization,
      brandColor: person.brand_color,
      title: words.title,
      paragraphs: words.paragraphs,
      button: url ? { label: words.button!, url } : undefined,
      code,
    }),
  };
};

/** Notifies the old address of a registered person that it no longer opens the account. Call it after the change. */
export const notifyOldAddress = async (tx: Tx, employeeId: string, oldAddress: string): Promise<void> => {
  const person = await findSessionPerson(tx, employeeId);
  if (person?.is_registered) await queueEmail(tx, addressChangedEmail(person, oldAddress));
};

/** {@link notifyOldAddress} in a transaction that crosses organisations. */
export const notifyOldAddressInSystem = async (tx: SystemTx, employeeId: string, oldAddress: string): Promise<void> => {
  const person = await findSessionPerson(tx, employeeId);
  if (person?.is_registered) await queueEmailIn(tx, person.organization_id, addressChangedEmail(person, oldAddress));
};

const addressChangedEmail = (person: SignInPerson, to: string) =>
  accountEmail(person, {
    kind: 'address_changed',
    words: emailTexts(languageOf(person), 'session__server', 'email.address_changed', { name: person.full_name }),
    to,
  });

type NoticeOptions = {
  /** Opened by the button of the email; shown only to people of the organisation in which the change was made. */
  readonly url?: string;
  readonly roles?: readonly AdministratorRole[];
  /** The sealed mail server to send through instead of the current one. */
  readonly serverSealed?: Buffer;
};

/** Who made a change: a person, who may act in a descendant of the home organisation, or a command. */
export type Author = Pick<Viewer, 'name'> & Partial<Pick<Viewer, 'homeOrganizationId' | 'scope'>>;

/**
 * Sends an email to all super users and system administrators of the transaction's organisation, or to those with one of the `roles`.
 * If the author belongs to an ancestor, the same people there get it through their own mail server, with the name of the
 * organisation.
 */
export const notifyAdministrators = async (
  tx: Tx,
  author: Author,
  kind: string,
  wordsIn: (language: Language, author: string) => EmailTexts,
  { url, roles = administratorRoles, serverSealed }: NoticeOptions = {},
): Promise<void> => {
  for (const person of await findPeopleOfRoles(tx, roles)) {
    const words = wordsIn(languageOf(person), author.name);
    await queueEmail(tx, accountEmail(person, { kind, words, url }), serverSealed);
  }
  const { homeOrganizationId: home, scope } = author;
  if (!home || !scope || home === scope.organizationId) return;
  const title = await findOrganizationTitle(tx, scope.organizationId);
  await asOrganization(tx, home, async () => {
    for (const person of await findPeopleOfRoles(tx, roles)) {
      const language = languageOf(person);
      const words = wordsIn(language, author.name);
      const place = textsOf(language, 'session__server')('changed_in', { organization: title });
      const named = { ...words, paragraphs: [place, ...words.paragraphs], button: undefined };
      await queueEmail(tx, accountEmail(person, { kind, words: named }));
    }
  });
};

/** Notifies all administrators that a password is now enough to sign in. */
export const notifyTwoFactorOff = (tx: Tx, author: Author): Promise<void> =>
  notifyAdministrators(tx, author, 'two_factor_off', (language, by) =>
    emailTexts(language, 'session__server', 'email.two_factor_off', { by }),
  );
