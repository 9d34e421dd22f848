import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { decodeWords } from 'postal-mime';
import { defang, defangText } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { ReportedText } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import { MarkupError } from '../../platform/markup/html.ts';
import type { Mail } from '../../platform/mail-file/mail.types.ts';
import { realHost } from './link-hosts.ts';
import { layersOf } from './report-layers.ts';
import { viewHtml } from './view-html.ts';

// A kept message as a person reads it. Runs in a bounded worker: the message is foreign.

export type ViewTask = {
  readonly raw: Uint8Array;
  /** The HTML is wanted: with the text that stands in the place of hidden pictures, and whether embedded ones are shown. */
  readonly page: { readonly hidden: string; readonly pictures: boolean } | null;
};
export type MessageView = Omit<ReportedText, 'page'> & {
  readonly hasHtml: boolean;
  /** Null if it is not wanted, if there is none, or if it cannot be cleaned. */
  readonly html: string | null;
};

const TEXT_MAX = 200_000;
const HEADERS_MAX = 300;
const VALUE_MAX = 4_000;
const LINKS_MAX = 200;
const ADDRESS_MAX = 2_000;
const LABEL_MAX = 200;
/** Bytes of embedded pictures that are shown. */
const PICTURES_MAX = 6 * 1024 * 1024;

const headersOf = (mail: Mail): MessageView['headers'] =>
  mail.headerLines.slice(0, HEADERS_MAX).map(({ line }) => {
    const at = line.indexOf(':');
    return {
      name: cleanLine(line.slice(0, Math.max(0, at))).slice(0, 100),
      value: cleanLine(decodeWords(line.slice(at + 1, at + 1 + VALUE_MAX))),
    };
  });

/** What a link says: its texts, and the alternative texts of its pictures. Not recursive: a text may be nested deeply. */
const labelOf = (link: Tree.Element): string => {
  let label = '';
  const waiting: Tree.Node[] = [link];
  for (let node = waiting.pop(); node && label.length < LABEL_MAX; node = waiting.pop()) {
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
    if (node.nodeName === '#text') label += (node as Tree.TextNode).value.slice(0, LABEL_MAX);
    if ('tagName' in node && node.tagName === 'img')
      label += node.attrs.find(({ name }) => name === 'alt')?.value ?? '';
  }
  return cleanLine(label).slice(0, LABEL_MAX);
};

type Found = { readonly links: (readonly [text: string, address: string])[]; embedded: number; remote: number };
const inHtml = (html: string): Found => {
  const found: Found = { links: [], embedded: 0, remote: 0 };
  const waiting: Tree.Node[] = [parse(html)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
    if (!('tagName' in node)) continue;
    const { tagName, attrs } = node;
    for (const { name, value } of attrs) {
      if ((name === 'href' && tagName !== 'link' && tagName !== 'base') || name === 'action' || name === 'formaction')
        found.links.push([labelOf(node), value]);
      if ((name === 'src' && tagName === 'img') || name === 'background')
        found[/^\s*(?:cid|data):/i.test(value) ? 'embedded' : 'remote'] += 1;
    }
  }
  return found;
};

const linksOf = ({ text = '' }: Mail, { links }: Found): MessageView['links'] => {
  const inText = [...text.matchAll(/(?:https?|ftp):\/\/[^\s<>"']+/gi)].map(([link]) => ['', link] as const);
  const byAddress = new Map<string, string>();
  for (const [label, link] of [...links, ...inText]) {
    const address = cleanLine(link.slice(0, ADDRESS_MAX));
    if (address === '' || /^(?:#|cid:)/i.test(address)) continue;
    if (!byAddress.get(address)) byAddress.set(address, label);
    if (byAddress.size >= LINKS_MAX) break;
  }
  return [...byAddress].map(([address, label]) => ({
    text: defangText(label),
    address: defang(address),
    host: defang(realHost(address)),
  }));
};

const bare = (cid = ''): string => cid.replace(/^<|>$/g, '').toLowerCase();
const KIND = /^image\/(?:png|jpeg|gif|webp)$/i;
/** Embedded pictures as addresses `data:`, while there is room for them. */
const picturesOf = (mail: Mail): ((cid: string) => string | undefined) => {
  const byCid = new Map(mail.attachments.filter((one) => one.contentId).map((one) => [bare(one.contentId), one]));
  let left = PICTURES_MAX;
  return (cid) => {
    const one = byCid.get(bare(cid));
    if (!one || !KIND.test(one.mimeType) || one.content.byteLength > left) return undefined;
    left -= one.content.byteLength;
    return `data:${one.mimeType.toLowerCase()};base64,${Buffer.from(one.content).toString('base64')}`;
  };
};

const pageOf = (mail: Mail, page: NonNullable<ViewTask['page']>): string | null => {
  try {
    return viewHtml(mail.html ?? '', { byCid: picturesOf(mail), shown: page.pictures, hidden: page.hidden });
  } catch (error) {
    if (error instanceof MarkupError || error instanceof RangeError) return null;
    throw error;
  }
};

/** The reported email of a message: the one attached to it, else the message itself. */
export const viewMessage = async ({ raw, page }: ViewTask): Promise<MessageView> => {
  const layers = await layersOf(Buffer.from(raw));
  const mail = layers[1] ?? layers[0]!;
  const found = inHtml(mail.html ?? '');
  return {
    text: defangText((mail.text ?? '').slice(0, TEXT_MAX)),
    hasHtml: Boolean(mail.html?.trim()),
    html: page && mail.html ? pageOf(mail, page) : null,
    pictures: { embedded: found.embedded, remote: found.remote },
    headers: headersOf(mail),
    links: linksOf(mail, found),
  };
};
