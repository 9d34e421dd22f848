import { Checkbox } from '@mantine/core';
import { memo, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { SortValue } from './sorting.ts';
import css from './table.module.css';

export type Column<R> = {
  readonly id: string;
  readonly title: string;
  /** Keep it a function outside of the component: rows render again only when their data changes. */
  readonly cell: (row: R, isShown: (id: string) => boolean) => ReactNode;
  /** Sort key of the call; the name of the order in the address where `sortValue` sorts. */
  readonly sort?: string;
  /** Sorts a list that came whole in the browser. */
  readonly sortValue?: (row: R) => SortValue;
  /** Least width in px. A column with a width does not grow unless `grow` says so. */
  readonly width?: number;
  /** Part of the free width of the table, against the other columns. */
  readonly grow?: number;
  /** Lets a long text take several lines; else it is cut to one, and its tooltip has the rest. */
  readonly wrap?: true;
  readonly align?: 'end' | 'center';
  /** Cannot be switched off. */
  readonly always?: true;
  /** Off until the person switches it on. */
  readonly extra?: true;
  /** On a phone: `title` heads the card, `side` stands right of it, `line` gets a labelled line, `off` is left out. */
  readonly phone?: 'title' | 'side' | 'line' | 'off';
};
/** A column without a title holds what can be done with the row: it stays in sight when the table is wider than its place. */
export const isPinned = (column: { readonly title: string }): true | undefined => column.title === '' || undefined;

/** The column that names the row stays in sight as well. */
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

/** Gives a text that is cut by the width of its column a tooltip with the whole of it. */
const showWhole = ({ target, currentTarget }: SyntheticEvent<HTMLElement>): void => {
  for (let at = target as HTMLElement | null; at !== null && at !== currentTarget; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).textOverflow === 'ellipsis') {
      if (at.title === '') at.title = at.innerText;
      return;
    }
};

const own = (event: MouseEvent<HTMLElement>): boolean =>
  (event.target as HTMLElement).closest('a, button, input, label, [role="menuitem"], [role="dialog"]') !== null;

/** One row of the table: plain cells, drawn again only when something of it changed. */
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
