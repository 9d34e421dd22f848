import { fromBufferPromise } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import { escapeHtml } from '@sergak/contract/text.rules.ts';
import { decoderOfMeta, findDecoder, guessCharset, isMostlyUtf8 } from '../../../platform/mail-file/charsets.ts';
import type { Mail, MailAttachment } from '../../../platform/mail-file/mail.types.ts';
import { isAttachedMail, isSealed } from '../../../platform/mail-file/read-mail.ts';
import { emailsIn, preselectedPlace } from './import-emails.ts';
import type { Report } from './import-report.ts';
import { ImportError } from './import.types.ts';

/** What was read of a file: the text, and the files that came with it. */
export type Source = {
  readonly html: string;
  readonly subject: string;
  readonly sender: { readonly name: string; readonly address: string } | null;
  /** The page says where its relative addresses lead. */
  readonly hasBase: boolean;
  /** The file at an address of the text, if it came with the text. */
  fileAt(address: string): { readonly name: string; readonly bytes: Uint8Array } | undefined;
};

/** UTF-16 by its byte order mark, or because every second byte of its first tag is zero. */
const wideDecoder = (bytes: Uint8Array): TextDecoder | null => {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 60 && b === 0 && d === 0)) return new TextDecoder('utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 60 && c === 0)) return new TextDecoder('utf-16be');
  return null;
};

/** The text of a page: by its byte order mark, its transport, its `meta`, else UTF-8, else the most plausible charset. */
export const decodePage = (bytes: Uint8Array, charset: string | null = null): string => {
  const wide = wideDecoder(bytes);
  if (wide) return wide.decode(bytes);
  const named = charset === null ? decoderOfMeta(bytes) : findDecoder(charset);
  // A page that can be read here is not in UTF-16, whatever its `meta` says.
  if (named && !/^(?:utf-|replacement)/.test(named.encoding)) return named.decode(bytes);
  return new TextDecoder(isMostlyUtf8(bytes) ? 'utf-8' : guessCharset(bytes)).decode(bytes);
};

export const requirePage = (html: string): string => {
  if (html.includes('\0')) throw new ImportError('unreadable');
  if (!/<[a-z!]/i.test(html)) throw new ImportError('empty');
  return html;
};
const hasBase = (html: string): boolean => /<base\s[^<>]{0,500}href\s*=\s*["']?\s*https?:/i.test(html);
export const titleOf = (html: string): string => /<title[^<>]*>([^<]{0,500})/i.exec(html)?.[1]?.trim() ?? '';

export const readSourcePage = (bytes: Uint8Array): Source => {
  const html = requirePage(decodePage(bytes));
  return { html, subject: titleOf(html), sender: null, hasBase: hasBase(html), fileAt: () => undefined };
};

const LINK = /https?:\/\/[^\s<>"]{1,2000}/g;
const textAsHtml = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const lines = escapeHtml(part).replaceAll('\n', '<br>');
      return `<p>${lines.replace(LINK, (url) => `<a href="${url}">${url}</a>`)}</p>`;
    })
    .join('\n');

const nameOf = (file: MailAttachment): string => file.filename ?? (bare(file.contentId) || 'picture');
const bare = (cid = ''): string => cid.replace(/^<|>$/g, '').toLowerCase();
const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** The chosen email of a file; the others are left out. */
const chooseEmail = async (bytes: Uint8Array, place: number | undefined, report: Report): Promise<Mail> => {
  const emails = await emailsIn(bytes);
  const chosen = emails[place ?? preselectedPlace(emails)];
  if (!chosen) throw new ImportError('email_unknown');
  for (const { mail } of emails) if (mail !== chosen.mail) report.add('email_dropped', mail.subject);
  return chosen.mail;
};

