import type { departmentsEndpoints } from '@sergak/contract/departments/departments.endpoints.ts';
import { PATH_SEPARATOR, pathSeparators } from '@sergak/contract/departments/departments.rules.ts';
import type { DepartmentTree, TreeNode } from '@sergak/contract/departments/departments.schema.ts';
import { selectionOfCount } from '@sergak/contract/employees/people-selection.wire.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { foldText, isFound } from '@sergak/contract/fold.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { changesOf } from '../../platform/audit.ts';
import { requireVersion } from '../../platform/version.ts';
import { countSelected } from '../directory/public.ts';
import * as query from './departments.query.ts';
import * as repo from './departments.repo.ts';
import { requireFreeTitle, requireParent } from './parent.service.ts';

type In<K extends keyof typeof departmentsEndpoints> = Input<(typeof departmentsEndpoints)[K]>;

const read = async (ctx: Ctx, id: string) => (await query.findDepartment(ctx.tx, id))!;

/** Throws if a file would read the title as a path: the next import of the same list would put people into other departments. */
const requirePlainTitle = (title: string): void => {
  if (pathSeparators.test(title)) throw new AppError('department.title_is_path', [{ field: 'title' }]);
};

export const createDepartment = async (ctx: Ctx, input: In<'departments.create'>) => {
  requirePlainTitle(input.title);
  await repo.lockTree(ctx.tx);
  if (input.parent_department_uuid) await requireParent(ctx.tx, null, input.parent_department_uuid);
  await requireFreeTitle(ctx.tx, null, input.title, input.parent_department_uuid);
  const id = await repo.insertDepartment(ctx.tx, input.title, input.parent_department_uuid);
  return new Logged(await read(ctx, id), {
    kind: 'department',
    id,
    title: input.title,
    changes: { title: [null, input.title] },
  });
};

/** Renames a department, or moves it with its descendants. It cannot be moved below itself. */
export const changeDepartment = async (ctx: Ctx, input: In<'departments.update'>) => {
  const { id, title, parent_department_uuid: parent, version } = input;
  if (title !== undefined) requirePlainTitle(title);
  await repo.lockTree(ctx.tx);
  const before = await repo.lockDepartment(ctx.tx, id);
  if (!before) throw new AppError('department.not_found');
  if (before.is_default) throw new AppError('department.is_default', { title: before.title });
  requireVersion(before, version);
  if (parent && parent !== before.parent_id) await requireParent(ctx.tx, id, parent);
  const place = { title: title ?? before.title, parent_id: parent === undefined ? before.parent_id : parent };
  if (place.parent_id !== before.parent_id || foldText(place.title) !== foldText(before.title))
    await requireFreeTitle(ctx.tx, id, place.title, place.parent_id);
  const changes = { ...(title === undefined ? {} : { title }), ...(parent === undefined ? {} : { parent_id: parent }) };
  await repo.updateDepartment(ctx.tx, id, changes);
  return new Logged(await read(ctx, id), {
    kind: 'department',
    id,
    title: title ?? before.title,
    changes: changesOf(before, changes),
  });
};

/** Removes departments with their descendants. Their people move to «Без отдела». */
export const removeDepartments = async (ctx: Ctx, input: In<'departments.remove'>) => {
  await repo.lockTree(ctx.tx);
  const found = await repo.lockWithin(ctx.tx, input.department_ids);
  if (found.length === 0 || input.department_ids.some((id) => !found.some((one) => one.id === id)))
    throw new AppError('department.not_found');
  const fallback = found.find((one) => one.is_default);
  if (fallback) throw new AppError('department.is_default', { title: fallback.title });
  const ids = found.map((one) => one.id);
  const moved_people = await repo.movePeopleToDefault(ctx.tx, ids);
  await repo.deleteDepartments(ctx.tx, ids);
  const titles = found.map((one) => one.title).slice(0, 100);
  const only = found.length === 1 ? found[0]! : null;
  return new Logged(
    { departments: ids.length, moved_people },
    {
      kind: 'department',
      id: only?.id,
      title: only?.title ?? null,
      details: { affected: ids.length, moved_people, ...(only ? {} : { titles }) },
    },
  );
};

/** One level of departments with figures, and the path to it. */
export const listDepartmentFigures = async (ctx: Ctx, input: In<'departments.stat'>) => {
  const breadcrumbs = input.parent_id ? await query.pathTo(ctx.tx, input.parent_id) : [];
  if (input.parent_id && breadcrumbs.length === 0) throw new AppError('department.not_found');
  const data = await query.selectDepartmentFigures(ctx.tx, input);
  return { data, total_count: await query.countChildren(ctx.tx, input.parent_id), breadcrumbs };
};

