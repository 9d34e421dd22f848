import { isVoid, type Scanned, scanHtml, type Span } from './html-scan.ts';
import { chipsFor, type VariableNames } from './variable-chips.ts';

/** Marks each element of the text in the editor with its place in the source. Never stored. */
const ID = 'data-source';
/** Elements that the visual editor would drop or run. A comment holds their place. */
const HELD = new Set('script style link meta base title template noscript iframe object embed'.split(' '));
const HOLD = /^held:(\d+)$/;
const FILES = /^\/lk\/files\//;

const escapeText = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\u00a0/g, '&nbsp;');
const escapeValue = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/"/g, '&quot;')
    .replace(/\u00a0/g, '&nbsp;');

/** Attributes and classes that the visual editor adds to the elements of its canvas. */
const isOfEditor = (name: string): boolean =>
  name === ID || /^data-gjs|^(?:draggable|contenteditable|data-highlightable|spellcheck)$/.test(name);
const attributesOf = (el: Element, ownId: boolean): [string, string][] =>
  [...el.attributes].flatMap(({ name, value }): [string, string][] => {
    if (isOfEditor(name) || (name === 'id' && !ownId && /^i\w+$/.test(value))) return [];
    if (name === 'class') {
      const kept = value.split(/\s+/).filter((one) => one !== '' && !one.startsWith('gjs-'));
      return kept.length > 0 ? [[name, kept.join(' ')]] : [];
    }
    return [[name, name === 'src' || name === 'background' ? value.replace(FILES, 'picture:') : value]];
  });
