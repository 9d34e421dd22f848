import { addressKey } from '@sergak/contract/email-address.rules.ts';
import { createHash } from 'node:crypto';
import { addressParser, type Address } from 'postal-mime';
import { defang } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import type { Mail } from '../../platform/mail-file/mail.types.ts';
import { isAttachedMail } from '../../platform/mail-file/read-mail.ts';
import { SIMULATION_HEADER } from '../settings/public.ts';
import { forwardedAddress, senderAddress } from './address-fields.ts';
import { forwardedHead } from './forwarded-head.ts';
import { linkHosts } from './link-hosts.ts';
import { layersOf } from './report-layers.ts';

/** Marks emails of this module to the security team, so that a copy that comes back is not treated as a report. */
export const REPORT_HEADER = 'X-Sergak-Report';

/** What is known about a reported email that is no simulation. All texts are claims of its sender. */
export type Original = {
  readonly sender: string;
  readonly subject: string;
  readonly message_id: string;
  readonly sent_at: string | null;
  readonly headers: string;
  readonly links: readonly string[];
  readonly attachments: readonly Attached[];
  /** What equal emails have in common: the sender's address and the subject in lower case, and the hosts of the links. */
  readonly sender_address: string;
  readonly subject_key: string;
  readonly hosts: readonly string[];
};
export type Attached = {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** In hexadecimal digits, as other tools show it. */
  readonly sha256: string;
};

/** A message of the report mailbox, reduced to what its handling needs. */
export type ReportMessage = {
  /** Identifies the message: equal each time it is read. */
  readonly digest: Buffer;
  /** Addresses of the person who reported, in lower case: the sender, or who redirected the email. */
  readonly senders: readonly string[];
  /** Addressees of the message, in lower case. A redirected email still names its first recipient. */
  readonly addressees: readonly string[];
  /** An automatic answer, a bounce, or our own email to the security team. */
  readonly automatic: boolean;
  /** Possible tracking keys: they are looked up, because links are also written by mail programs and gateways. */
  readonly keys: readonly string[];
  readonly messageIds: readonly string[];
  /** Emails that carry the header of a simulation; `direct` if the message itself is that email, redirected. */
  readonly proofs: readonly { readonly messageId: string; readonly mac: string; readonly direct: boolean }[];
  /** The message itself was redirected: somebody is named who resent it, or it carries the header of simulations. */
  readonly redirected: boolean;
  /** The message and the emails attached to it: the address of the one field From, and where the links lead. */
  readonly layers: readonly { readonly from: string | null; readonly hosts: readonly string[] }[];
  /** The email forwarded inline, as far as the mail program wrote its sender. */
  readonly forwarded: { readonly from: string; readonly hosts: readonly string[] } | null;
  readonly original: Original;
};

const KEYS_MAX = 500;
const LINKS_MAX = 50;
const LINK_LENGTH = 500;
const ATTACHMENTS_MAX = 50;
const HEADERS_LENGTH = 16_000;
const shownHeaders =
  /^(?:from|sender|reply-to|return-path|date|subject|message-id|received|received-spf|(?:arc-)?authentication-results|dkim-signature|x-mailer|user-agent|x-originating-ip)$/;

const header = (email: Mail, name: string): string =>
  email.headers.find(({ key }) => key === name.toLowerCase())?.value.trim() ?? '';
const addresses = (list: readonly (Address | undefined)[]): string[] =>
  list
    .flatMap((one) => (one === undefined ? [] : one.group ? one.group : [one]))
    .map(({ address }) => addressKey(address ?? ''))
    .filter((address) => address !== '');
const line = (text: string | undefined, length = 255): string => cleanLine(text ?? '').slice(0, length);
const idsIn = (text: string | undefined): string[] => [...(text ?? '').matchAll(/<[^<>\s]{3,250}>/g)].map(([id]) => id);
/** Reads a message of the report mailbox. Nothing in it is opened, and malformed parts are skipped. */
export const readReport = async (raw: Buffer): Promise<ReportMessage> => {
  const layers = await layersOf(raw);
  const outer = layers[0]!;
  const resent = header(outer, 'resent-from');
  const from = addresses([outer.from, outer.sender]);
  const messageId = header(outer, 'message-id') || createHash('sha256').update(raw).digest('hex');
  return {
    digest: createHash('sha256')
      .update(`${from[0] ?? ''}\0${messageId}`)
      .digest(),
    senders: [...new Set([...addresses(addressParser(resent)).slice(0, 1), ...from])],
    addressees: addresses([...(outer.to ?? []), ...(outer.cc ?? [])]),
    automatic: isAutomatic(outer),
    keys: keysIn(layers.map(textOf).join('\n')),
    messageIds: [
      ...new Set(
        layers.flatMap((email) =>
          idsIn(
            [email.messageId, email.inReplyTo, email.references, header(email, 'x-forwarded-message-id')].join(' '),
          ),
        ),
      ),
    ].slice(0, 100),
    proofs: layers.flatMap((email, at) => {
      const mac = header(email, SIMULATION_HEADER);
      const [id] = idsIn(email.messageId);
      return mac === '' || id === undefined ? [] : [{ messageId: id, mac, direct: at === 0 }];
    }),
    redirected: resent !== '' || header(outer, SIMULATION_HEADER) !== '',
    layers: layers.map((email) => ({
      from: senderAddress(fieldsOf(email, 'from')),
      hosts: linkHosts(email.html ?? '', `${email.text ?? ''}\n${plain(email.html)}`),
    })),
    forwarded: forwardedOf(layers),
    original: originalOf(layers),
  };
};

const fieldsOf = (email: Mail, name: string): string[] =>
  email.headerLines.filter(({ key }) => key === name).map(({ line: text }) => text.slice(text.indexOf(':') + 1).trim());

/** Only what follows the sender is the forwarded email: above it are the words and the signature of the person who reports. */
const forwardedOf = (layers: readonly Mail[]): ReportMessage['forwarded'] => {
  const from = forwardedAddress(headOf(layers)?.sender ?? '');
  if (from === null) return null;
  const after = (text: string) => text.slice(Math.max(0, text.toLowerCase().indexOf(from)));
  const { html = '', text = '' } = layers[0]!;
  return { from, hosts: linkHosts(after(html), `${after(text)}\n${after(plain(html))}`) };
};
/** What a mail program wrote about the email that was forwarded inline. */
const headOf = ([outer, ...attached]: readonly Mail[]) =>
  attached.length === 0 ? forwardedHead(textOf({ ...outer!, html: outer!.text ? '' : plain(outer!.html) })) : null;

const isAutomatic = (email: Mail): boolean =>
  /^auto-replied/i.test(header(email, 'auto-submitted')) ||
  // A feedback report is what a person sends with a button of a mail program.
  /^multipart\/report(?!.{0,500}feedback-report)/is.test(header(email, 'content-type')) ||
  header(email, REPORT_HEADER) !== '';

const textOf = (email: Mail): string => `${email.html ?? ''}\n${email.text ?? ''}`;

/** Keys in links, also where a gateway wrapped a link into its own and escaped it. */
const keysIn = (text: string): string[] => {
  const plain = text.replace(/%(?:25)?2F/gi, '/');
  const found = new Set<string>();
  for (const [, key] of plain.matchAll(/\/([A-Za-z0-9_-]{22})(?![A-Za-z0-9_-])/g)) {
    found.add(key!);
    if (found.size >= KEYS_MAX) break;
  }
  return [...found];
};

const linksIn = (email: Mail): string[] => {
  const inHtml = [...(email.html ?? '').matchAll(/\s(?:href|action)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)].map(
    (match) => (match[1] ?? match[2] ?? match[3] ?? '').replaceAll('&amp;', '&'),
  );
  const inText = [...(email.text ?? '').matchAll(/https?:\/\/[^\s<>"']+/gi)].map(([link]) =>
    link.slice(0, LINK_LENGTH).replace(/(?<![).,;:\]])[).,;:\]]+$/, ''),
  );
  const found = [...inHtml, ...inText]
    .map((link) => line(link, LINK_LENGTH))
    .filter((link) => /^(?:https?|ftp):\/\//i.test(link));
  return [...new Set(found)].slice(0, LINKS_MAX).map(defang);
};

const senderOf = (email: Mail): string => {
  const { from } = email;
  if (from === undefined || from.group) return '';
  return line(from.name ? `${from.name} <${from.address}>` : from.address);
};

/**
 * The reported email: the attached one; else what a mail program wrote about the forwarded one; else the message itself,
 * redirected.
 */
const originalOf = (layers: readonly Mail[]): Original => {
  const outer = layers[0]!;
  const email = layers[1] ?? outer;
  const attachments = email.attachments
    .filter((one) => !isAttachedMail(one))
    .slice(0, ATTACHMENTS_MAX)
    .map(({ filename, mimeType, content }) => ({
      name: line(filename ?? mimeType, 200),
      size: content.byteLength,
      type: line(mimeType, 100),
      sha256: createHash('sha256').update(content).digest('hex'),
    }));
  const parts = { links: linksIn(email), attachments };
  const head = headOf(layers);
  if (head) {
    const subject = line(head.subject || withoutPrefix(outer.subject));
    return {
      ...parts,
      sender: line(head.sender),
      subject,
      message_id: '',
      sent_at: null,
      headers: '',
      sender_address: forwardedAddress(head.sender) ?? '',
      subject_key: subjectKey(subject),
      hosts: hostsOf(forwardedOf(layers)?.hosts ?? linkHosts(email.html ?? '', email.text ?? '')),
    };
  }
  const at = Date.parse(email.date ?? '');
  return {
    ...parts,
    sender_address: addresses([email.from])[0] ?? '',
    subject_key: subjectKey(email.subject),
    hosts: hostsOf(linkHosts(email.html ?? '', `${email.text ?? ''}\n${plain(email.html)}`)),
    sender: senderOf(email),
    subject: line(email.subject),
    message_id: idsIn(email.messageId)[0] ?? '',
    sent_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
    headers: email.headerLines
      .filter(({ key }) => shownHeaders.test(key))
      .map((one) => cleanLine(one.line).slice(0, 1_000))
      .join('\n')
      .slice(0, HEADERS_LENGTH),
  };
};

const HOSTS_MAX = 50;
/** The hosts that can be compared: not the sign of a link that cannot be read. */
const hostsOf = (hosts: readonly string[]): string[] =>
  [...new Set(hosts)].filter((host) => host.includes('.')).slice(0, HOSTS_MAX);
const subjectKey = (subject: string | undefined): string => line(withoutPrefix(subject).toLowerCase());
const withoutPrefix = (subject: string | undefined): string =>
  (subject ?? '').replace(/^\s*(?:(?:fwd?|пересл|re|отв)\s*:\s*)+/i, '');
const plain = (html: string | undefined): string =>
  (html ?? '')
    .replace(/<(style|script|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
