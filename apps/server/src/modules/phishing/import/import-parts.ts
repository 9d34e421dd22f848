import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { Report } from './import-report.ts';
import { decodePage, type Source } from './import-source.ts';
import { attr, bodyOf, elementsOf, replaceWith, textOf, type Element } from './import-tree.ts';

// A browser shows a page together with its frames and with the content of its components. Of these, only what contains fields is
// put into the page: the rest is advertising and counters.

const FIELDS = /<(?:form|input|select|textarea)[\s>/]/i;
/** Frames within frames are put in so deep. */
const DEPTH_MAX = 3;

const withBody = (document: Tree.Document): Tree.ChildNode[] => bodyOf(document)?.childNodes ?? [];

/** The HTML of a frame, if it came with the page and contains fields. */
const frameHtml = (source: Source, node: Element): string | undefined => {
  const inside = attr(node, 'srcdoc') ?? '';
  if (FIELDS.test(inside)) return inside;
  const file = source.fileAt(attr(node, 'src') ?? '');
  const html = file && /\.(?:x?html?|php|aspx?)$|^[^.]*$/i.test(file.name) ? decodePage(file.bytes) : '';
  return FIELDS.test(html) ? html : undefined;
};

/** Names of the attribute in the standard, before it, and in files that Chrome saves. */
const shadowAttributes = ['shadowrootmode', 'shadowroot', 'shadowmode'];

/** Puts the content of declarative shadow roots into their elements. */
const openComponents = (root: Tree.ParentNode): void => {
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    const templates = elementsOf(root).filter(
      (node): node is Tree.Template =>
        node.tagName === 'template' && shadowAttributes.some((name) => attr(node, name) !== undefined),
    );
    if (templates.length === 0) return;
    for (const node of templates) replaceWith(node, node.content.childNodes);
  }
};

/** Puts frames with fields into the page. A page of frames becomes the page in the first frame with fields. */
export const joinParts = (source: Source, report: Report, document = parse(source.html), depth = 0): Tree.Document => {
  openComponents(document);
  if (depth === DEPTH_MAX) return document;
  for (const node of elementsOf(document)) {
    if (node.tagName !== 'iframe' && node.tagName !== 'frame') continue;
    const html = frameHtml(source, node);
    if (html === undefined) continue;
    const inside = joinParts(source, report, parse(html), depth + 1);
    report.add('frame_joined', attr(node, 'src') ?? (attr(node, 'title') || textOf(inside).slice(0, 60)));
    if (node.tagName === 'frame') return inside;
    replaceWith(node, withBody(inside));
  }
  return document;
};