const openTag = (el: Element, ownId: boolean): string =>
  `<${el.localName}${attributesOf(el, ownId)
    .map(([name, value]) => (value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapeValue(value)}"`))
    .join('')}>`;
/** A body of rows that the parser adds to a table. */
const isImplied = (el: Element): boolean => el.localName === 'tbody' && el.attributes.length === 0;
const isElement = (node: Node): node is Element => node.nodeType === 1;
/** Children, with those of an implied table body in its place. */
const childrenOf = (el: Element): Node[] =>
  [...el.childNodes].flatMap((node) => (isElement(node) && isImplied(node) ? childrenOf(node) : [node]));
const idOf = (el: Element): number => Number(el.getAttribute(ID) ?? NaN);

const parse = (inner: string): HTMLElement =>
  new DOMParser().parseFromString(`<!doctype html><body>${inner}`, 'text/html').body;

type Known = {
  /** The element as the editor wrote it at first, to recognise changes. */
  readonly outer: string;
  readonly open: string;
  /** Source texts and comments by their first content, in order. */
  readonly texts: readonly (readonly [content: string, source: string])[];
  /** Whether the source of the parts, in the order of the tree, is the source of the whole. */
  readonly sound: boolean;
};

const contentOf = (node: Node): string => `${node.nodeType}:${node.nodeValue ?? ''}`;

/** An HTML text whose body is edited while everything else is kept as it was written. */
export type OpenedHtml = {
  /** The content of the body for the visual editor. */
  readonly inner: string;
  /** Markup to insert, with the chips of its variables. */
  readonly toChips: (html: string) => string;
  /** Style sheets of the text, for the canvas. */
  readonly styles: string;
  /** The body's own attributes. */
  readonly body: readonly (readonly [name: string, value: string])[];
  /** Remembers how the editor writes the unchanged content. Call it once, before `restore`. */
  readonly begin: (current: string) => void;
  /** The whole text with the changes of the editor; the same characters wherever nothing has changed. */
  readonly restore: (current: string) => string;
};

const LEADING =
  /^(?:\s+|<!--[\s\S]*?-->|<(style|script|title|noscript)\b[^>]*>[\s\S]*?<\/\1\s*>|<(?:meta|link|base)\b[^>]*>)*/i;
const splitBody = (source: string): Span => {
  const open = /<body\b(?:[^>"']|"[^"]*"|'[^']*')*>/i.exec(source) ?? /<\/head\s*>/i.exec(source);
  const from = open ? open.index + open[0].length : (/^\s*<!doctype[^>]*>/i.exec(source)?.[0].length ?? 0);
  // Parsers put comments and spaces before the first element outside the body, where the editor would lose them.
  const start = from + LEADING.exec(source.slice(from))![0].length;
  const rest = source.slice(start);
  const close = /<\/body\s*>(?![\s\S]*<\/body)/i.exec(rest) ?? /<\/html\s*>\s*$/i.exec(rest);
  return [start, close ? start + close.index : source.length];
};

/** Writes the content of the body with a mark on each element, and comments in place of held elements. */
const annotate = (text: string, all: readonly Scanned[]): string => {
  const cuts = all
    .slice(1)
    .map((one) =>
      HELD.has(one.tag)
        ? { at: one.open[0], until: one.close[1], put: `<!--held:${one.id}-->` }
        : { at: one.open[0] + 1 + one.tag.length, until: one.open[0] + 1 + one.tag.length, put: ` ${ID}="${one.id}"` },
    );
  let out = '';
  let at = 0;
  for (const cut of cuts) {
    if (cut.at < at) continue; // inside a held element
    out += text.slice(at, cut.at) + cut.put;
    at = cut.until;
  }
  return (out + text.slice(at)).replace(/(\s(?:src|background)\s*=\s*["']?)picture:/gi, '$1/lk/files/');
};

const withoutMarks = (root: HTMLElement): string => {
  for (const el of root.querySelectorAll(`[${ID}]`)) el.removeAttribute(ID);
  return root.innerHTML;
};

class Keeper {
  readonly known = new Map<number, Known>();
  readonly text: string;
  readonly all: readonly Scanned[];

  constructor(text: string, all: readonly Scanned[]) {
    this.text = text;
    this.all = all;
  }

  slice([from, to]: Span): string {
    return this.text.slice(from, to);
  }

  recordOf(id: number): Scanned | undefined {
    return this.all[id + 1];
  }

  /** The canonical form of an element, in which only real changes are differences. */
  canon(el: Element): string {
    const own = this.recordOf(idOf(el)) !== undefined && this.hasId(el);
    const inner = childrenOf(el)
      .map((node) => (isElement(node) ? this.canon(node) : contentOf(node)))
      .join('\0');
    return `${openTag(el, own)}${inner}\0`;
  }

  hasId(el: Element): boolean {
    const record = this.recordOf(idOf(el));
    return record !== undefined && /\sid\s*=/i.test(this.slice(record.open));
  }

  open(el: Element): string {
    const id = el.getAttribute('id') ?? '';
    return openTag(el, this.hasId(el) || id.startsWith('field-'));
  }

  /** Learns how an element and its parts look before the first change. Returns whether it is sound. */
  learn(el: Element, id: number): boolean {
    const record = this.recordOf(id);
    if (record === undefined) return false;
    const children = childrenOf(el);
    const written = record.parts.filter((part) => part.kind !== 'element' || HELD.has(this.recordOf(part.id!)!.tag));
    const free = children.filter((node) => !isElement(node));
    const texts = free.map((node, i) => [contentOf(node), written[i] ? this.slice(written[i].span) : ''] as const);
    const parts = children.map((node): string | null => {
      if (!isElement(node)) return texts[free.indexOf(node)]![1];
      const child = idOf(node);
      return this.learn(node, child) ? this.slice(this.extent(this.recordOf(child)!)) : null;
    });
    const content = this.text.slice(record.open[1], record.close[0]);
    const sound = free.length === written.length && parts.every((one) => one !== null) && parts.join('') === content;
    this.known.set(id, { outer: id < 0 ? '' : this.canon(el), open: id < 0 ? '' : this.open(el), texts, sound });
    return sound;
  }

  extent(record: Scanned): Span {
    return [record.open[0], record.close[1]];
  }

  write(el: Element): string {
    const id = idOf(el);
    const [record, known] = [this.recordOf(id), this.known.get(id)];
    const isImpliedEnd = record !== undefined && record.close[0] === record.close[1] && !isVoid(record.tag);
    const end = isVoid(el.localName) ? '' : `</${el.localName}>`;
    if (!record || !known?.sound) return this.open(el) + this.writeChildren(el) + end;
    if (known.outer === this.canon(el))
      return this.slice(this.extent(record)) + (isImpliedEnd && !this.isSelfClosed(record) ? end : '');
    const open = known.open === this.open(el) ? this.slice(record.open) : this.open(el);
    return open + this.writeChildren(el, known) + (isImpliedEnd ? end : this.slice(record.close));
  }

  isSelfClosed({ open }: Scanned): boolean {
    return this.text[open[1] - 2] === '/';
  }

  writeChildren(el: Element, known?: Known): string {
    const left = known?.sound === true ? [...known.texts] : [];
    return childrenOf(el)
      .map((node) => {
        if (isElement(node)) return this.write(node);
        const at = left.findIndex(([content]) => content === contentOf(node));
        if (at >= 0) return left.splice(at, 1)[0]![1];
        return this.writeText(node);
      })
      .join('');
  }

  writeText(node: Node): string {
    if (node.nodeType !== 8) return escapeText(node.nodeValue ?? '');
    const held = HOLD.exec(node.nodeValue ?? '');
    const record = held && this.recordOf(Number(held[1]));
    return record ? this.slice(this.extent(record)) : `<!--${node.nodeValue}-->`;
  }
}

/**
 * Opens a text for the visual editor, which writes everything anew. Head, doctype, style sheets, comments and every
 * element without a change are taken from the source again, character by character (decision 0227). The editor shows the
 * variables with a name as chips; what it writes is read with their text again.
 */
export const openHtml = (source: string, names: VariableNames): OpenedHtml => {
  const [from, to] = splitBody(source);
  const text = source.slice(from, to);
  const all = scanHtml(text);
  const marked = annotate(text, all);
  // A text that the scanner reads differently from the browser is edited without marks.
  const plain = annotate(text, [all[0]!]);
  const held = (html: string): string => withoutMarks(parse(html)).replace(/<!--held:\d+-->/g, '');
  const isRead = held(marked) === held(withoutHeld(text, all));
  const keeper = new Keeper(text, isRead ? all : [all[0]!]);
  const { toChips, toText } = chipsFor(source, names);
  const read = (current: string): HTMLElement => {
    const body = parse(current);
    toText(body);
    return body;
  };
  const whole = new DOMParser().parseFromString(source, 'text/html');
  let first: string | null = null;
  return {
    inner: toChips(isRead ? marked : plain),
    toChips,
    styles: [...whole.querySelectorAll('style')].map((one) => one.textContent).join('\n'),
    body: [...whole.body.attributes].map(({ name, value }) => [name, value] as const),
    begin: (current) => {
      first = current;
      keeper.known.clear();
      keeper.learn(read(current), -1);
    },
    restore: (current) =>
      current === first
        ? source
        : source.slice(0, from) + keeper.writeChildren(read(current), keeper.known.get(-1)) + source.slice(to),
  };
};

/** The text with nothing in place of held elements, as the check of the marks compares it. */
const withoutHeld = (text: string, all: readonly Scanned[]): string => {
  let out = '';
  let at = 0;
  for (const one of all.slice(1)) {
    if (!HELD.has(one.tag) || one.open[0] < at) continue;
    out += text.slice(at, one.open[0]);
    at = one.close[1];
  }
  return (out + text.slice(at)).replace(/(\s(?:src|background)\s*=\s*["']?)picture:/gi, '$1/lk/files/');
};
