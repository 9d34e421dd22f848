import { useMemo, useState } from 'react';
import { useAuth } from '../session.ts';
import type { Column } from './table-row.tsx';

const keyOf = (name: string, person: string): string => `sergak.columns.${person}.${name}`;
const read = (name: string, person: string): readonly string[] | null => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name, person)) ?? 'null') as string[] | null;
  } catch {
    return null;
  }
};

/** The columns that the person has chosen for this table, stored in the browser for each person. */
export const useColumns = <R>(
  name: string,
  columns: readonly Column<R>[],
): readonly [readonly Column<R>[], ReadonlySet<string>, (id: string) => void] => {
  const auth = useAuth();
  const person = auth.status === 'authorised' ? auth.me.id : '';
  const [kept, setKept] = useState(() => read(name, person));
  const chosen = useMemo(
    () => new Set(kept ?? columns.filter((one) => one.extra !== true).map((one) => one.id)),
    [kept, columns],
  );
  const visible = useMemo(() => columns.filter((one) => one.always === true || chosen.has(one.id)), [columns, chosen]);
  const toggle = (id: string): void => {
    const next = chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id];
    localStorage.setItem(keyOf(name, person), JSON.stringify(next));
    setKept(next);
  };
  return [visible, chosen, toggle];
};
