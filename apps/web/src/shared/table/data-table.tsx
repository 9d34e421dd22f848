import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import {
  type CSSProperties,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { formatNumber } from '../format.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { EmptyState, type Icon } from '../ui/states.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { FilterButton, type Filters } from './filter-button.tsx';
import { ListFailed } from './list-failed.tsx';
import type { ListState, RowSelection } from './list-state.ts';
import { PAGE_SIZE } from './list-state.ts';
import { Pagination } from './pagination.tsx';
import { pageWithin } from './paging.ts';
import { SearchBox } from './search-box.tsx';
import { SortChoice, type SortOption } from './sort-choice.tsx';
import { sortedRows } from './sorting.ts';
import { TableHead } from './table-head.tsx';
import { type Column, Row } from './table-row.tsx';
import css from './table.module.css';
import { useTableKeys } from './table-keys.ts';
import { useColumns } from './use-columns.ts';
import { useHiddenColumns } from './use-hidden-columns.ts';
import { columnWidths } from './widths.ts';
import { lazy } from '../ui/lazy.tsx';
import { bottomBarRef } from '../ui/bottom-bar.ts';

const ColumnPicker = lazy(() => import('./column-picker.tsx'));
const TableViews = lazy(() => import('./table-views.tsx'));
/** Keeps the place of a button whose code is on its way, so that its neighbours do not move. */
const ButtonPlace = <span className={`${css['columns-button']} ${css['button-place']}`} aria-hidden />;

export type { Column } from './table-row.tsx';
export type { Chip } from './active-filters.tsx';
type Answer = {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error?: unknown;
  readonly isPlaceholderData?: boolean;
  readonly refetch: () => unknown;
};
export type TableProps<R> = {
  /** Key under which the chosen columns are stored; screen readers announce `label`. */
  name: string;
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[] | undefined;
  total: number | undefined;
  rowId: (row: R) => string;
  query: Answer;
  /** Page, search and sorting in the address; without it the whole list is shown. */
  state?: ListState<{}> | ListState<never>;
  size?: number;
  search?: { placeholder?: string } | false;
  /** Sort options, if there are more than the header offers; by default a phone offers the sortable columns of the header. */
  sorting?: readonly SortOption[];
  /** Content to the right of the search, before the columns button. */
  tools?: ReactNode;
  filters?: Filters;
  selection?: RowSelection;
  /** Buttons of the bar that appears while rows are selected, as soon as their code is there. */
  bulk?: ReactNode;
  /** Shows the bar without a selection (while a list is being uploaded). */
  bulkOpen?: boolean;
  /** Opens a row on click; add a link to the title cell as well, so that it works by keyboard. */
  onRow?: (row: R) => void;
  rowDisabled?: (row: R) => boolean;
  rowName?: (row: R) => string;
  /** The rows are people and are counted as people: «Выбрано 5 человек» instead of «5 записей». */
  people?: true;
  empty: { readonly icon?: Icon; readonly title: string; readonly hint?: ReactNode; readonly action?: ReactNode };
};

const Waiting = ({ columns, ticks }: { columns: number; ticks: boolean }): ReactNode => (
  <tbody aria-hidden>
    {Array.from({ length: 8 }, (_, i) => (
      <tr key={i} className={css['row']}>
        {ticks && (
          <td className={css['tick']}>
            <Skeleton width={18} height={18} />
          </td>
        )}
        {Array.from({ length: columns }, (_, k) => (
          <td key={k}>
            <Skeleton height={14} width={k === 0 ? '70%' : `${40 + ((i + k) % 3) * 15}%`} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);

const Toolbar = <R,>({ props, picker }: { props: TableProps<R>; picker: ReactNode }): ReactNode => {
  const { state, search, tools, filters } = props;
  const searches = state !== undefined && search !== false;
  const sorting =
    props.sorting ??
    props.columns.flatMap(({ sort, title }) => (sort === undefined ? [] : [{ value: sort, label: title }]));
  const sorts = state !== undefined && sorting.length > 0;
  const bare = !searches && tools === undefined && filters === undefined;
  if (bare && !sorts) return null;
  return (
    <>
      <div className={css['toolbar']} data-phone-only={(bare && props.sorting === undefined) || undefined}>
        {searches && (
          <div className={css['search']}>
            <SearchBox value={state.search} onChange={state.setSearch} {...search} />
          </div>
        )}
        {filters !== undefined && (
          <FilterButton
            filters={filters}
            total={props.total}
            people={props.people === true}
            ready={props.rows !== undefined}
          />
        )}
        <div className={css['tools']}>
          {sorts && <SortChoice state={state} options={sorting} phoneOnly={props.sorting === undefined} />}
          {tools}
          {picker}
        </div>
      </div>
      {filters !== undefined && filters.chips.length > 0 && <ActiveFilters {...filters} />}
    </>
  );
};

const BulkBar = ({
  selection,
  total,
  people,
  children,
  open,
}: {
  selection: RowSelection;
  total: number;
  people: boolean;
  children: ReactNode;
  open: boolean;
}): ReactNode => {
  const t = useT('commons');
  const all = selection.value.kind === 'all';
  if (!open && selection.count === 0) return null;
  return (
    <div ref={bottomBarRef} className={css['bulk']} role="region" aria-label={t('table.bulk')}>
      <div className={css['bulk-count']}>
        <strong aria-live="polite">
          {t(people ? 'table.selected_people' : 'table.selected', {
            count: selection.count,
            number: formatNumber(selection.count),
          })}
        </strong>
        {!all && total > selection.count && (
          <button type="button" className={css['reset']} onClick={selection.selectAll}>
            {t('table.select_all', { number: formatNumber(total) })}
          </button>
        )}
      </div>
      {/* Without a selection there is nobody to act on. */}
      <div className={css['bulk-actions']} inert={selection.count === 0}>
        {children}
      </div>
      <ActionIcon aria-label={t('table.clear')} onClick={selection.clear}>
        <IconX size={18} />
      </ActionIcon>
    </div>
  );
};

/** Buttons that scroll to columns that are out of sight because the table is wider than its container. */
const HiddenHint = ({ left, right, onShow }: { left: number; right: number; onShow: () => void }): ReactNode => {
  const t = useT('commons');
  const count = right > 0 ? right : left;
  if (count === 0) return null;
  return (
    <div className={css['hidden-hint']}>
      <button type="button" onClick={onShow}>
        {right === 0 && <IconArrowLeft size={14} aria-hidden />}
        {t('table.more_columns', { count, number: formatNumber(count) })}
        {right > 0 && <IconArrowRight size={14} aria-hidden />}
      </button>
    </div>
  );
};

/** A function that stays the same and calls the latest one: a new function would render every row again. */
const useSame = <A extends readonly unknown[]>(latest: ((...args: A) => void) | undefined): ((...args: A) => void) => {
  const kept = useRef(latest);
  useLayoutEffect(() => {
    kept.current = latest;
  });
  return useCallback((...args) => kept.current?.(...args), []);
};

const Body = <R,>({ props, columns }: { props: TableProps<R>; columns: readonly Column<R>[] }): ReactNode => {
  const { query, selection, state } = props;
  const language = useLanguage();
  const rows = useMemo(
    () => sortedRows(props.rows, props.columns, state, language),
    [props.rows, props.columns, state, language],
  );
  const { ref, hidden, show } = useHiddenColumns(columns);
  const ticks = selection !== undefined;
  const { minWidth, widths } = useMemo(() => columnWidths(columns, ticks), [columns, ticks]);
  const open = useSame(props.onRow as ((row: unknown) => void) | undefined);
  const select = useSame(selection?.set);
  const scrolls = hidden.left + hidden.right > 0;
  return (
    <>
      <HiddenHint {...hidden} onShow={show} />
      <div className={css['frame']} data-left={hidden.left > 0 || undefined} data-right={hidden.right > 0 || undefined}>
        <div
          ref={ref}
          className={css['scroll']}
          data-stale={query.isPlaceholderData || undefined}
          {...(scrolls && { role: 'region', 'aria-label': props.label, tabIndex: 0 })}
        >
          <table
            className={css['table']}
            style={{ '--least': `${minWidth}px` } as CSSProperties}
            aria-label={props.label}
            aria-busy={query.isPending}
          >
            <TableHead
              columns={columns}
              widths={widths}
              rows={rows}
              rowId={props.rowId}
              state={state}
              selection={selection}
            />
            {rows === undefined ? (
              <Waiting columns={columns.length} ticks={ticks} />
            ) : (
              <tbody>
                {rows.map((row) => {
                  const id = props.rowId(row);
                  return (
                    <Row
                      key={id}
                      row={row}
                      id={id}
                      columns={columns as readonly Column<unknown>[]}
                      name={props.rowName?.(row) ?? ''}
                      selected={selection === undefined ? undefined : selection.has(id)}
                      onSelect={select}
                      onRow={props.onRow === undefined || props.rowDisabled?.(row) === true ? undefined : open}
                    />
                  );
                })}
              </tbody>
            )}
          </table>
        </div>
      </div>
    </>
  );
};

/** The table of all lists: search, filters, columns, sorting, paging, selection, bulk bar; cards on a phone. */
export const DataTable = <R,>(props: TableProps<R>): ReactNode => {
  const t = useT('commons');
  const { rows, total, query, selection, state, size = state?.size ?? PAGE_SIZE } = props;
  const table = useColumns(props.name, props.columns);
  const { visible: columns } = table;
  const card = useRef<HTMLDivElement>(null);
  useTableKeys(card);
  const picker = (
    <>
      {state !== undefined && (
        <Suspense fallback={ButtonPlace}>
          <TableViews name={props.name} />
        </Suspense>
      )}
      {props.columns.filter((one) => one.always !== true).length > 1 && (
        <Suspense fallback={ButtonPlace}>
          <ColumnPicker table={table} card={card} label={props.label} />
        </Suspense>
      )}
    </>
  );
  const page = state?.page ?? 0;
  const within = total === undefined || query.isPlaceholderData === true ? page : pageWithin(page, total, size);
  // The rows of the last page were removed, or an old address names a page that no longer exists.
  useEffect(() => {
    if (within !== page) state?.setPage(within, { replace: true });
  }, [within, page, state]);
  const none = rows !== undefined && rows.length === 0 && within === page;
  const narrowed = state !== undefined && (state.search !== '' || state.active > 0);
  return (
    <div ref={card} className={css['card']} data-table>
      <Toolbar props={props} picker={picker} />
      {query.isError && rows === undefined ? (
        <ListFailed error={query.error} onRetry={() => void query.refetch()} onReset={state?.reset} />
      ) : none ? (
        narrowed ? (
          <EmptyState
            title={t('table.nothing_found')}
            hint={t('table.nothing_found_hint')}
            action={
              <Button
                variant="default"
                onClick={() => {
                  state.resetFilters();
                  state.setSearch('');
                }}
              >
                {t('filters.reset')}
              </Button>
            }
          />
        ) : (
          <EmptyState {...props.empty} />
        )
      ) : (
        <Body props={props} columns={columns} />
      )}
      {state !== undefined && total !== undefined && (
        <Pagination
          page={state.page}
          total={total}
          size={size}
          onPage={state.setPage}
          onSize={props.size === undefined ? state.setSize : undefined}
        />
      )}
      {selection !== undefined && props.bulk !== undefined && (
        // The bar appears with all its buttons: those that followed would lift the others from under the pointer.
        <Suspense fallback={null}>
          <BulkBar
            selection={selection}
            total={total ?? 0}
            people={props.people === true}
            open={props.bulkOpen === true}
          >
            {props.bulk}
          </BulkBar>
        </Suspense>
      )}
    </div>
  );
};
