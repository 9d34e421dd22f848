import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import type { BulkSelection, PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { countForeignIds } from './directory.query.ts';
import { selectedIds } from './people-selection.query.ts';

/** The body of a bulk call with `need_all` of its address. */
export type SelectionInput = BulkSelection & { readonly need_all?: boolean };

const reject = (field: string, code: string): never => {
  throw new AppError('request.invalid', [{ field, code }]);
};

/**
 * Reads the selection of a bulk call. `need_all` alone does not select everyone: the body must also contain `all`, a filter or
 * exclusions. Contradictions are rejected, because the call may remove people.
 */
export const readSelection = ({ ids, all, filter, expected_count, need_all }: SelectionInput): PeopleSelection => {
  if (all !== undefined && need_all !== undefined && all !== need_all) reject('need_all', 'contradiction');
  const everybody = all ?? need_all ?? false;
  const chosen = { include_ids: [], exclude_ids: [], ...ids };
  const { include_ids, include_departments = [], include_tags = [], exclude_ids } = chosen;
  if (everybody && all === undefined && filter === undefined && exclude_ids.length === 0)
    reject('all', 'not_on_purpose');
  if (everybody && include_ids.length + include_departments.length + include_tags.length > 0)
    reject('ids.include_ids', 'contradiction');
  return { all: everybody, ids: chosen, filter: filter ?? emptyFilter, expected_count };
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

type On = { readonly tx: Tx; readonly viewer: { readonly timeZone: string } };

/** Ids of the people that a write selects: like {@link selectedIds}, but throws on foreign ids and on a different count. */
export const resolveSelection = async ({ tx, viewer }: On, selection: PeopleSelection): Promise<string[]> => {
  await requireOwnPeople(tx, selection.ids.include_ids, selection.ids.exclude_ids);
  const people = await selectedIds(tx, selection, viewer.timeZone);
  requireCount(people.length, selection.expected_count);
  return people;
};

/** {@link resolveSelection} that throws if no one is selected. */
export const requireSomeone = async (ctx: On, selection: PeopleSelection): Promise<string[]> => {
  const people = await resolveSelection(ctx, selection);
  if (people.length === 0) throw new AppError('employee.none_selected');
  return people;
};
