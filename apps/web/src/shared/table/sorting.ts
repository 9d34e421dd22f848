/** A value by which a complete list is sorted in the browser; null is always last. */
export type SortValue = string | number | null;
/** The properties of a column that sorting uses. */
type Sortable<R> = { readonly sort?: string; readonly sortValue?: (row: R) => SortValue };
type State = { readonly sort: string; readonly order: 'asc' | 'desc' };

const compare = (a: SortValue, b: SortValue, direction: 1 | -1, collator: Intl.Collator): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
  return direction * collator.compare(String(a), String(b));
};

/**
 * Sorts the rows of a complete list by the column in the address. If the column has no `sortValue`, the server sorts and
 * the rows keep their order.
 */
export const sortedRows = <R>(
  rows: readonly R[] | undefined,
  columns: readonly Sortable<R>[],
  state: State | undefined,
  language: string,
): readonly R[] | undefined => {
  const by = columns.find((one) => one.sort !== undefined && one.sort === state?.sort)?.sortValue;
  if (rows === undefined || by === undefined || state === undefined) return rows;
  const collator = new Intl.Collator(language, { numeric: true });
  return rows.toSorted((a, b) => compare(by(a), by(b), state.order === 'asc' ? 1 : -1, collator));
};