/** Reads a saved email, or an email attached to it. Other attachments are neither opened nor kept. */
export const readEmail = async (bytes: Uint8Array, place: number | undefined, report: Report): Promise<Source> => {
  const mail = await chooseEmail(bytes, place, report);
  if (!mail.headers.some(({ key }) => ['from', 'subject', 'date', 'content-type', 'mime-version'].includes(key)))
    throw new ImportError('unreadable');
  if (!mail.html && !mail.text?.trim()) throw new ImportError(mail.attachments.some(isSealed) ? 'unreadable' : 'empty');
  if (!mail.html) report.add('text_only');
  const html = mail.html ?? textAsHtml(mail.text ?? '');
  const byCid = new Map(mail.attachments.map((one) => [bare(one.contentId), one]));
  const lower = html.toLowerCase();
  for (const one of mail.attachments)
    if (!isAttachedMail(one) && (!one.contentId || !lower.includes(`cid:${bare(one.contentId)}`)))
      report.add('attachment_dropped', nameOf(one));
  return {
    html,
    subject: mail.subject?.trim() || titleOf(html),
    sender: mail.from ? { name: mail.from.name.trim(), address: mail.from.address ?? '' } : null,
    hasBase: hasBase(html),
    fileAt: (address) => {
      const cid = /^cid:(.+)$/i.exec(address.trim())?.[1];
      const found = cid === undefined ? undefined : byCid.get(bare(decoded(cid)));
      return found && { name: nameOf(found), bytes: found.content };
    },
  };
};

const ENTRIES_MAX = 2_000;
const UNPACKED_MAX = 100_000_000;
const KEPT = /\.(?:html?|css|png|jpe?g|gif|webp|svg)$/i;

const unpack = async (bytes: Uint8Array): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true }).catch(() => {
    throw new ImportError('unreadable');
  });
  if (zip.entryCount > ENTRIES_MAX) throw new ImportError('too_large');
  const files = new Map<string, Buffer>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      if (unpacked > UNPACKED_MAX) throw new ImportError('too_large');
      if (entry.isEncrypted()) throw new ImportError('unreadable');
      if (!KEPT.test(entry.fileName) || entry.fileName.startsWith('__MACOSX/')) continue;
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
  } catch (error) {
    throw error instanceof ImportError ? error : new ImportError('unreadable');
  }
  return files;
};

/** The page of an archive: the least deep one, `index` first, else the longest. */
const pageOf = (files: ReadonlyMap<string, Buffer>): string | undefined => {
  const depth = (name: string) => name.split('/').length;
  const rank = (name: string) => (/(?:^|\/)index\.html?$/i.test(name) ? 0 : 1);
  return [...files.keys()]
    .filter((name) => /\.html?$/i.test(name))
    .sort((a, b) => depth(a) - depth(b) || rank(a) - rank(b) || files.get(b)!.length - files.get(a)!.length)[0];
};

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Reads an archive of a page and its files. */
export const readArchive = async (bytes: Uint8Array): Promise<Source> => {
  const files = await unpack(bytes);
  const page = pageOf(files);
  if (page === undefined) throw new ImportError('empty');
  const html = requirePage(decodePage(files.get(page)!));
  const folder = page.slice(0, page.length - lastPart(page).length);
  const byLastPart = new Map<string, string>();
  for (const name of files.keys()) byLastPart.set(lastPart(name).toLowerCase(), name);
  return {
    html,
    subject: titleOf(html),
    sender: null,
    hasBase: hasBase(html),
    fileAt: (address) => {
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address.trim())) return undefined;
      const path = decoded(address.trim().replace(/[?#][^]*$/, ''));
      const full = new URL(path, `file:///${encodeURI(folder)}`).pathname.slice(1);
      // Archives made on Windows may have unreadable folder names, so the last part of the path is enough.
      const name = [decoded(full), byLastPart.get(lastPart(path).toLowerCase()) ?? ''].find((one) => files.has(one));
      return name === undefined ? undefined : { name: lastPart(name), bytes: files.get(name)! };
    },
  };
};
