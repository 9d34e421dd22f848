import { emptyFilter } from '@sergak/contract/employees/employees.rules.ts';
import type { BulkSelection, EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { selectedIds } from './employee-filter.query.ts';
import { countForeignIds } from './directory.query.ts';

type Given = BulkSelection & { readonly need_all?: boolean };

const refuse = (field: string, code: string): never => {
  throw new AppError('request.invalid', [{ field, code }]);
};

/**
 * Reads the selection of a bulk call. `need_all` alone does not select everyone: the body must also contain `all`, a filter or
 * exclusions. Contradictions are rejected, because the call may remove people.
 */
export const readSelection = ({ ids, all, filter, expected_count, need_all }: Given): EmployeeSelection => {
  if (all !== undefined && need_all !== undefined && all !== need_all) refuse('need_all', 'contradiction');
  const everybody = all ?? need_all ?? false;
  const { include_ids = [], exclude_ids = [] } = ids ?? {};
  if (everybody && all === undefined && filter === undefined && exclude_ids.length === 0)
    refuse('all', 'not_on_purpose');
  if (everybody && include_ids.length > 0) refuse('ids.include_ids', 'contradiction');
  return { all: everybody, ids: { include_ids, exclude_ids }, filter: filter ?? emptyFilter, expected_count };
};

/** Throws if an id belongs to no person of the organisation, removed or not: the caller must mean another person. */
export const requireOwnPeople = async (tx: Tx, ...lists: readonly (readonly string[])[]): Promise<void> => {
  const ids = [...new Set(lists.flat())];
  if (ids.length > 0 && (await countForeignIds(tx, ids)) > 0) throw new AppError('employee.not_found');
};

/** Throws if the selection has changed since the caller saw it. Calls without a count are not checked. */
export const requireCount = (found: number, expected: number | undefined): void => {
  if (expected !== undefined && found !== expected)
    throw new AppError('employee.selection_changed', { expected, found });
};

/** Ids of the people that a write selects: like {@link selectedIds}, but throws on foreign ids and on a different count. */
export const resolveSelection = async (tx: Tx, selection: EmployeeSelection, timeZone?: string): Promise<string[]> => {
  await requireOwnPeople(tx, selection.ids.include_ids, selection.ids.exclude_ids);
  const people = await selectedIds(tx, selection, timeZone);
  requireCount(people.length, selection.expected_count);
  return people;
};
