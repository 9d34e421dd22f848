import PostalMime from 'postal-mime';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import { decoderOfMeta } from './charsets.ts';
import type { Mail, MailAttachment } from './mail.types.ts';
import {
  binaryOf,
  dateOf,
  decodeText,
  MAPI_DEPTH_MAX,
  mapiIds as ids,
  numberOf,
  textOf,
  type MapiItem,
} from './mapi-item.ts';
import { textOfRtf } from './rtf.ts';

const HEADERS_MAX = 256 * 1024;
const LINE_MAX = 2_000;
const line = (text: string): string => cleanLine(text).slice(0, LINE_MAX);

type Text = (id: number) => string;
const mailboxOf = (name: string, address: string): string => {
  const smtp = address.includes('@') ? `<${line(address).replace(/[<>\s]/g, '')}>` : '';
  return [name ? `"${line(name).replace(/["\\]/g, '')}"` : '', smtp].filter(Boolean).join(' ');
};

/** The sender; Exchange stores an address of its own kind next to the one of SMTP. */
const senderOf = (text: Text): string => {
  const address = [ids.representingSmtp, ids.representingAddress, ids.senderSmtp, ids.senderAddress]
    .map(text)
    .find((one) => one.includes('@'));
  return mailboxOf(text(ids.representingName) || text(ids.senderName), address ?? '');
};

const CC = 2;
const recipientsOf = (item: MapiItem, codePage: number | undefined, isCopy: boolean): string =>
  item.recipients
    .filter((one) => ((numberOf(one, ids.recipientType) ?? 1) === CC) === isCopy)
    .map((one) => {
      const text = (id: number) => textOf(one, id, codePage) ?? '';
      return mailboxOf(text(ids.displayName), text(ids.smtpAddress) || text(ids.address));
    })
    .filter(Boolean)
    .join(', ');

/** The headers of the transport, and those that are missing there, made of the properties. */
const headersOf = (item: MapiItem, codePage: number | undefined, text: Text): string => {
  const stored = text(ids.transportHeaders).replace(/\r?\n/g, '\n').trimStart().slice(0, HEADERS_MAX);
  const transport = stored.split('\n\n', 1)[0]!;
  const names = new Set([...transport.matchAll(/^([!-9;-~]+):/gm)].map(([, name]) => name!.toLowerCase()));
  const made: readonly (readonly [string, string])[] = [
    ['From', senderOf(text)],
    ['To', recipientsOf(item, codePage, false)],
    ['Cc', recipientsOf(item, codePage, true)],
    ['Subject', text(ids.subject)],
    ['Date', (dateOf(item, ids.submitTime) ?? dateOf(item, ids.deliveryTime))?.toUTCString() ?? ''],
    ['Message-ID', text(ids.messageId)],
    ['In-Reply-To', text(ids.inReplyTo)],
    ['References', text(ids.references)],
    ...item.headers,
  ];
  const missing = made.filter(
    ([name, value]) => value !== '' && /^[!-9;-~]{1,100}$/.test(name) && !names.has(name.toLowerCase()),
  );
  return [...transport.split('\n'), ...missing.map(([name, value]) => `${name}: ${line(value)}`)]
    .filter(Boolean)
    .join('\r\n');
};

const htmlOf = (item: MapiItem, codePage: number | undefined): string | undefined => {
  const bytes = binaryOf(item, ids.html);
  if (!bytes) return textOf(item, ids.html, codePage);
  const stated = numberOf(item, ids.internetCodePage);
  if (stated !== undefined) return decodeText(bytes, stated);
  return decoderOfMeta(bytes)?.decode(bytes) ?? decodeText(bytes, undefined);
};

/** The texts of a message: Outlook keeps the formatted one as HTML, or as RTF that contains the HTML. */
const textsOf = (item: MapiItem, codePage: number | undefined): Pick<Mail, 'html' | 'text'> => {
  const html = htmlOf(item, codePage)?.trim();
  const text = textOf(item, ids.body, codePage);
  const compressed = html ? undefined : binaryOf(item, ids.rtf);
  const rtf = compressed && textOfRtf(compressed);
  return { html: html || rtf?.html, text: text?.trim() ? text : rtf?.text };
};

const attachmentOf = async (
  item: MapiItem,
  codePage: number | undefined,
  depth: number,
): Promise<MailAttachment | null> => {
  const text = (id: number) => line(textOf(item, id, codePage) ?? '');
  const data = item.properties.get(ids.data)?.value;
  const filename = text(ids.fileName) || text(ids.fileNameShort) || text(ids.displayName) || null;
  if (data !== undefined && typeof data === 'object' && 'properties' in data) {
    if (depth >= MAPI_DEPTH_MAX) return null;
    const mail = await mailOfItem(data, depth + 1);
    const title = text(ids.displayName) || filename;
    return { filename: title, mimeType: 'message/rfc822', content: new Uint8Array(), mail };
  }
  const contentId = text(ids.contentId);
  return {
    filename,
    mimeType: text(ids.mimeType).toLowerCase() || 'application/octet-stream',
    ...(contentId && { contentId }),
    content: data instanceof Uint8Array ? data : new Uint8Array(),
  };
};

/** The email that an item of Outlook holds. */
export const mailOfItem = async (item: MapiItem, depth = 0): Promise<Mail> => {
  const codePage = numberOf(item, ids.messageCodePage) ?? numberOf(item, ids.internetCodePage);
  const text = (id: number) => textOf(item, id, codePage) ?? '';
  const email = await PostalMime.parse(`${headersOf(item, codePage, text)}\r\n\r\n`);
  const attachments: MailAttachment[] = [];
  for (const one of item.attachments) {
    const attachment = await attachmentOf(one, codePage, depth);
    if (attachment) attachments.push(attachment);
  }
  // Outlook decodes the subject with the charset that it knows; the header may hold it raw.
  return { ...email, subject: text(ids.subject) || email.subject, ...textsOf(item, codePage), attachments };
};
