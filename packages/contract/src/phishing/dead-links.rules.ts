import { type HtmlTag, htmlPieces, type TagAttribute } from './html-tags.ts';
import { variablesIn } from './foreign-variables.rules.ts';

// A link that leads nowhere: nobody can be caught by it, so the results of its email are worth nothing.

export type DeadLink = {
  /** Its tag as it is written. */
  readonly tag: string;
  /** What people read in it. */
  readonly label: string;
  readonly start: number;
};
type Found = { readonly tag: HtmlTag; readonly close: HtmlTag | null; readonly label: string };

/** Shapes of VML, in which Outlook draws buttons. They are links only with an address. */
const isShape = (name: string): boolean => /^v:(?:roundrect|rect|shape|oval|image|line|group)$/.test(name);
const attribute = ({ attributes }: HtmlTag, name: string): TagAttribute | undefined =>
  attributes.find((one) => one.name === name);
const characters = (text: string): string =>
  text
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});?/gi, (_, code: string) => {
      const number = Number(code.replace(/^x/i, '0x'));
      return number > 0 && number < 0x11_00_00 ? String.fromCodePoint(number) : '';
    })
    .replaceAll('&amp;', '&');
/** What is left of a text without spaces of any kind. */
const visible = (text: string): string =>
  text
    .replace(/&(?:nbsp|zwnj|zwj|shy|ensp|emsp|thinsp|#160|#8203|#8204|#xa0);?/gi, ' ')
    .replace(/(?:[\s\u200b\u00ad]|\u200c|\u200d)+/g, ' ')
    .trim();

/** Whether an address leads nowhere; `anchors` are the places within the email. */
const isDeadAddress = (written: string, anchors: ReadonlySet<string>): boolean => {
  const address = characters(written).replace(/[\0-\x20]/g, '');
  if (address === '{{link}}') return false;
  if (/^https?:\/\//i.test(address)) {
    const host = /^[^/?#]*/.exec(address.replace(/^https?:\/\//i, ''))![0];
    return host === '' || variablesIn(host).length > 0;
  }
  if (/^(?:mailto|tel|sms):/i.test(address)) return /:$/.test(address);
  return !(address.startsWith('#') && anchors.has(address.slice(1).toLowerCase()));
};

const isHidden = (tag: HtmlTag): boolean => /display\s{0,9}:\s{0,9}none/i.test(attribute(tag, 'style')?.value ?? '');
/** An empty link is seen if its style draws it, as a button without a text. */
const isDrawn = (tag: HtmlTag): boolean =>
  attribute(tag, 'href') !== undefined && /background|border/i.test(attribute(tag, 'style')?.value ?? '');

const LABEL_MAX = 120;

/** The links of a text that people see, and the places in the email that links can lead to. */
const linksOf = (html: string) => {
  const links: Found[] = [];
  const anchors = new Set<string>();
  let open: { tag: HtmlTag; label: string; isSeen: boolean } | null = null;
  const end = (close: HtmlTag | null): void => {
    if (open && (open.isSeen || open.label !== '' || isDrawn(open.tag)))
      links.push({ tag: open.tag, close, label: open.label });
    open = null;
  };
  for (const piece of htmlPieces(html)) {
    if (piece.kind === 'text') {
      if (open && open.label.length < LABEL_MAX)
        open.label = visible(`${open.label} ${html.slice(piece.start, Math.min(piece.end, piece.start + 1_000))}`);
      continue;
    }
    const { name, isEnd } = piece;
    for (const one of piece.attributes)
      if (one.name === 'id' || one.name === 'name') anchors.add(one.value.toLowerCase());
    if (name === 'a') {
      end(isEnd ? piece : null);
      if (!isEnd) open = { tag: piece, label: '', isSeen: false };
    } else if (open && name === 'img') {
      open.isSeen = true;
      if (open.label === '') open.label = visible(attribute(piece, 'alt')?.value ?? '');
    } else if (!isEnd && (name === 'area' || (isShape(name) && attribute(piece, 'href'))))
      links.push({ tag: piece, close: null, label: attribute(piece, 'alt')?.value ?? '' });
  }
  end(null);
  return { links, anchors };
};

const deadOf = (html: string): Found[] => {
  const { links, anchors } = linksOf(html);
  return links.filter(({ tag }) => !isHidden(tag) && isDeadAddress(attribute(tag, 'href')?.value ?? '', anchors));
};

/** The links that people see and that lead nowhere: without an address, to `#`, to a script or to an unknown variable. */
export const deadLinks = (html: string): DeadLink[] =>
  deadOf(html).map(({ tag, label }) => ({
    tag: html.slice(tag.start, tag.end),
    label: label.slice(0, LABEL_MAX),
    start: tag.start,
  }));

type Edit = { readonly start: number; readonly end: number; readonly text: string };
const edited = (html: string, edits: readonly Edit[]): string => {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(html.slice(from, start), text);
    from = end;
  }
  return parts.join('') + html.slice(from);
};

const ADDRESS = 'href="{{link}}"';
/** Leads every dead link of a text to the page. */
export const leadToPage = (html: string): string =>
  edited(
    html,
    deadOf(html).map(({ tag }): Edit => {
      const href = attribute(tag, 'href');
      const name = tag.start + 1 + tag.name.length;
      return href
        ? { start: href.start, end: href.end, text: ADDRESS }
        : { start: name, end: name, text: ` ${ADDRESS}` };
    }),
  );

/** Makes plain text of the dead link that begins at a place. Its style stays; a shape only loses its address. */
export const linkToText = (html: string, start: number): string => {
  const found = deadOf(html).find(({ tag }) => tag.start === start);
  if (!found) return html;
  const { tag, close } = found;
  if (tag.name === 'area') return edited(html, [{ start: tag.start, end: tag.end, text: '' }]);
  if (tag.name !== 'a') {
    const href = attribute(tag, 'href');
    return href ? edited(html, [{ start: href.start, end: href.end, text: '' }]) : html;
  }
  if (!close) return edited(html, [{ start: tag.start, end: tag.end, text: '' }]);
  const kept = tag.attributes.filter(({ name }) => !/^(?:href|target|rel|name)$/.test(name));
  const span = kept.map((one) => ` ${html.slice(one.start, one.end)}`).join('');
  return edited(html, [
    { start: tag.start, end: tag.end, text: `<span${span}>` },
    { start: close.start, end: close.end, text: '</span>' },
  ]);
};
