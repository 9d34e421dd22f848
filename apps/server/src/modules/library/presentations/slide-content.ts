import { SLIDE_ALT_MAX } from '@sergak/contract/library/presentations.rules.ts';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import type { OutlineSlide } from './deck.types.ts';

const TITLE_MAX = 150;

/** Text on one line, without control characters and halves of surrogate pairs, which the database cannot store. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cn}\p{Co}\u00ad\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The text cut at the end of a word, with an ellipsis if something was cut. */
export const cut = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const part = text
    .slice(0, most - 1)
    .toWellFormed()
    .replaceAll('\ufffd', '');
  const space = part.lastIndexOf(' ');
  return `${(space > most / 2 ? part.slice(0, space) : part).replace(/(?<![\s,;:—–-])[\s,;:—–-]+$/u, '')}…`;
};

const firstLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map(clean)
    .find((line) => /\p{L}/u.test(line)) ?? '';

/** The title of a slide and the alternative text of its picture. The text of the page follows the reading order of the file. */
export const describePage = (text: string, outline: OutlineSlide | undefined): { title: string; alt: string } => ({
  title: cut(clean(outline?.title ?? '') || firstLine(text), TITLE_MAX),
  alt: cut(clean(text), SLIDE_ALT_MAX),
});

const PARAGRAPHS_MAX = 50;
/** The speaker's notes as the text of a slide. */
export const docOfNotes = (notes: readonly string[]): SlideDoc => ({
  type: 'doc',
  content: notes
    .map(clean)
    .filter((text) => text !== '')
    .slice(0, PARAGRAPHS_MAX)
    .map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
