import type { Column } from './table-row.tsx';

type Sized = Pick<Column<never>, 'title' | 'width' | 'grow' | 'sort' | 'align' | 'phone' | 'when'>;

/** Width of the selection column in px. */
export const CHECKBOX_WIDTH = 44;
/** Minimum width in px of a column of positions: «Суперпользователь» and «Делопроизводитель» fit on one line. */
export const POSITION_WIDTH = 153;
/** Mean width of a header character in px, and the space around the title: the padding and the sort mark. */
const CHARACTER = 7.3;
const AROUND = 18;
const SORT_MARK = 18;
/** What the cells at the edges of a table have more padding than the others, in px. */
const EDGE = 8;
/** Maximum number of characters of a title that stays on one line, and of one that takes two. */
const ONE_LINE = 9;
const TWO_LINES = 24;
/** Width in px of a date: «27.11.2026», «27.11.2026, 09:05», «27.11, 09:05», «27.11 – 11.12». */
const DATES = { day: 98, time: 150, moment: 112, days: 118 } as const;
/** Width in px of a column without `width`. */
const usual = ({ phone, align, when }: Sized): number =>
  when !== undefined ? DATES[when] : phone === 'title' ? 220 : align === 'end' ? 64 : 120;

const lengthOf = (words: readonly string[]): number => words.join(' ').length;
/** Number of characters in the longest line of some words that take a number of lines at most. */
const longestLine = (words: readonly string[], lines: number): number =>
  lines === 1
    ? lengthOf(words)
    : Math.min(...words.map((_, i) => Math.max(lengthOf(words.slice(0, i)), longestLine(words.slice(i), lines - 1))));
const titleLength = (title: string): number =>
  longestLine(title.split(' '), title.length <= ONE_LINE ? 1 : title.length <= TWO_LINES ? 2 : 3);

/** Minimum width of a column in px, for its content and its title. */
export const minColumnWidth = (column: Sized): number =>
  Math.ceil(
    Math.max(
      column.width ?? usual(column),
      titleLength(column.title) * CHARACTER + AROUND + (column.sort === undefined ? 0 : SORT_MARK),
    ),
  );

/** A column's share of the free width: by default 0 for a column with a width, and most for the title column. */
const growthOf = (column: Sized): number =>
  column.grow ??
  (column.width !== undefined || column.when !== undefined
    ? 0
    : column.phone === 'title'
      ? 1.5
      : column.align === 'end'
        ? 0.5
        : 1);

/**
 * Widths of the columns as CSS lengths, for a table with a fixed layout inside a size container: each column has its
 * minimum width, and growing columns share the rest. Below `minWidth` px the table scrolls.
 */
export const columnWidths = (
  columns: readonly Sized[],
  ticks: boolean,
): { readonly minWidth: number; readonly widths: readonly string[] } => {
  // The first and the last cell keep a wider distance to the edge of the table.
  const mins = columns.map(
    (one, i) => minColumnWidth(one) + (i === 0 && !ticks ? EDGE : 0) + (i === columns.length - 1 ? EDGE : 0),
  );
  const minWidth = mins.reduce((sum, one) => sum + one, ticks ? CHECKBOX_WIDTH : 0);
  const growths = columns.map(growthOf);
  const all = growths.reduce((sum, one) => sum + one, 0);
  const widths = mins.map((min, i) => {
    const share = all === 0 ? 1 / columns.length : growths[i]! / all;
    return share === 0 ? `${min}px` : `calc(${min}px + max(0px, 100cqw - ${minWidth}px) * ${share.toFixed(4)})`;
  });
  return { minWidth, widths };
};
