import type { Column } from './table-row.tsx';

type Sized = Pick<Column<never>, 'title' | 'width' | 'grow' | 'sort' | 'align' | 'phone'>;

/** Width of the selection column in px. */
export const CHECKBOX_WIDTH = 44;
/** Mean width of a header character in px, and the space around the title: the padding and the sort mark. */
const CHARACTER = 7.3;
const AROUND = 22;
const SORT_MARK = 18;
/** Maximum number of characters of a title that stays on one line. */
const ONE_LINE = 12;
/** Width in px of a column without `width`. */
const usual = ({ phone, align }: Sized): number => (phone === 'title' ? 220 : align === 'end' ? 80 : 120);

/** Number of characters in the longer line of a title; a title of several words may take two lines. */
const titleLength = (title: string): number => {
  const words = title.split(' ');
  const splits = words.map((_, i) => Math.max(words.slice(0, i).join(' ').length, words.slice(i).join(' ').length));
  return title.length <= ONE_LINE ? title.length : Math.min(...splits);
};

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
  column.grow ?? (column.width !== undefined ? 0 : column.phone === 'title' ? 1.5 : column.align === 'end' ? 0.5 : 1);

/**
 * Widths of the columns as CSS lengths, for a table with a fixed layout inside a size container: each column has its
 * minimum width, and growing columns share the rest. Below `minWidth` px the table scrolls.
 */
export const columnWidths = (
  columns: readonly Sized[],
  ticks: boolean,
): { readonly minWidth: number; readonly widths: readonly string[] } => {
  const mins = columns.map(minColumnWidth);
  const minWidth = mins.reduce((sum, one) => sum + one, ticks ? CHECKBOX_WIDTH : 0);
  const growths = columns.map(growthOf);
  const all = growths.reduce((sum, one) => sum + one, 0);
  const widths = mins.map((min, i) => {
    const share = all === 0 ? 1 / columns.length : growths[i]! / all;
    return share === 0 ? `${min}px` : `calc(${min}px + max(0px, 100cqw - ${minWidth}px) * ${share.toFixed(4)})`;
  });
  return { minWidth, widths };
};
