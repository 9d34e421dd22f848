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
  /** Lets a long text take more than two lines; otherwise it is cut after them and the tooltip shows the whole text. */
  readonly wrap?: true;
  /**
   * The cells are a day, a time, a time without its year (`formatMoment`), or two days (`formatDays`): one line, in a
   * column as wide as that.
   */
  readonly when?: 'day' | 'time' | 'moment' | 'days';
  readonly align?: 'end' | 'center';
  /** The person cannot hide it. */
  readonly always?: true;
  /** Hidden until the person shows it. */
  readonly extra?: true;
  /** On a phone: `title` is the heading of the card, `side` is to its right, `line` follows below with its label, `bare`
   *  without it, `off` is omitted. What follows flows over two lines at most: a row is 120 px high at most. */
  readonly phone?: 'title' | 'side' | 'line' | 'bare' | 'off';
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

const isCut = (one: HTMLElement): boolean =>
  one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4;
/** Adds a tooltip with the whole text to a text that its column cuts off. */
const showWhole = ({ target, currentTarget }: SyntheticEvent<HTMLElement>): void => {
  for (let at = target as HTMLElement | null; at !== null && at !== currentTarget; at = at.parentElement)
    if (isCut(at) && getComputedStyle(at).textOverflow === 'ellipsis') {
      if (at.title === '') at.title = at.innerText;
      return;
    }
};

const own = (event: MouseEvent<HTMLElement>): boolean =>
  (event.target as HTMLElement).closest('a, button, input, label, [role="menuitem"], [role="dialog"]') !== null;

/** A text takes two lines, unless it is a date or a figure. */
const cellOf = (column: Column<unknown>, content: ReactNode): ReactNode =>
  typeof content === 'string' && !column.wrap && column.when === undefined && column.align !== 'end' ? (
    <span className={css['text']}>{content}</span>
  ) : (
    content
  );

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
      {columns.map((column) => {
        const content = column.cell(row, isShown);
        return (
          <td
            key={column.id}
            data-align={column.align}
            data-figure={figureOf(column.figure)}
            data-pin={isPinned(column)}
            data-first={isFirst(column)}
            data-wrap={column.wrap}
            data-when={column.when}
            data-phone={column.phone ?? 'line'}
            data-label={column.title}
            data-none={content === '—' || undefined}
          >
            {cellOf(column, content)}
          </td>
        );
      })}
    </tr>
  );
});
