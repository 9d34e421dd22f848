import PostalMime, { type Email } from 'postal-mime';
import { MailFileError, type Mail, type MailAttachment } from './mail.types.ts';
import { isCompoundFile } from './compound-file.ts';
import { readMsg } from './msg.ts';
import { withReadableText } from './raw-text.ts';
import { isTnef, readTnef } from './tnef.ts';

const OPTIONS = { forceRfc822Attachments: true, maxNestingDepth: 40, maxHeadersSize: 512 * 1024 } as const;

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer);
const mailOf = (email: Email): Mail => ({
  ...email,
  attachments: email.attachments
    // The parser leaves holes for parts that it could not read.
    .filter((one) => one !== undefined)
    .map(({ content, ...rest }) => ({ ...rest, content: bytesOf(content) })),
});

/** Reads an email in MIME. Throws MailFileError. */
const readMime = async (raw: Uint8Array): Promise<Mail> => {
  const email = await PostalMime.parse(withReadableText(raw), OPTIONS).catch((error: Error) => {
    throw new MailFileError(error.message);
  });
  return withTnef(mailOf(email));
};

const holdsTnef = ({ mimeType, filename, content }: MailAttachment): boolean =>
  (/^application\/(?:vnd\.)?ms-tnef$/.test(mimeType) || /^winmail.*\.dat$/i.test(filename ?? '')) && isTnef(content);

/** The mail with what Outlook put into `winmail.dat`: the formatted text and the attachments. An unreadable one stays a file. */
const withTnef = async (mail: Mail): Promise<Mail> => {
  if (!mail.attachments.some(holdsTnef)) return mail;
  let { html, text } = mail;
  const attachments: MailAttachment[] = [];
  for (const one of mail.attachments) {
    const inside = holdsTnef(one) ? await readTnef(one.content).catch(() => null) : null;
    if (inside === null) attachments.push(one);
    else {
      html ??= inside.html;
      text ??= inside.text;
      attachments.push(...inside.attachments);
    }
  }
  return { ...mail, html, text, attachments };
};

/** Reads an email in MIME (.eml), of Outlook (.msg) or in TNEF (winmail.dat), whatever its name is. Throws MailFileError. */
export const readMail = async (raw: Uint8Array): Promise<Mail> =>
  isCompoundFile(raw) ? readMsg(raw) : isTnef(raw) ? readTnef(raw) : readMime(raw);

/** Whether an attachment is an email. */
export const isAttachedMail = ({ mimeType, filename, content, mail }: MailAttachment): boolean =>
  mail !== undefined ||
  mimeType === 'message/rfc822' ||
  mimeType === 'message/global' ||
  /\.eml$/i.test(filename ?? '') ||
  ((/\.msg$/i.test(filename ?? '') || /ms-outlook/.test(mimeType)) && isCompoundFile(content));

/** Reads an attached email. Throws MailFileError. */
export const openAttachedMail = async ({ mail, content }: MailAttachment): Promise<Mail> => mail ?? readMail(content);
