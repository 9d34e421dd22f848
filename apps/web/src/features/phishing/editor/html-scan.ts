/** A part of a source text: from the first character up to, but not including, the second. */
export type Span = readonly [from: number, to: number];
type Part = { readonly kind: 'text' | 'comment' | 'element'; readonly span: Span; readonly id?: number };
/** An element as written in the source. `close` is empty if the end tag is left out. */
export type Scanned = {
  readonly id: number;
  readonly tag: string;
  readonly open: Span;
  close: Span;
  readonly parts: Part[];
};

const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
export const isVoid = (tag: string): boolean => voids.has(tag);
const raws = new Set('script style textarea title xmp iframe noembed noframes noscript'.split(' '));
const cells = ['td', 'th'];
const rows = ['tr', ...cells];
const items = ['dt', 'dd'];
const groups = ['tbody', 'thead', 'tfoot'];
/** Elements that a start tag ends if they are open and have no end tag. */
const ends: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dt: items,
  dd: items,
  td: cells,
  th: cells,
  tr: rows,
  tbody: [...rows, ...groups],
  thead: [...rows, ...groups],
  tfoot: [...rows, ...groups],
  option: ['option'],
  optgroup: ['option', 'optgroup'],
  ...Object.fromEntries(
    'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'
      .split(' ')
      .map((tag) => [tag, ['p']]),
  ),
};

const TAG = /<(\/?)([a-z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>/iy;

/** Where the next markup after `from` begins and ends. */
const nextMarkup = (text: string, from: number): { span: Span; tag?: string; ends?: boolean } | null => {
  for (let at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      return { span: [at, end < 0 ? text.length : end + 3] };
    }
    if (/[!?]/.test(text[at + 1] ?? '')) {
      const end = text.indexOf('>', at);
      return { span: [at, end < 0 ? text.length : end + 1] };
    }
    TAG.lastIndex = at;
    const found = TAG.exec(text);
    if (found) return { span: [at, TAG.lastIndex], tag: found[2]!.toLowerCase(), ends: found[1] === '/' };
  }
  return null;
};

/**
 * Finds the elements of a text with their places; ids count from 0 in the order of the start tags. The first entry is
 * the text itself and has the id -1. The browser's parser stays the authority: see `openHtml`.
 */
export const scanHtml = (text: string): readonly Scanned[] => {
  const root: Scanned = { id: -1, tag: '', open: [0, 0], close: [text.length, text.length], parts: [] };
  const all = [root];
  const stack = [root];
  const top = (): Scanned => stack.at(-1)!;
  const addText = (from: number, to: number): void => {
    if (to > from) top().parts.push({ kind: 'text', span: [from, to] });
  };
  /** Ends the innermost open element; its parent learns its extent. */
  const end = (close: Span): void => {
    const ended = stack.pop()!;
    ended.close = close;
    top().parts.push({ kind: 'element', id: ended.id, span: [ended.open[0], close[1]] });
  };
  const begin = (tag: string, span: Span): number => {
    while (ends[tag]?.includes(top().tag) === true) end([span[0], span[0]]);
    const element: Scanned = { id: all.length - 1, tag, open: span, close: [span[1], span[1]], parts: [] };
    all.push(element);
    stack.push(element);
    if (isVoid(tag) || text[span[1] - 2] === '/') end([span[1], span[1]]);
    else if (raws.has(tag)) {
      const close = new RegExp(`</${tag}[^>]*>`, 'gi');
      close.lastIndex = span[1];
      const found = close.exec(text);
      const from = found?.index ?? text.length;
      addText(span[1], from);
      end([from, found ? close.lastIndex : text.length]);
      return found ? close.lastIndex : text.length;
    }
    return span[1];
  };
  let at = 0;
  for (let found = nextMarkup(text, at); found; found = nextMarkup(text, at)) {
    const { span, tag } = found;
    addText(at, span[0]);
    at = span[1];
    if (tag === undefined) top().parts.push({ kind: 'comment', span });
    else if (found.ends !== true) at = begin(tag, span);
    else if (stack.some((one) => one.tag === tag)) {
      while (top().tag !== tag) end([span[0], span[0]]);
      end(span);
    }
  }
  addText(at, text.length);
  while (stack.length > 1) end([text.length, text.length]);
  return all;
};
