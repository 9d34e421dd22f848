import { foldText } from '@sergak/contract/fold.rules.ts';
import { type Chapter, chapterText } from './chapter.ts';

export type FoundSection = {
  readonly chapter: string;
  readonly section: string;
  readonly title: string;
  /** Title of the section; empty at the beginning of a chapter. */
  readonly heading: string;
  readonly excerpt: string;
};

/** Folded text without apostrophes: in the instructions, oʻ and gʻ are also found as o and g. */
export const fold = (text: string): string => foldText(text).replaceAll("'", '');

const AROUND = 70;
/** The text around the first found word. Folding may shorten the text, so the place is approximate. */
const excerptAt = (text: string, at: number): string => {
  const from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
  const end = text.length <= at + AROUND * 2 ? text.length : text.lastIndexOf(' ', at + AROUND * 2);
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
};

/** Sections that contain all words, those with a word in a title first. */
export const searchChapters = (chapters: readonly Chapter[], wanted: string): FoundSection[] => {
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section) => {
      const text = chapterText(section.blocks).replace(/\s+/g, ' ').trim();
      const [titles, body] = [fold(`${chapter.title} ${section.title}`), fold(text)];
      if (!words.every((word) => titles.includes(word) || body.includes(word))) return [];
      const inTitle = words.filter((word) => fold(section.title || chapter.title).includes(word)).length;
      const at = Math.max(
        0,
        ...words
          .map((word) => body.indexOf(word))
          .filter((place) => place >= 0)
          .slice(0, 1),
      );
      return [
        {
          rank: inTitle,
          chapter: chapter.id,
          section: section.id,
          title: chapter.title,
          heading: section.title,
          excerpt: excerptAt(text, at),
        },
      ];
    }),
  );
  return found.toSorted((a, b) => b.rank - a.rank).map(({ rank: _, ...one }) => one);
};
