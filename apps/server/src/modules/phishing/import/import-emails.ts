import { IMPORT_EMAILS_MAX } from '@sergak/contract/phishing/import.rules.ts';
import { SENDER_NAME_MAX, SUBJECT_MAX } from '@sergak/contract/phishing/phishing.rules.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import type { Mail } from '../../../platform/mail-file/mail.types.ts';
import { isAttachedMail, openAttachedMail, readMail } from '../../../platform/mail-file/read-mail.ts';
import { ImportError, type Contents } from './import.types.ts';

/** An email of a file, and how deeply it is attached. */
export type FoundEmail = { readonly mail: Mail; readonly depth: number };

const DEPTH_MAX = 5;

/** Programs that scan mail leave attached emails of which nothing is left. */
const isEmpty = ({ html, text, attachments }: Mail): boolean => !html && !text?.trim() && attachments.length === 0;

/** The saved email and those attached to it, each before the emails attached to it. Unreadable and empty ones are left out. */
export const emailsIn = async (bytes: Uint8Array): Promise<FoundEmail[]> => {
  const found: FoundEmail[] = [];
  const add = async (mail: Mail, depth: number): Promise<void> => {
    found.push({ mail, depth });
    if (depth === DEPTH_MAX) return;
    for (const one of mail.attachments.filter(isAttachedMail)) {
      if (found.length >= IMPORT_EMAILS_MAX) return;
      const attached = await openAttachedMail(one).catch(() => null);
      if (attached && !isEmpty(attached)) await add(attached, depth + 1);
    }
  };
  const saved = await readMail(bytes).catch(() => {
    throw new ImportError('unreadable');
  });
  await add(saved, 0);
  return found;
};

/** A person who forwards an email as an attachment writes only a note: the innermost email of the first one is meant. */
export const preselectedPlace = (emails: readonly FoundEmail[]): number => {
  let place = 0;
  while (emails[place + 1]?.depth === place + 1) place += 1;
  return place;
};

const shown = (text: string | undefined, length: number): string => cleanLine(text ?? '').slice(0, length);

/** The emails of a file as an author chooses from them. */
export const listEmails = async (bytes: Uint8Array): Promise<Contents> => {
  const emails = await emailsIn(bytes);
  return {
    emails: emails.map(({ mail: { subject, from }, depth }) => ({
      depth,
      subject: shown(subject, SUBJECT_MAX),
      sender: shown(from?.address ? [from.name, from.address].filter(Boolean).join(', ') : from?.name, SENDER_NAME_MAX),
    })),
    preselected: preselectedPlace(emails),
  };
};
