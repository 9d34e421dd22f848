import { useMemo } from 'react';
import type { Department } from '@sergak/contract/departments/departments.schema.ts';
import { ownTitle } from './own-title.ts';
import { useRead } from './query.ts';

export type DepartmentOption = { readonly value: string; readonly label: string };

/** Departments labelled with their full path, in the order of the list. */
export const optionsOf = (departments: readonly Department[]): DepartmentOption[] => {
  const byId = new Map(departments.map((one) => [one.id, one]));
  const way = (one: Department): string => {
    const parent = one.parent_department_uuid === null ? undefined : byId.get(one.parent_department_uuid);
    return parent === undefined ? ownTitle(one.title) : `${way(parent)} / ${one.title}`;
  };
  return departments
    .map((one) => ({ value: one.id, label: way(one) }))
    .sort((a, b) => {
      const [x, y] = [byId.get(a.value)!.is_default, byId.get(b.value)!.is_default];
      return x === y ? a.label.localeCompare(b.label, 'ru') : x ? -1 : 1;
    });
};

/** All departments for choosers and filters. */
export const useDepartmentOptions = (enabled = true) => {
  const list = useRead('departments.list', {}, { enabled, staleTime: 60_000, quiet: true });
  const options = useMemo(() => optionsOf(list.data?.data ?? []), [list.data]);
  const failed = list.isError && list.data === undefined;
  return { options, failed, isPending: list.isPending, again: () => void list.refetch() };
};
