import type { JSONContent } from '@tiptap/core';
import { nodesOf } from '@sergak/contract/library/slide-doc.rules.ts';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';

/** Attributes of blocks that a slide stores; the editor adds attributes of its own. */
const kept: Readonly<Record<string, readonly string[]>> = {
  heading: ['level'],
  callout: ['tone'],
  reveal: ['title'],
  choice: ['title', 'good'],
  image: ['path', 'alt', 'width'],
  video: ['path', 'title', 'captions', 'transcript'],
};

type Attributes = Readonly<Record<string, unknown>>;
/** Attributes without a value are left out: captions and transcript of a video are optional. */
const pick = (attrs: Attributes, names: readonly string[]) => ({
  attrs: Object.fromEntries(names.flatMap((name) => ((attrs[name] ?? null) === null ? [] : [[name, attrs[name]]]))),
});

/** Cells store a span only if it differs from 1. */
const attrsOf = (type: string, attrs: Attributes): { attrs?: Attributes } => {
  if (type === 'tableCell' || type === 'tableHeader') {
    const spans = ['colspan', 'rowspan'].filter((name) => Number(attrs[name] ?? 1) > 1);
    return spans.length > 0 ? pick(attrs, spans) : {};
  }
  const names = kept[type];
  return names ? pick(attrs, names) : {};
};

const marksOf = ({ marks = [] }: JSONContent) =>
  marks.length === 0
    ? {}
    : {
        marks: marks.map(({ type, attrs }) => (type === 'link' ? { type, attrs: { href: attrs!['href'] } } : { type })),
      };

const nodeOf = (node: JSONContent): JSONContent => {
  if (node.type === 'text') return { type: 'text', text: node.text!, ...marksOf(node) };
  if (node.type === 'hardBreak') return { type: 'hardBreak' };
  const content = node.content?.map(nodeOf);
  return { type: node.type!, ...attrsOf(node.type!, node.attrs ?? {}), ...(content && { content }) } as JSONContent;
};

const isEmpty = (node: JSONContent | undefined): boolean =>
  node?.type === 'paragraph' && (node.content ?? []).length === 0;

/** A slide's document from the editor's. Empty paragraphs at the end are dropped: the editor adds one after a block. */
export const toSlideDoc = (doc: JSONContent): SlideDoc => {
  const content = (doc.content ?? []).map(nodeOf);
  while (isEmpty(content.at(-1))) content.pop();
  return { type: 'doc', content } as SlideDoc;
};

/** The editor's document from a slide's: the editor needs at least one block. */
export const toEditorDoc = (doc: SlideDoc): JSONContent =>
  doc.content.length === 0 ? { type: 'doc', content: [{ type: 'paragraph' }] } : (doc as JSONContent);

/** The text that names what keeps a document from being saved: every picture, reveal block and choice needs words. */
export const docFault = (doc: SlideDoc): 'media.no_alt' | 'text.no_title' | 'text.no_choice' | undefined => {
  const isBlank = (value: unknown): boolean => String(value ?? '').trim() === '';
  for (const { type, attrs } of nodesOf(doc)) {
    if (type === 'image' && isBlank(attrs?.['alt'])) return 'media.no_alt';
    if (type === 'reveal' && isBlank(attrs?.['title'])) return 'text.no_title';
    if (type === 'choice' && isBlank(attrs?.['title'])) return 'text.no_choice';
  }
  return undefined;
};

/** The plain text of a document, for comparisons and lists. */
export const plainText = (doc: SlideDoc): string => {
  const textOf = (node: JSONContent): string => {
    if (node.type === 'hardBreak') return ' ';
    const isLine = node.type === 'paragraph' || node.type === 'heading';
    return node.text ?? (node.content ?? []).map(textOf).join(isLine ? '' : ' ');
  };
  return textOf(doc as JSONContent)
    .replace(/\s+/g, ' ')
    .trim();
};
