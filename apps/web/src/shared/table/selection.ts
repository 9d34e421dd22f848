/**
 * The selected rows. `some`: these ids. `all`: everything that the filter finds except the excluded ids. The table, the
 * bulk bar and the calls read the same value.
 */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly excluded: ReadonlySet<string> };

export const nothingSelected: Selection = { kind: 'some', ids: new Set() };
/** Selecting all clears earlier selections and exclusions. */
export const allSelected: Selection = { kind: 'all', excluded: new Set() };

const without = (set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> =>
  new Set([...set].filter((id) => !ids.includes(id)));
const withIds = (set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> => new Set([...set, ...ids]);

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.kind === 'all' ? !selection.excluded.has(id) : selection.ids.has(id);

/** Selects or deselects rows; under «all» a deselected row becomes an exclusion. */
export const setSelected = (selection: Selection, ids: readonly string[], on: boolean): Selection => {
  if (selection.kind === 'all') {
    return { kind: 'all', excluded: on ? without(selection.excluded, ids) : withIds(selection.excluded, ids) };
  }
  return { kind: 'some', ids: on ? withIds(selection.ids, ids) : without(selection.ids, ids) };
};

/** Number of selected rows out of `total` found. */
export const selectedCount = (selection: Selection, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.excluded.size) : selection.ids.size;

/** State of the checkbox in the header, for the rows of this page. */
export const pageState = (selection: Selection, ids: readonly string[]): 'none' | 'some' | 'all' => {
  const on = ids.filter((id) => isSelected(selection, id)).length;
  if (on === 0) return 'none';
  return on === ids.length ? 'all' : 'some';
};
