import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { ListState, RowSelection } from './list-state.ts';
import { pageState } from './selection.ts';
import css from './table.module.css';
import { type Column, isFirst, isPinned } from './table-row.tsx';
import { CHECKBOX_WIDTH } from './widths.ts';

type SortState = Pick<ListState<{}>, 'sort' | 'order' | 'sortBy'>;

const SortButton = ({
  title,
  active,
  order,
  onSort,
}: {
  title: string;
  active: boolean;
  order: string;
  onSort: () => void;
}): ReactNode => {
  const Mark = !active ? IconArrowsSort : order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={css['sort']} data-active={active || undefined} onClick={onSort}>
      <span>{title}</span>
      <Mark size={14} aria-hidden />
    </button>
  );
};

const HeadCell = <R,>({
  column,
  width,
  state,
}: {
  column: Column<R>;
  width: string | undefined;
  state: SortState | undefined;
}): ReactNode => {
  const t = useT('commons');
  const { sort, title } = column;
  const active = state !== undefined && state.sort === sort;
  const [pinned, first] = [isPinned(column), isFirst(column)];
  return (
    <th
      style={{ width }}
      title={title || undefined}
      data-align={column.align}
      data-pin={pinned}
      data-first={first}
      data-moves={(pinned ?? first) === undefined ? true : undefined}
      aria-sort={
        sort === undefined || state === undefined
          ? undefined
          : active
            ? state.order === 'asc'
              ? 'ascending'
              : 'descending'
            : 'none'
      }
    >
      {sort === undefined || state === undefined ? (
        title || <span className="sr-only">{t('table.actions')}</span>
      ) : (
        <SortButton title={title} active={active} order={state.order} onSort={() => state.sortBy(sort)} />
      )}
    </th>
  );
};

type Props<R> = {
  columns: readonly Column<R>[];
  widths: readonly string[];
  rows: readonly R[] | undefined;
  rowId: (row: R) => string;
  state: SortState | undefined;
  selection: RowSelection | undefined;
};

/** The table header: selects all rows of the page, names the columns and sorts by them. */
export const TableHead = <R,>({ columns, widths, rows, rowId, state, selection }: Props<R>): ReactNode => {
  const t = useT('commons');
  const ids = (rows ?? []).map(rowId);
  const ticked = selection === undefined ? 'none' : pageState(selection.value, ids);
  return (
    <thead>
      <tr>
        {selection !== undefined && (
          <th className={css['tick']} style={{ width: CHECKBOX_WIDTH }}>
            <Checkbox
              aria-label={t('table.select_page')}
              checked={ticked === 'all'}
              indeterminate={ticked === 'some'}
              disabled={ids.length === 0}
              onChange={() => selection.set(ids, ticked !== 'all')}
            />
          </th>
        )}
        {columns.map((column, i) => (
          <HeadCell key={column.id} column={column} width={widths[i]} state={state} />
        ))}
      </tr>
    </thead>
  );
};
