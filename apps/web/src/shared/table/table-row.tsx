import { Checkbox } from '@mantine/core';
import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { memo, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { SortValue } from './sorting.ts';
import { figureOf } from '../ui/figure.tsx';
import css from './table.module.css';

export type Column<R> = {
  readonly id: string;
  readonly title: string;
  /** The figures of the cells, if they are numbers. */
  readonly figure?: FigureId | readonly FigureId[];
  /** Keep it a function outside the component: rows render again only when their data changes. */
  readonly cell: (row: R, isShown: (id: string) => boolean) => ReactNode;
  /** Sort key of the call; with `sortValue` the name of the order in the address. */
  readonly sort?: string;
  /** Sorts a complete list in the browser. */
  readonly sortValue?: (row: R) => SortValue;
  /** Minimum width in px. A column with a width grows only with `grow`. */
  readonly width?: number;
  /** Share of the table's free width, relative to the other columns. */
  readonly grow?: number;
  /** Lets a long text take several lines; otherwise it is cut to one line and the tooltip shows the whole text. */
  readonly wrap?: true;
  readonly align?: 'end' | 'center';
  /** The person cannot hide it. */
  readonly always?: true;
  /** Hidden until the person shows it. */
  readonly extra?: true;
  /** On a phone: `title` is the heading of the card, `side` is to its right, `line` is a labelled line, `off` is omitted. */
  readonly phone?: 'title' | 'side' | 'line' | 'off';
};
/** A column without a title holds the actions of the row: it stays in sight when the table is wider than its container. */
export const isPinned = (column: { readonly title: string }): true | undefined => column.title === '' || undefined;

/** The column that names the row also stays in sight. */
export const isFirst = (column: { readonly phone?: string | undefined }): true | undefined =>
  column.phone === 'title' || undefined;

type Props = {
  row: unknown;
  id: string;
  name: string;
  columns: readonly Column<unknown>[];
  selected: boolean | undefined;
  onSelect: ((ids: readonly string[], on: boolean) => void) | undefined;
  onRow: ((row: unknown) => void) | undefined;
};

/** Adds a tooltip with the whole text to a text that its column cuts off. */
const showWhole = ({ target, currentTarget }: SyntheticEvent<HTMLElement>): void => {
  for (let at = target as HTMLElement | null; at !== null && at !== currentTarget; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).textOverflow === 'ellipsis') {
      if (at.title === '') at.title = at.innerText;
      return;
    }
};

const own = (event: MouseEvent<HTMLElement>): boolean =>
  (event.target as HTMLElement).closest('a, button, input, label, [role="menuitem"], [role="dialog"]') !== null;

/** One row of the table: rendered again only when its props change. */
export const Row = memo(({ row, id, name, columns, selected, onSelect, onRow }: Props): ReactNode => {
  const t = useT('commons');
  const isShown = (column: string): boolean => columns.some((one) => one.id === column);
  return (
    <tr
      className={css['row']}
      onMouseOver={showWhole}
      onFocus={showWhole}
      data-selected={selected || undefined}
      data-opens={onRow !== undefined || undefined}
      onClick={
        onRow === undefined
          ? undefined
          : (e) => {
              if (!own(e)) onRow(row);
            }
      }
    >
      {selected !== undefined && (
        <td className={css['tick']}>
          <Checkbox
            aria-label={t('table.select_row', { name })}
            checked={selected}
            onChange={(e) => onSelect?.([id], e.currentTarget.checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          data-align={column.align}
          data-figure={figureOf(column.figure)}
          data-pin={isPinned(column)}
          data-first={isFirst(column)}
          data-wrap={column.wrap}
          data-phone={column.phone ?? 'line'}
          data-label={column.title}
        >
          {column.cell(row, isShown)}
        </td>
      ))}
    </tr>
  );
});
