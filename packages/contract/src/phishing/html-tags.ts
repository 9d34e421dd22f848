/** An attribute as it is written, with its place in the text. */
export type TagAttribute = {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
};
export type HtmlTag = {
  readonly kind: 'tag';
  /** In lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly isSelfClosed: boolean;
  readonly attributes: readonly TagAttribute[];
  readonly start: number;
  readonly end: number;
};
type HtmlPiece = HtmlTag | { readonly kind: 'text'; readonly start: number; readonly end: number };

const isSpace = (sign: string | undefined): boolean => sign !== undefined && ' \n\t\r\f'.includes(sign);
/** Elements whose content is no markup, with what ends them. */
const raws = new Map(
  ['style', 'script', 'title', 'textarea', 'xmp', 'noembed', 'noframes', 'iframe'].map((name) => [name, `</${name}`]),
);
/** The place of a text after `from`, whatever its case. */
const indexOfText = (html: string, text: string, from: number): number => {
  const look = new RegExp(text, 'gi');
  look.lastIndex = from;
  return look.exec(html)?.index ?? -1;
};

/** The tag at a place, or null if the text ends within it. */
const tagAt = (html: string, start: number): HtmlTag | null => {
  const isEnd = html[start + 1] === '/';
  let at = start + (isEnd ? 2 : 1);
  const skip = (isPart: (sign: string) => boolean): string => {
    const from = at;
    while (at < html.length && isPart(html[at]!)) at += 1;
    return html.slice(from, at);
  };
  const name = skip((sign) => !isSpace(sign) && sign !== '/' && sign !== '>').toLowerCase();
  const attributes: TagAttribute[] = [];
  for (;;) {
    const gap = skip((sign) => isSpace(sign) || sign === '/');
    if (at >= html.length) return null;
    if (html[at] === '>')
      return { kind: 'tag', name, isEnd, isSelfClosed: gap.endsWith('/'), attributes, start, end: at + 1 };
    const from = at;
    at += 1;
    skip((sign) => !isSpace(sign) && sign !== '/' && sign !== '>' && sign !== '=');
    const attribute = html.slice(from, at).toLowerCase();
    let end = at;
    let value = '';
    skip(isSpace);
    if (html[at] === '=') {
      at += 1;
      skip(isSpace);
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, at + 1);
        if (close < 0) return null;
        value = html.slice(at + 1, close);
        at = close + 1;
      } else value = skip((sign) => !isSpace(sign) && sign !== '>');
      end = at;
    }
    attributes.push({ name: attribute, value, start: from, end });
  }
};

/** Where the reading of a comment continues: after it, or inside of the markup that Outlook reads. Null: it has no end. */
const afterComment = (html: string, at: number): { next: number; hiddenUntil: number } | null => {
  const end = html.indexOf('-->', at + 2);
  if (end < 0) return null;
  const condition = /^<!--\s{0,9}\[if[^\]]{0,100}\]>/i.exec(html.slice(at, at + 140))?.[0];
  const from = at + (condition?.length ?? 0);
  if (condition === undefined || from >= end || /^(?:<!|<!-- )$/.test(html.slice(from, Math.min(end, from + 6))))
    return { next: end + 3, hiddenUntil: 0 };
  return { next: from, hiddenUntil: end };
};

/**
 * The tags and texts of a text in their order, those of conditional comments among them, without the content of style sheets
 * and scripts. The time is linear in the length: what a parser could not read to its end is not read further.
 */
export function* htmlPieces(html: string): Generator<HtmlPiece> {
  let hiddenUntil = 0;
  let from = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', from)) {
    const sign = html[at + 1] ?? '';
    const isTag = /[a-z]/i.test(sign) || (sign === '/' && /[a-z]/i.test(html[at + 2] ?? ''));
    if (!isTag && sign !== '!' && sign !== '?' && sign !== '/') {
      yield { kind: 'text', start: from, end: at + 1 };
      from = at + 1;
      continue;
    }
    if (at > from) yield { kind: 'text', start: from, end: at };
    if (!isTag) {
      const isComment = html.startsWith('<!--', at);
      const isNested = isComment && at < hiddenUntil;
      const found: { next: number; hiddenUntil: number } | null = isNested
        ? { next: at + 4, hiddenUntil }
        : isComment
          ? afterComment(html, at)
          : { next: html.indexOf('>', at) + 1, hiddenUntil };
      if (!found || found.next === 0) return;
      ({ next: from, hiddenUntil } = found);
      continue;
    }
    const tag = tagAt(html, at);
    if (!tag) return;
    yield tag;
    from = tag.end;
    const ending = tag.isEnd ? undefined : raws.get(tag.name);
    if (ending === undefined) continue;
    from = indexOfText(html, ending, from);
    if (from < 0) return;
  }
  if (from < html.length) yield { kind: 'text', start: from, end: html.length };
}
