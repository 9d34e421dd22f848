import { useMemo, useState } from 'react';
import { useAuth } from '../session.ts';
import type { Column } from './table-row.tsx';

/** What a person has chosen for one table: the optional columns that are shown, and the order of all of them. */
type Chosen = { readonly shown: readonly string[]; readonly order: readonly string[] };

const keyOf = (name: string, person: string): string => `sergak.columns.${person}.${name}`;
const read = (name: string, person: string): Chosen | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name, person)) ?? 'null') as Chosen | readonly string[] | null;
    // The list of an earlier version: only what is shown.
    return Array.isArray(kept) ? { shown: kept as readonly string[], order: [] } : (kept as Chosen | null);
  } catch {
    return null;
  }
};

/** Sorts columns as the person has ordered them; columns without a place stay where they are among the others. */
export const inOrder = <C extends { readonly id: string }>(columns: readonly C[], order: readonly string[]): C[] => {
  const known = columns.filter((one) => order.includes(one.id));
  const sorted = known.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  let next = 0;
  return columns.map((one) => (order.includes(one.id) ? sorted[next++]! : one));
};

/** Whether a column stays at its place: the one that names the row, and the one with its actions. */
export const isFixed = (column: Pick<Column<never>, 'phone' | 'title'>): boolean =>
  column.phone === 'title' || column.title === '';

/** A column without its cells, for the chooser. */
export type NamedColumn = Pick<Column<never>, 'id' | 'title' | 'always' | 'phone'>;
export type ColumnPicks = {
  readonly ordered: readonly NamedColumn[];
  readonly isShown: (column: NamedColumn) => boolean;
  readonly toggle: (id: string) => void;
  /** Moves a column by one place to the front (-1) or to the end (1). */
  readonly move: (id: string, by: -1 | 1) => void;
  /** Returns to the columns that the product shows; undefined while nothing was changed. */
  readonly reset: (() => void) | undefined;
};
export type ColumnChoice<R> = ColumnPicks & { readonly visible: readonly Column<R>[] };

/** The columns that the person has chosen for this table and their order, stored in the browser for each person. */
export const useColumns = <R>(name: string, columns: readonly Column<R>[]): ColumnChoice<R> => {
  const auth = useAuth();
  const person = auth.status === 'authorised' ? auth.me.id : '';
  const [kept, setKept] = useState(() => read(name, person));
  const usual = useMemo(() => columns.filter((one) => one.extra !== true).map((one) => one.id), [columns]);
  const shown = kept?.shown ?? usual;
  const ordered = useMemo(() => inOrder(columns, kept?.order ?? []), [columns, kept]);
  const visible = useMemo(
    () => ordered.filter((one) => one.always === true || (kept?.shown ?? usual).includes(one.id)),
    [ordered, kept, usual],
  );
  const keep = (next: Chosen): void => {
    localStorage.setItem(keyOf(name, person), JSON.stringify(next));
    setKept(next);
  };
  return {
    visible,
    ordered,
    isShown: (column) => column.always === true || shown.includes(column.id),
    toggle: (id) =>
      keep({
        order: kept?.order ?? [],
        shown: shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id],
      }),
    move: (id, by) => {
      const order = ordered.filter((one) => !isFixed(one)).map((one) => one.id);
      const at = order.indexOf(id);
      const to = at + by;
      if (at < 0 || to < 0 || to >= order.length) return;
      [order[at], order[to]] = [order[to]!, order[at]!];
      keep({ shown, order });
    },
    reset:
      kept === null
        ? undefined
        : () => {
            localStorage.removeItem(keyOf(name, person));
            setKept(null);
          },
  };
};
