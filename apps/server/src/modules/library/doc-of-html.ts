import type {
  SlideBlock,
  SlideChoice,
  SlideDoc,
  SlideInline,
  SlideParagraph,
} from '@sergak/contract/library/slide-doc.schema.ts';
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { ownValue } from '../../platform/own-value.ts';

// Starter courses are written in a small subset of HTML, which is easier to translate than a document of blocks.

type Mark = NonNullable<Extract<SlideInline, { type: 'text' }>['marks']>[number];
const marks: Readonly<Record<string, Mark>> = {
  strong: { type: 'bold' },
  b: { type: 'bold' },
  em: { type: 'italic' },
  i: { type: 'italic' },
  u: { type: 'underline' },
  code: { type: 'code' },
};
const tones: Readonly<Record<string, 'info' | 'example'>> = { callout: 'info', example: 'example' };
const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
const childrenOf = (node: Tree.ParentNode, tag: string): Tree.Element[] =>
  node.childNodes.flatMap((child) =>
    isElement(child) ? (child.tagName === tag ? [child] : childrenOf(child, tag)) : [],
  );

/** The text of a node with its marks. White space is collapsed, as a browser displays it. */
const inlineOf = (node: Tree.Node, inherited: readonly Mark[] = []): SlideInline[] => {
  if (node.nodeName === '#text') {
    const text = (node as Tree.TextNode).value.replace(/\s+/g, ' ');
    return text === '' ? [] : [{ type: 'text', text, ...(inherited.length > 0 ? { marks: [...inherited] } : {}) }];
  }
  if (!isElement(node) || node.tagName === 'script' || node.tagName === 'style') return [];
  if (node.tagName === 'br') return [{ type: 'hardBreak' }];
  const mark = ownValue(marks, node.tagName);
  return node.childNodes.flatMap((child) => inlineOf(child, mark ? [...inherited, mark] : inherited));
};

const isBlock = (node: Tree.Node): boolean => isElement(node) && !(node.tagName in marks) && node.tagName !== 'br';

/** The blocks of a container; text between blocks becomes paragraphs of its own. */
const blocksOf = (parent: Tree.ParentNode): SlideBlock[] => {
  const out: SlideBlock[] = [];
  let loose: SlideInline[] = [];
  const endParagraph = () => {
    if (loose.some((one) => one.type === 'text' && one.text.trim() !== ''))
      out.push({ type: 'paragraph', content: loose });
    loose = [];
  };
  for (const child of parent.childNodes)
    if (isBlock(child)) {
      endParagraph();
      out.push(...blockOf(child as Tree.Element));
    } else loose.push(...inlineOf(child));
  endParagraph();
  return out;
};

const blockOf = (element: Tree.Element): SlideBlock[] => {
  if (element.tagName === 'script' || element.tagName === 'style') return [];
  const content = () => element.childNodes.flatMap((child) => inlineOf(child));
  switch (element.tagName) {
    case 'p':
      return [{ type: 'paragraph', content: content() }];
    case 'h3':
    case 'h4':
      return [{ type: 'heading', attrs: { level: element.tagName === 'h3' ? 3 : 4 }, content: content() }];
    case 'ul':
    case 'ol': {
      const items = childrenOf(element, 'li').map((li) => ({ type: 'listItem' as const, content: blocksOf(li) }));
      return [{ type: element.tagName === 'ul' ? 'bulletList' : 'orderedList', content: items }];
    }
    case 'blockquote':
      return [{ type: 'blockquote', content: blocksOf(element) }];
    case 'table':
      return [{ type: 'table', content: childrenOf(element, 'tr').map(rowOf) }];
    case 'details':
      return [{ type: 'reveal', attrs: { title: summaryOf(element) }, content: contentOf(element) }];
    default: {
      if (classOf(element) === 'scene') return [{ type: 'scene', content: element.childNodes.flatMap(scenePartOf) }];
      const tone = ownValue(tones, classOf(element));
      const blocks = blocksOf(element);
      return tone && blocks.length > 0 ? [{ type: 'callout', attrs: { tone }, content: blocks }] : blocks;
    }
  }
};

const classOf = (element: Tree.Element): string => element.attrs.find((one) => one.name === 'class')?.value ?? '';
const summaryOf = (element: Tree.Element): string =>
  childrenOf(element, 'summary')
    .flatMap((one) => inlineOf(one))
    .map((one) => (one.type === 'text' ? one.text : ' '))
    .join('')
    .trim();
/** The blocks of a `details` without its summary. */
const contentOf = (element: Tree.Element): SlideBlock[] =>
  blocksOf({ ...element, childNodes: element.childNodes.filter((one) => one.nodeName !== 'summary') });
const scenePartOf = (node: Tree.ChildNode): (SlideParagraph | SlideChoice)[] => {
  if (!isElement(node)) return [];
  if (node.tagName === 'p') return [{ type: 'paragraph', content: node.childNodes.flatMap((one) => inlineOf(one)) }];
  if (node.tagName !== 'details') return [];
  const attrs = { title: summaryOf(node), good: classOf(node) === 'good' };
  return [{ type: 'choice', attrs, content: contentOf(node) }];
};

const rowOf = (tr: Tree.Element) => ({
  type: 'tableRow' as const,
  content: tr.childNodes.flatMap((cell) =>
    isElement(cell) && (cell.tagName === 'td' || cell.tagName === 'th')
      ? [
          {
            type: cell.tagName === 'th' ? ('tableHeader' as const) : ('tableCell' as const),
            content: [{ type: 'paragraph' as const, content: cell.childNodes.flatMap((child) => inlineOf(child)) }],
          },
        ]
      : [],
  ),
});

/** A slide's document from the HTML of a starter course. Elements outside the subset keep only their text. */
export const docOfHtml = (html: string): SlideDoc => ({ type: 'doc', content: blocksOf(parseFragment(html)) });
