import PostalMime, { type Email } from 'postal-mime';
import { MailFileError, type Mail, type MailAttachment } from './mail.types.ts';
import { withReadableText } from './raw-text.ts';

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
export const readMail = async (raw: Uint8Array): Promise<Mail> => {
  const email = await PostalMime.parse(withReadableText(raw), OPTIONS).catch((error: Error) => {
    throw new MailFileError(error.message);
  });
  return mailOf(email);
};

/** Whether an attachment is an email. */
export const isAttachedMail = ({ mimeType, filename, mail }: MailAttachment): boolean =>
  mail !== undefined ||
  mimeType === 'message/rfc822' ||
  mimeType === 'message/global' ||
  /\.eml$/i.test(filename ?? '');

/** Reads an attached email. Throws MailFileError. */
export const openAttachedMail = async ({ mail, content }: MailAttachment): Promise<Mail> => mail ?? readMail(content);
