const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  laquo: '«',
  raquo: '»',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
  reg: '®',
  trade: '™',
  bull: '•',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  sbquo: '‚',
  euro: '€',
  deg: '°',
  times: '×',
  numero: '№',
  sect: '§',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwnj: '',
  zwj: '\u200d',
  rarr: '→',
  larr: '←',
};
const SKIPPED = new Set(['head', 'style', 'script', 'title', 'noscript', 'template', 'svg']);
const PARAGRAPHS = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
  'blockquote',
  'pre',
  'dl',
  'figure',
]);
const LINES = new Set([
  'div',
  'tr',
  'li',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'address',
  'dt',
  'dd',
  'center',
  'form',
  'body',
]);

type Out = {
  text: string;
  breaks: number;
  space: boolean;
  lists: (number | null)[];
  links: { href: string; from: number }[];
};

/** A readable plain text for an HTML email: paragraphs, list marks, link addresses, picture descriptions. */
export const htmlToText = (html: string): string => {
  const out: Out = { text: '', breaks: 0, space: false, lists: [], links: [] };
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open !== at) addText(out, html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    at = takeMarkup(out, html, open);
  }
  return `${out.text.trim()}\n`;
};

/** Handles what starts at `open` and returns where to go on. */
const takeMarkup = (out: Out, html: string, open: number): number => {
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4);
  const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 40));
  if (!tag) {
    if (/[!?/]/.test(html[open + 1] ?? '')) return after(html, '>', open);
    addText(out, '<');
    return open + 1;
  }
  const end = tagEnd(html, open);
  const name = tag[2]!.toLowerCase();
  const closing = tag[1] === '/';
  if (!closing && SKIPPED.has(name)) {
    const rest = new RegExp(`</${name}\\s*>`, 'gi');
    rest.lastIndex = end;
    return rest.exec(html) ? rest.lastIndex : html.length;
  }
  takeTag(out, name, closing, html.slice(open, end));
  return end;
};

const after = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
};

const tagEnd = (html: string, open: number): number => {
  let quote = '';
  for (let i = open; i < html.length; i++) {
    const char = html[i]!;
    if (quote) quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return i + 1;
  }
  return html.length;
};

const takeTag = (out: Out, name: string, closing: boolean, tag: string) => {
  if (name === 'br') return addBreaks(out, Math.min(out.breaks + 1, 2));
  if (name === 'hr') return addRule(out);
  if (name === 'img' && !closing) return addText(out, attribute(tag, 'alt'), true);
  if (name === 'a')
    return closing ? closeLink(out) : void out.links.push({ href: attribute(tag, 'href'), from: out.text.length });
  if (name === 'td' || name === 'th') out.space = true;
  if (name === 'ul' || name === 'ol') {
    if (closing) out.lists.pop();
    else out.lists.push(name === 'ol' ? 1 : null);
  }
  if (PARAGRAPHS.has(name)) addBreaks(out, out.lists.length > (closing ? 0 : 1) ? 1 : 2);
  else if (LINES.has(name)) addBreaks(out, 1);
  if (name === 'li' && !closing) startItem(out);
};

const startItem = (out: Out) => {
  const depth = Math.max(0, out.lists.length - 1);
  const count = out.lists.at(-1) ?? null;
  if (count !== null) out.lists[depth] = count + 1;
  flush(out);
  out.text += `${'  '.repeat(depth)}${count === null ? '•' : `${count}.`} `;
};

const addRule = (out: Out) => {
  addBreaks(out, 1);
  flush(out);
  out.text += '----------';
  addBreaks(out, 1);
};

const closeLink = (out: Out) => {
  const link = out.links.pop();
  if (!link || !/^(https?:|mailto:|tel:|\{\{)/i.test(link.href)) return;
  const shown = out.text.slice(link.from).trim();
  if (shown === link.href || `mailto:${shown}` === link.href || `tel:${shown}` === link.href) return;
  addText(out, shown ? ` (${link.href})` : link.href, true);
};

const attribute = (tag: string, name: string): string => {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return decode(match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim();
};

const addBreaks = (out: Out, count: number) => {
  out.breaks = Math.max(out.breaks, count);
  out.space = false;
};

const flush = (out: Out) => {
  if (out.text) out.text += '\n'.repeat(out.breaks);
  out.breaks = 0;
};

const addText = (out: Out, raw: string, decoded = false) => {
  // Blanks of the source collapse; a no-break space is meant.
  const text = raw.replace(/[ \t\r\n\f]+/g, ' ');
  if (text === '') return;
  if (text === ' ') {
    out.space = true;
    return;
  }
  const spaced = out.space || text.startsWith(' ');
  const fresh = out.breaks > 0 || out.text === '';
  flush(out);
  if (spaced && !fresh && !/\s$/.test(out.text)) out.text += ' ';
  out.text += decoded ? text.trim() : decode(text.trim());
  out.space = text.endsWith(' ');
};

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code > 0 && code <= 0x10_ff_ff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });
