/**
 * Which rows are chosen. `some`: these ids. `all`: everything that the filter finds, but for the exclusions. Pure;
 * the table, the bulk bar and the calls all read the same value.
 */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly excluded: ReadonlySet<string> };

export const nothingSelected: Selection = { kind: 'some', ids: new Set() };
/** Choosing all clears what was chosen or excluded before. */
export const allSelected: Selection = { kind: 'all', excluded: new Set() };

const without = (set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> =>
  new Set([...set].filter((id) => !ids.includes(id)));
const withIds = (set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> => new Set([...set, ...ids]);

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.kind === 'all' ? !selection.excluded.has(id) : selection.ids.has(id);

/** Ticks or unticks rows; under «all» an unticked row becomes an exclusion. */
export const setSelected = (selection: Selection, ids: readonly string[], on: boolean): Selection => {
  if (selection.kind === 'all') {
    return { kind: 'all', excluded: on ? without(selection.excluded, ids) : withIds(selection.excluded, ids) };
  }
  return { kind: 'some', ids: on ? withIds(selection.ids, ids) : without(selection.ids, ids) };
};

/** How many are chosen of `total` found. */
export const selectedCount = (selection: Selection, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.excluded.size) : selection.ids.size;

/** The box in the head of the table: over the rows of this page. */
export const pageState = (selection: Selection, ids: readonly string[]): 'none' | 'some' | 'all' => {
  const on = ids.filter((id) => isSelected(selection, id)).length;
  if (on === 0) return 'none';
  return on === ids.length ? 'all' : 'some';
};

/** What a bulk call sends: the flag and the ids it needs. */
export const selectionBody = (
  selection: Selection,
): { need_all: false; include_ids: string[] } | { need_all: true; exclude_ids: string[] } =>
  selection.kind === 'all'
    ? { need_all: true, exclude_ids: [...selection.excluded] }
    : { need_all: false, include_ids: [...selection.ids] };
