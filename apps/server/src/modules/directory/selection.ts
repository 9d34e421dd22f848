import { isDeepStrictEqual } from 'node:util';
import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import type {
  BulkSelection,
  EmployeeFilter,
  PeopleSelection,
} from '@sergak/contract/employees/people-selection.schema.ts';
import { filterInQuery, filterOfQuery } from '@sergak/contract/employees/people-selection.wire.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { countForeignIds } from './directory.query.ts';
import { selectedIds } from './people-selection.query.ts';

const reject = (field: string, code: string): never => {
  throw new AppError('request.invalid', [{ field, code }]);
};

const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? isDeepStrictEqual(new Set(a), new Set(b)) : isDeepStrictEqual(a, b);

/** The rows of either shape; undefined if the call names none. */
const rowsOf = ({ ids, include_ids, exclude_ids }: BulkSelection) => {
  if (include_ids === undefined && exclude_ids === undefined) return ids;
  if (ids !== undefined) reject(include_ids === undefined ? 'exclude_ids' : 'include_ids', 'contradiction');
  return { include_ids: include_ids ?? [], exclude_ids: exclude_ids ?? [] };
};

/** The filter of either shape. A call may repeat the filter of its address in its body, but not another one. */
const filterOf = (input: BulkSelection): EmployeeFilter | undefined => {
  const inQuery = filterInQuery(input);
  if (!inQuery) return input.filter;
  const filter = input.filter ?? filterOfQuery(input);
  const other = (Object.keys(inQuery) as (keyof EmployeeFilter)[]).find((name) => !same(inQuery[name], filter[name]));
  if (other !== undefined) reject(`filter.${other}`, 'contradiction');
  return filter;
};

/**
 * Reads the selection of a bulk call, in the shape of either document. `need_all` alone does not select everyone: the call must also
 * contain `all`, a filter or exclusions; the whole range of risk in the address is no filter. Contradictions are rejected, because the call may remove people.
 */
export const readSelection = (input: BulkSelection): PeopleSelection => {
  const { all, need_all, expected_count } = input;
  const [rows, filter] = [rowsOf(input), filterOf(input)];
  if (rows === undefined && filter === undefined && all === undefined) reject('ids', 'required');
  if (all !== undefined && need_all !== undefined && all !== need_all) reject('need_all', 'contradiction');
  const everybody = all ?? need_all ?? false;
  const chosen = { include_ids: [], exclude_ids: [], ...rows };
  const { include_ids, include_departments = [], include_tags = [], exclude_ids } = chosen;
  const narrows = filter !== undefined && !isDeepStrictEqual(filter, emptyFilter);
  const isStated = all !== undefined || input.filter !== undefined || input.exclude_ids !== undefined || narrows;
  if (everybody && !isStated && exclude_ids.length === 0) reject('all', 'not_on_purpose');
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
