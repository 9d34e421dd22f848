import { type AdministratorRole, administratorRoles } from '@sergak/contract/access/roles.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { queueEmail, queueEmailIn, type OutgoingEmail } from '../../platform/outbox.ts';
import { addressChangedWords, type SecurityWords, twoFactorOffWords } from './security-emails.ts';
import { findPeopleOfRoles, findPerson, type SignInPerson } from './session.repo.ts';

export const languageOf = (person: SignInPerson) => person.own_language ?? person.language;

/** Queues an email about the account, to the person's address or to another given address. */
export const accountEmail = (
  person: SignInPerson,
  email: {
    kind: string;
    words: SecurityWords;
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
  const person = await findPerson(tx, employeeId);
  if (person?.is_registered) await queueEmail(tx, addressChangedEmail(person, oldAddress));
};

/** {@link notifyOldAddress} in a transaction that crosses organisations. */
export const notifyOldAddressInSystem = async (tx: SystemTx, employeeId: string, oldAddress: string): Promise<void> => {
  const person = await findPerson(tx, employeeId);
  if (person?.is_registered) await queueEmailIn(tx, person.organization_id, addressChangedEmail(person, oldAddress));
};

const addressChangedEmail = (person: SignInPerson, to: string) =>
  accountEmail(person, {
    kind: 'address_changed',
    words: addressChangedWords[languageOf(person)](person.full_name),
    to,
  });

type NoticeOptions = {
  /** Opened by the button of the email. */
  readonly url?: string;
  readonly roles?: readonly AdministratorRole[];
  /** The sealed mail server to send through instead of the current one. */
  readonly serverSealed?: Buffer;
};

/** Sends an email to all super users and system administrators of the transaction's organisation, or to those with one of the `roles`. */
export const notifyAdministrators = async (
  tx: Tx,
  kind: string,
  wordsIn: (language: Language) => SecurityWords,
  { url, roles = administratorRoles, serverSealed }: NoticeOptions = {},
): Promise<void> => {
  for (const person of await findPeopleOfRoles(tx, roles)) {
    const email = accountEmail(person, { kind, words: wordsIn(languageOf(person)), url });
    await queueEmail(tx, email, serverSealed);
  }
};

/** Notifies all administrators of the transaction's organisation that a password is now enough to sign in. */
export const notifyTwoFactorOff = (tx: Tx, by: string): Promise<void> =>
  notifyAdministrators(tx, 'two_factor_off', (language) => twoFactorOffWords[language](by));
