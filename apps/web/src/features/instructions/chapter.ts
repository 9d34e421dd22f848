import type { GatewayFact } from './facts.ts';

/** A part of a line: text, bold text, code, the label of a control, a value of the organisation, or a link. */
export type Inline =
  | string
  | { readonly b: readonly Inline[] }
  | { readonly code: readonly Inline[] }
  | { readonly ui: string }
  | { readonly fact: GatewayFact }
  | {
      readonly kind: 'chapter' | 'screen';
      readonly to: string;
      readonly hash: string;
      readonly c: readonly Inline[];
    };

export type Block =
  | { readonly k: 'p'; readonly c: readonly Inline[] }
  | { readonly k: 'ul' | 'ol'; readonly items: readonly (readonly Block[])[] }
  | {
      readonly k: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly k: 'note'; readonly c: readonly Block[] }
  /** A text to copy: prose (`plain`), or a command. */
  | { readonly k: 'copy'; readonly plain: boolean; readonly c: readonly Inline[] }
  | { readonly k: 'pic'; readonly name: string; readonly alt: string };

export type ChapterSection = { readonly id: string; readonly title: string; readonly blocks: Block[] };
export type Chapter = { readonly id: string; readonly title: string; readonly sections: readonly ChapterSection[] };

/** The plain text of a line. */
export const wordsOf = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('ui' in part) return part.ui;
      if ('fact' in part) return '';
      if ('b' in part) return wordsOf(part.b);
      return wordsOf('code' in part ? part.code : part.c);
    })
    .join('');

const textOfBlock = (block: Block): string => {
  switch (block.k) {
    case 'ul':
    case 'ol':
      return block.items.map(chapterText).join(' ');
    case 'table':
      return [block.head, ...block.rows].flat().map(wordsOf).join(' ');
    case 'note':
      return chapterText(block.c);
    case 'pic':
      return '';
    case 'p':
    case 'copy':
      return wordsOf(block.c);
  }
};
/** The plain text of blocks, for the search. */
export const chapterText = (blocks: readonly Block[]): string => blocks.map(textOfBlock).join(' ');
