import { Checkbox } from '@mantine/core';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import css from './table.module.css';

export type Column<R> = {
  readonly id: string;
  readonly title: string;
  /** Keep it a function outside of the component: rows render again only when their data changes. */
  readonly cell: (row: R) => ReactNode;
  /** Sort key of the call. */
  readonly sort?: string;
  readonly width?: number | string;
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

type Props = {
  row: unknown;
  id: string;
  name: string;
  columns: readonly Column<unknown>[];
  selected: boolean | undefined;
  onSelect: ((ids: readonly string[], on: boolean) => void) | undefined;
  onRow: ((row: unknown) => void) | undefined;
};

const own = (event: MouseEvent<HTMLElement>): boolean =>
  (event.target as HTMLElement).closest('a, button, input, label, [role="menuitem"], [role="dialog"]') !== null;

/** One row of the table: plain cells, drawn again only when something of it changed. */
export const Row = memo(({ row, id, name, columns, selected, onSelect, onRow }: Props): ReactNode => {
  const t = useT('commons');
  return (
    <tr
      className={css['row']}
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
          data-phone={column.phone ?? 'line'}
          data-label={column.title}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
});
