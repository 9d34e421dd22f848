import {
  defaultTreeAdapter as adapter,
  html as spec,
  parse,
  serialize,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5';
import { defang, defangText } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { cleanHtml, type MarkupRules } from '../../platform/markup/html.ts';
import type { Attribute } from '../../platform/markup/html-text.ts';

// The HTML of a reported message as it is shown on the content origin: nothing in it runs, loads or leads anywhere. Runs in a
// bounded worker: the text is foreign.

const tags = new Set(
  `html head title style body table thead tbody tfoot tr td th caption colgroup col div span p br hr h1 h2 h3 h4 h5 h6 ul ol li
  dl dt dd a img b strong i em u s small big sub sup font center blockquote pre code abbr address header footer main section
  article aside figure figcaption`.split(/\s+/),
);
const everywhere = new Set(
  `style class id dir lang title role align valign width height bgcolor border cellpadding cellspacing colspan rowspan color
  face size`.split(/\s+/),
);
/** Addresses are kept under other names, which no browser follows. */
const inert: Readonly<Record<string, readonly [address: string, kept: string]>> = {
  a: ['href', 'data-link'],
  img: ['src', 'data-picture'],
};

const attributes: MarkupRules['attributes'] = (tag, all) => {
  const kept: Attribute[] = all.filter(({ name }) => everywhere.has(name) || (tag === 'img' && name === 'alt'));
  const [address, stored] = inert[tag] ?? [];
  // Cleaning is repeated: the second time the address has its other name.
  const found = all.find(({ name }) => name === address) ?? all.find(({ name }) => name === stored);
  return found && stored ? [...kept, { name: stored, value: found.value }] : kept;
};
const rules: MarkupRules = { tags, attributes, comment: () => null, drawings: false };

const EMBEDDED = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/i;
const LINK_SHOWN = 120;
const linkStyle =
  'all:initial!important;display:inline!important;font:12px monospace!important;color:#7a1c10!important;background:#fdeeeb!important;padding:0 3px!important;border-radius:3px!important;overflow-wrap:anywhere!important';
const pictureStyle =
  'all:initial!important;display:inline-block!important;font:12px sans-serif!important;color:#55606e!important;background:#f1f3f5!important;border:1px dashed #c3cad3!important;padding:2px 6px!important;border-radius:4px!important';
const base =
  'html{background:#fff;color-scheme:light}body{margin:16px;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.45;color:#1f2a37;overflow-wrap:anywhere}';

export type ViewPictures = {
  /** The picture with this Content-ID as an address `data:`, or undefined. */
  readonly byCid: (cid: string) => string | undefined;
  /** Whether embedded pictures are shown. */
  readonly shown: boolean;
  /** What stands in the place of a picture that is not shown. */
  readonly hidden: string;
};

const element = (tagName: string, attrs: Attribute[], text: string): Tree.Element => {
  const made = adapter.createElement(tagName, spec.NS.HTML, attrs);
  adapter.insertText(made, text);
  return made;
};
const find = (document: Tree.Document, tagName: string): Tree.Element | undefined => {
  const root = document.childNodes.find((node): node is Tree.Element => 'tagName' in node);
  return root?.childNodes.find((node): node is Tree.Element => 'tagName' in node && node.tagName === tagName);
};

const isText = (node: Tree.Node): node is Tree.TextNode => node.nodeName === '#text';
const valueOf = (node: Tree.Element, name: string): string | undefined =>
  node.attrs.find((one) => one.name === name)?.value;
const withoutAttribute = (node: Tree.Element, name: string) => node.attrs.filter((one) => one.name !== name);

/** The address under which an embedded picture is shown; undefined for pictures elsewhere. */
const pictureOf = (address: string, { byCid }: ViewPictures): string | undefined => {
  const cid = /^cid:(.{1,500})$/i.exec(address.trim())?.[1];
  return cid === undefined ? (EMBEDDED.test(address) ? address : undefined) : byCid(cid);
};

const finishLink = (node: Tree.Element): void => {
  const address = valueOf(node, 'data-link')?.trim();
  node.attrs = withoutAttribute(node, 'data-link');
  if (!address || address.startsWith('#')) return;
  const shown = defang(address);
  node.attrs.push({ name: 'title', value: shown });
  const text = shown.length > LINK_SHOWN ? `${shown.slice(0, LINK_SHOWN)}…` : shown;
  adapter.appendChild(node, element('code', [{ name: 'style', value: linkStyle }], ` ${text} `));
};

const finishPicture = (node: Tree.Element, pictures: ViewPictures): void => {
  const address = valueOf(node, 'data-picture') ?? '';
  const found = pictureOf(address, pictures);
  const own = withoutAttribute(node, 'data-picture');
  if (found !== undefined && pictures.shown) {
    node.attrs = [...own, { name: 'src', value: found }];
    return;
  }
  const { parentNode: parent } = node;
  if (!parent) return;
  const alt = valueOf(node, 'alt')?.trim();
  const text = alt ? `${pictures.hidden}: ${alt}` : pictures.hidden;
  adapter.insertBefore(parent, element('span', [{ name: 'style', value: pictureStyle }], text), node);
  adapter.detachNode(node);
};

/**
 * The HTML of a message without anything that runs or loads. Links lead nowhere and show their defanged address; pictures are
 * shown if they came with the message and `pictures.shown`. Throws MarkupError if the text cannot be cleaned.
 */
export const viewHtml = (html: string, pictures: ViewPictures): string => {
  const document = parse(cleanHtml(html, rules));
  const waiting: Tree.Node[] = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('childNodes' in node) waiting.push(...node.childNodes);
    if (isText(node) && node.parentNode?.nodeName !== 'style') node.value = defangText(node.value);
    if (!('tagName' in node)) continue;
    if (node.tagName === 'a') finishLink(node);
    if (node.tagName === 'img') finishPicture(node, pictures);
  }
  const head = find(document, 'head')!;
  const first = head.childNodes[0];
  const style = element('style', [], base);
  if (first) adapter.insertBefore(head, style, first);
  else adapter.appendChild(head, style);
  return serialize(document);
};
