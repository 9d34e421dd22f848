/** A page number on the bar, zero-based; `gap` marks omitted pages. */
export type PageMark = number | 'gap';

export const pageCount = (total: number, size: number): number => Math.ceil(total / size);

/** The page, or the last page if the list has become shorter. */
export const pageWithin = (page: number, total: number, size: number): number =>
  Math.min(page, Math.max(0, pageCount(total, size) - 1));

/** The first, the last and the current page ±2; empty for fewer than two pages. */
export const pageMarks = (page: number, pages: number): readonly PageMark[] => {
  if (pages < 2) return [];
  const at = Math.min(Math.max(page, 0), pages - 1);
  const from = Math.max(0, at - 2);
  const to = Math.min(pages - 1, at + 2);
  const middle: PageMark[] = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const head: PageMark[] = from === 0 ? [] : from === 1 ? [0] : [0, 'gap'];
  const behind = pages - 1 - to;
  const tail: PageMark[] = behind === 0 ? [] : behind === 1 ? [pages - 1] : ['gap', pages - 1];
  return [...head, ...middle, ...tail];
};
