import PostalMime, { type Email } from 'postal-mime';
import { MailFileError, type Mail, type MailAttachment } from './mail.types.ts';
import { isCompoundFile } from './compound-file.ts';
import { readMsg } from './msg.ts';
import { withReadableText } from './raw-text.ts';
import { signedContent } from './signed.ts';
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

/** Editors write a mark in front of a text in UTF-8, which would belong to the name of the first header. */
const withoutMark = (raw: Uint8Array): Uint8Array =>
  raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? raw.subarray(3) : raw;

const SIGNED_DEPTH = 3;
/** Reads an email in MIME. Throws MailFileError. */
const readMime = async (raw: Uint8Array, depth = 0): Promise<Mail> => {
  const email = await PostalMime.parse(withReadableText(withoutMark(raw)), OPTIONS).catch((error: Error) => {
    throw new MailFileError(error.message);
  });
  return withSigned(await withTnef(mailOf(email)), depth);
};

/** Whether an attachment is a message that is signed as a whole or encrypted. */
export const isSealed = ({ mimeType, filename }: MailAttachment): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/.test(mimeType) || /\.p7m$/i.test(filename ?? '');

/** The mail with its content, if that is within a signature. An encrypted one stays a file. */
const withSigned = async (mail: Mail, depth: number): Promise<Mail> => {
  const sealed = mail.html || mail.text?.trim() ? undefined : mail.attachments.find(isSealed);
  const content = sealed && depth < SIGNED_DEPTH ? signedContent(sealed.content) : null;
  const inside = content && (await readMime(content, depth + 1).catch(() => null));
  if (!inside) return mail;
  const others = mail.attachments.filter((one) => one !== sealed);
  return { ...mail, html: inside.html, text: inside.text, attachments: [...others, ...inside.attachments] };
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
