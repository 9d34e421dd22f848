import { useMemo, useState } from 'react';
import type { Column } from './table-row.tsx';

const keyOf = (name: string): string => `sergak.columns.${name}`;
const read = (name: string): readonly string[] | null => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as string[] | null;
  } catch {
    return null;
  }
};

/** The columns the person has chosen for this table, remembered in the browser. */
export const useColumns = <R>(
  name: string,
  columns: readonly Column<R>[],
): readonly [readonly Column<R>[], ReadonlySet<string>, (id: string) => void] => {
  const [kept, keep] = useState(() => read(name));
  const chosen = useMemo(
    () => new Set(kept ?? columns.filter((one) => one.extra !== true).map((one) => one.id)),
    [kept, columns],
  );
  const visible = useMemo(() => columns.filter((one) => one.always === true || chosen.has(one.id)), [columns, chosen]);
  const toggle = (id: string): void => {
    const next = chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id];
    localStorage.setItem(keyOf(name), JSON.stringify(next));
    keep(next);
  };
  return [visible, chosen, toggle];
};
