import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** One attribute of the text, or the content of a style element, and its position; lines and columns count from 1. */
export type MarkupPlace = {
  readonly tag: string;
  /** Null for the content of a style element. */
  readonly attribute: string | null;
  readonly value: string;
  readonly line: number;
  readonly column: number;
};

/**
 * Yields every attribute and style sheet of a text, as the parser understands it. Not recursive: a text may be nested
 * deeply.
 */
export function* markupPlaces(html: string): Generator<MarkupPlace> {
  const waiting: Tree.Node[] = [parse(html, { sourceCodeLocationInfo: true })];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child);
    if (!('tagName' in node)) continue;
    const place = node.sourceCodeLocation;
    for (const { name, value } of node.attrs) {
      const at = place?.attrs?.[name] ?? place;
      yield { tag: node.tagName, attribute: name, value, line: at?.startLine ?? 1, column: at?.startCol ?? 1 };
    }
    if (node.tagName !== 'style') continue;
    const value = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
    yield { tag: 'style', attribute: null, value, line: place?.startLine ?? 1, column: place?.startCol ?? 1 };
  }
}

/** Whether a text has neither `html` nor `head` nor `body`: the parser has added them. */
export const isFragment = (document: Tree.Document): boolean => {
  const root = document.childNodes.find((node) => 'tagName' in node);
  const parts =
    root && 'childNodes' in root ? root.childNodes.filter(({ nodeName }) => /^(?:head|body)$/.test(nodeName)) : [];
  return ![root, ...parts].some((node) => node?.sourceCodeLocation);
};

/**
 * Yields every comment of a text with its line and column and where it begins and ends in the text. `isOutside` tells comments
 * before or after the content, which are lost; a fragment has none.
 */
export function* commentPlaces(html: string) {
  const document = parse(html, { sourceCodeLocationInfo: true });
  const isWhole = !isFragment(document);
  const waiting: Tree.Node[] = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child);
    if (node.nodeName !== '#comment') continue;
    const { data, parentNode, sourceCodeLocation: at } = node as Tree.CommentNode;
    const isOutside =
      isWhole && (parentNode === null || parentNode.nodeName === '#document' || parentNode.nodeName === 'html');
    const [start, end] = [at?.startOffset ?? 0, at?.endOffset ?? 0];
    yield { text: data, isOutside, line: at?.startLine ?? 1, column: at?.startCol ?? 1, start, end };
  }
}