/** Turns the flat list into a tree. Siblings keep their order. */
export const nest = (rows: readonly query.Flat[]): DepartmentTree[] => {
  const byParent = Map.groupBy(rows, (row) => row.parent);
  const build = (parent: string | null): DepartmentTree[] =>
    (byParent.get(parent) ?? []).map((row) => ({
      type: 'department',
      key: `department:${row.id}`,
      id: row.id,
      title: row.title,
      users_count: row.users_count,
      isLeaf: row.children_count === 0,
      parent: row.parent,
      children: build(row.id),
    }));
  return build(null);
};

export const getTree = async (ctx: Ctx) => ({ data: nest(await query.listTree(ctx.tx)) });

const titles = (path: query.Path) => path.map((one) => one.title);

const departmentNode = (row: query.Flat, path: query.Path, hint: string): TreeNode => ({
  type: 'department',
  key: `department:${row.id}`,
  id: row.id,
  title: row.title,
  users_count: row.users_count,
  forced_count: row.forced_count,
  isLeaf: row.children_count === 0 && row.users_count === 0,
  parent: row.parent,
  path: path.map((one) => one.id),
  hint,
});

/** One level of the people tree, or the results of a search in the whole tree: departments first, then people. */
export const listDepartmentUsers = (ctx: Ctx, input: In<'departments.users'>) =>
  input.search ? searchTree(ctx, input) : openLevel(ctx, input);

const openLevel = async (ctx: Ctx, input: In<'departments.users'>) => {
  const parents = input.parent_id ? await query.pathTo(ctx.tx, input.parent_id) : [];
  if (input.parent_id && parents.length === 0) throw new AppError('department.not_found');
  const first = input.offset === 0;
  const departments = first ? await query.listLevel(ctx.tx, input.parent_id ?? null, input) : [];
  const people = await query.selectDepartmentPeople(ctx.tx, input);
  const path = parents.map((one) => one.id);
  return {
    data: [
      ...departments.map((row) => departmentNode(row, parents, '')),
      ...people.nodes.map((node) => ({ ...node, path })),
    ],
    users_total: people.total,
  };
};

const searchTree = async (ctx: Ctx, input: In<'departments.users'>) => {
  if (input.parent_id && (await query.pathTo(ctx.tx, input.parent_id)).length === 0)
    throw new AppError('department.not_found');
  const people = await query.selectDepartmentPeople(ctx.tx, input);
  const paths = await query.pathsTo(ctx.tx, [...new Set(people.nodes.map((node) => node.parent!))]);
  return {
    data: [
      ...(input.offset === 0 ? await foundDepartments(ctx, input) : []),
      ...people.nodes.map((node): TreeNode => {
        const path = paths.get(node.parent!) ?? [];
        const hint = [...titles(path), node.hint].filter(Boolean).join(PATH_SEPARATOR);
        return { ...node, path: path.map((one) => one.id), hint };
      }),
    ],
    users_total: people.total,
  };
};

/** Departments whose title contains the search, each with its path. */
const foundDepartments = async (ctx: Ctx, input: In<'departments.users'>): Promise<TreeNode[]> => {
  if (!(await query.hasTitleMatch(ctx.tx, input.search))) return [];
  const rows = await query.listTree(ctx.tx, input);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pathTo = (id: string | null): query.Flat[] => {
    const row = id === null ? undefined : byId.get(id);
    return row ? [...pathTo(row.parent), row] : [];
  };
  return rows
    .filter((row) => isFound(row.title, input.search))
    .map((row) => {
      const path = pathTo(row.parent);
      return departmentNode(row, path, titles(path).join(PATH_SEPARATOR));
    });
};

/** The nodes of an earlier choice, so that the client can show its ticks before it opens the tree. */
export const listNodes = async (ctx: Ctx, input: In<'departments.nodes'>) => {
  const { ids } = input;
  const departments = await query.listDepartmentsOf(ctx.tx, ids.include_departments ?? [], input);
  const people = await query.listPeopleOf(ctx.tx, [...ids.include_ids, ...ids.exclude_ids], input);
  const parents = [...departments, ...people].map((one) => one.parent).filter((id) => id !== null);
  const paths = await query.pathsTo(ctx.tx, [...new Set(parents)]);
  const pathTo = (parent: string | null): query.Path => paths.get(parent ?? '') ?? [];
  return {
    data: [
      ...departments.map((row) => departmentNode(row, pathTo(row.parent), '')),
      ...people.map((node): TreeNode => ({ ...node, path: pathTo(node.parent).map((one) => one.id) })),
    ],
  };
};

/** The number of people that a choice of departments and people selects. */
export const countUsers = async (ctx: Ctx, input: In<'departments.users-count'>) => ({
  users_count: await countSelected(ctx.tx, selectionOfCount(input), ctx.viewer.timeZone),
});
