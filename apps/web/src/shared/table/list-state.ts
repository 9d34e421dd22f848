import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchState } from '../nav/nav.tsx';
import { keepPageSize, keptPageSize, pageSizes } from './page-size.ts';
import { keepIds, type StateShape, type Widen } from '../nav/search-params.ts';
import { allSelected, isSelected, nothingSelected, type Selection, selectedCount, setSelected } from './selection.ts';

export const PAGE_SIZE = 20;
export const SEARCH_MS = 500;
/** Delay of the search in selects and pickers, in milliseconds. */
export const SEARCH_IN_SELECT_MS = 600;
const base = { page: 0, search: '', sort: '', order: 'desc' };

export type ListState<F extends StateShape> = {
  readonly page: number;
  readonly search: string;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly filters: Widen<F>;
  /** Number of filters that differ from their defaults. */
  readonly active: number;
  /** `limit` and `offset` for the call. */
  readonly paging: { readonly limit: number; readonly offset: number };
  /** Rows of a page; `setSize` is undefined for a list with a size of its own. */
  readonly size: number;
  readonly setSize: ((size: number) => void) | undefined;
  readonly setPage: (page: number, how?: { replace?: boolean }) => void;
  readonly setSearch: (search: string) => void;
  /** Sorts by a column; a second call with the same column reverses the order. */
  readonly sortBy: (column: string) => void;
  readonly setFilters: (patch: Partial<Widen<F>>) => void;
  readonly resetFilters: () => void;
  /** Removes search, filters and sorting from the address. */
  readonly reset: () => void;
};

/**
 * Page, search, sorting and filters of a list, stored in the address. Any change except of the page returns to the first
 * page. `ids` names the filters that hold ids; values that are not ids are dropped. Keep `options` outside the component.
 */
export const useListState = <const F extends StateShape = {}>(options: {
  sort: string;
  order?: 'asc' | 'desc';
  filters?: F;
  ids?: readonly (keyof F)[];
  size?: number;
}): ListState<F> => {
  const kept = useRef({
    ...base,
    size: options.size ?? keptPageSize(),
    sort: options.sort,
    order: options.order ?? 'desc',
    ...options.filters,
  }).current;
  const [state, setState] = useSearchState(kept as StateShape) as readonly [
    Record<string, unknown>,
    (patch: Record<string, unknown>, how?: { replace?: boolean }) => void,
  ];
  return useMemo(() => {
    const usual = (options.filters ?? {}) as Record<string, unknown>;
    const names = Object.keys(usual);
    const ids = (options.ids ?? []) as readonly string[];
    const filters = Object.fromEntries(
      names.map((name) => [name, ids.includes(name) ? keepIds(state[name]) : state[name]]),
    );
    const page = Math.max(0, Math.trunc(state['page'] as number));
    const size = options.size ?? pageSizes.find((one) => one === state['size']) ?? PAGE_SIZE;
    const sort = state['sort'] as string;
    const order = state['order'] === 'asc' ? 'asc' : 'desc';
    return {
      page,
      sort,
      order,
      search: state['search'] as string,
      filters: filters as Widen<F>,
      active: names.filter((name) => JSON.stringify(filters[name]) !== JSON.stringify(usual[name])).length,
      paging: { limit: size, offset: page * size },
      size,
      setSize:
        options.size === undefined
          ? (next) => {
              keepPageSize(next);
              setState({ size: next, page: 0 });
            }
          : undefined,
      setPage: (next, how) => setState({ page: next }, how),
      setSearch: (search) => setState({ search, page: 0 }, { replace: true }),
      sortBy: (column) =>
        setState({ sort: column, order: column === sort && order === 'desc' ? 'asc' : 'desc', page: 0 }),
      setFilters: (patch) => setState({ ...patch, page: 0 }),
      resetFilters: () => setState({ ...usual, page: 0 }),
      reset: () => setState(kept),
    };
    // `options` is a constant of the caller.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state, setState, kept]);
};

/** `sort_by` and `sort_order` for a list that has its own order until the person sorts it. */
export const sortOf = <K extends string>(
  state: Pick<ListState<{}>, 'sort' | 'order'>,
  keys: readonly K[],
): { sort_by?: K; sort_order?: 'asc' | 'desc' } => {
  const key = keys.find((one) => one === state.sort);
  return key === undefined ? {} : { sort_by: key, sort_order: state.order };
};

export type RowSelection = {
  readonly value: Selection;
  readonly count: number;
  readonly has: (id: string) => boolean;
  readonly set: (ids: readonly string[], on: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
};

/** The selected rows of a list. `key` is the state of the filters; a change of it clears the selection. */
export const useSelection = (total: number, key = ''): RowSelection => {
  const [value, setValue] = useState<Selection>(nothingSelected);
  const before = useRef(key);
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    setValue(nothingSelected);
  }, [key]);
  return useMemo(
    () => ({
      value,
      count: selectedCount(value, total),
      has: (id) => isSelected(value, id),
      set: (ids, on) => setValue((now) => setSelected(now, ids, on)),
      selectAll: () => setValue(allSelected),
      clear: () => setValue(nothingSelected),
    }),
    [value, total],
  );
};
