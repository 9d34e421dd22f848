import { html as spec, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attributesText, escapeText, type Attribute } from './html-text.ts';
import { cleanCss } from './css.ts';
import { isFragment } from './places.ts';

// The text is parsed as the HTML standard defines, so the tree is the same as in a browser. Only listed elements and
// attributes are written to the result, which is parsed again until it no longer changes.

const { NS } = spec;
/** Deeper texts are rejected: browsers flatten them, each in its own way. */
const DEPTH = 200;
const ROUNDS = 4;

/** Removed with their content. Any other element that is not listed only loses its tags. */
export const dropped = new Set(
  `script style noscript iframe object embed svg math template xmp plaintext noembed noframes audio video canvas applet
  frameset`.split(/\s+/),
);
export const voids = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr']);
/** Allowed parents of elements about which parsers disagree. */
const onlyInside: Readonly<Record<string, ReadonlySet<string>>> = {
  select: new Set(['option', 'optgroup']),
  optgroup: new Set(['option']),
  option: new Set(),
  title: new Set(),
};
/** Drawing elements. None of them holds text, styles, links or other documents. */
const shapes = new Set(['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);
const shapeAttributes = new Set(
  `viewBox width height x y cx cy r rx ry x1 y1 x2 y2 d points transform fill stroke stroke-width stroke-linecap
  stroke-linejoin fill-rule clip-rule opacity class role aria-hidden aria-label preserveAspectRatio`.split(/\s+/),
);
const isShapeValue = ({ name, value }: Attribute) =>
  name === 'aria-label' || (/^[\w#.,%()+\s-]*$/.test(value) && !/url|src|image/i.test(value));

export type MarkupRules = {
  readonly tags: ReadonlySet<string>;
  /** Cleans the attributes of an element; `style` is already clean. */
  attributes(tag: string, attributes: readonly Attribute[]): readonly Attribute[];
  /** The text of a comment that is kept; null if the comment is removed. */
  comment(text: string): string | null;
  /** Changes the whole text before it is cleaned, for rules about comments that belong together. */
  prepare?(html: string): string;
  /** Whether drawings (`shapes`) are kept. */
  readonly drawings: boolean;
};

/** A text that cannot be cleaned: nested too deeply, or parsed differently each time. */
export class MarkupError extends Error {}

type Walk = { readonly source: string; readonly rules: MarkupRules };

/** Removes everything that the rules do not allow. Cleaning the result again returns the same text. */
export const cleanHtml = (html: string, rules: MarkupRules): string => {
  let text = html;
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = once(rules.prepare?.(text) ?? text, rules);
    if (next === text) return next;
    text = next;
  }
  throw new MarkupError('unstable');
};

const once = (source: string, rules: MarkupRules): string => {
  const document = parse(source, { sourceCodeLocationInfo: true });
  const root = document.childNodes.find(isElement);
  if (!root) return '';
  const walk = { source, rules };
  const head = root.childNodes.find((node): node is Tree.Element => isElement(node) && node.tagName === 'head');
  const body = root.childNodes.find((node): node is Tree.Element => isElement(node) && node.tagName === 'body');
  if (isFragment(document)) {
    // The parser moves comments at the beginning of a fragment out of its content.
    const place = (node: Tree.ChildNode): string => {
      if (node === root) return root.childNodes.map(place).join('');
      if (node === head || node === body) return inner(walk, node);
      return node.nodeName === '#comment' ? write(walk, node, 0) : '';
    };
    return document.childNodes.map(place).join('').trim();
  }
  const end = body?.sourceCodeLocation?.endTag?.startOffset;
  const tail = end !== undefined && source[end - 1] === '\n' ? '\n' : '';
  const content = inner(walk, body).trimEnd() + tail;
  return (
    `<!DOCTYPE html>\n${opening(walk, root)}\n<head>${inner(walk, head)}</head>\n` +
    `${body ? opening(walk, body) : '<body>'}${content}</body>\n</html>\n`
  );
};

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
/** Whether the element is in the text; the parser adds some elements itself. */
const isWritten = (node: Tree.Element): boolean => Boolean(node.sourceCodeLocation);

const inner = (walk: Walk, node: Tree.Element | undefined, depth = 0): string => {
  if (!node) return '';
  if (depth > DEPTH) throw new MarkupError('too_deep');
  const allowed = onlyInside[node.tagName];
  return node.childNodes
    .map((child) => (allowed && isElement(child) && !allowed.has(child.tagName) ? '' : write(walk, child, depth + 1)))
    .join('');
};

const write = (walk: Walk, node: Tree.ChildNode, depth: number): string => {
  if (node.nodeName === '#text') return escapeText((node as Tree.TextNode).value);
  if (node.nodeName === '#comment') {
    const { data } = node as Tree.CommentNode;
    const kept = walk.rules.comment(data);
    return kept === null ? '' : `<!--${kept}-->`;
  }
  if (!isElement(node)) return '';
  if (node.namespaceURI !== NS.HTML) return walk.rules.drawings ? drawing(node, depth) : '';
  if (node.tagName === 'style') return styleSheet(walk, node);
  if (dropped.has(node.tagName)) return '';
  const content = inner(walk, node, depth);
  if (!walk.rules.tags.has(node.tagName)) return content;
  // The parser's own `tbody` and `colgroup` are added again when the text is read.
  if (!isWritten(node) && node.attrs.length === 0) return content;
  const start = opening(walk, node);
  if (voids.has(node.tagName)) return start;
  // A parser drops a line break directly after these tags.
  const kept = /^(?:pre|textarea)$/.test(node.tagName) && content.startsWith('\n') ? '\n' : '';
  return `${start}${kept}${content}</${node.tagName}>`;
};

const opening = ({ source, rules }: Walk, { tagName, attrs, sourceCodeLocation: place }: Tree.Element): string => {
  const cleaned = attrs.flatMap((one) => {
    if (one.prefix) return [];
    return [one.name === 'style' ? { name: 'style', value: cleanCss(one.value) } : one];
  });
  const end = (place?.startTag ?? place)?.endOffset;
  const closed = voids.has(tagName) && end !== undefined && source.slice(end - 2, end) === '/>';
  return `<${tagName}${attributesText(rules.attributes(tagName, cleaned))}${closed ? ' /' : ''}>`;
};

const styleSheet = ({ rules, ...walk }: Walk, node: Tree.Element): string => {
  if (!rules.tags.has('style')) return '';
  const css = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  return `${opening({ rules, ...walk }, node)}${cleanCss(css)}</style>`;
};

const drawing = (node: Tree.Element, depth: number): string => {
  if (depth > DEPTH) throw new MarkupError('too_deep');
  if (node.namespaceURI !== NS.SVG || !shapes.has(node.tagName)) return '';
  const attributes = node.attrs.filter((one) => !one.prefix && shapeAttributes.has(one.name) && isShapeValue(one));
  const start = `<${node.tagName}${attributesText(attributes)}`;
  const children = node.childNodes.filter(isElement).map((child) => drawing(child, depth + 1));
  // An empty shape is written self-closed, as its author wrote it: `<path/>`.
  return node.tagName === 'svg' || node.tagName === 'g'
    ? `${start}>${children.join('')}</${node.tagName}>`
    : `${start}/>`;
};
