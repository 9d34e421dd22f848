import { type PathProblem, pathProblem } from '@sergak/contract/departments/departments.rules.ts';
import type { ErrorCode } from '@sergak/contract/errors.ts';
import { foldText } from '@sergak/contract/fold.rules.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as repo from './departments.repo.ts';
import { ensurePaths, pathKey } from './paths.service.ts';
import { requireDepth, requireFreeTitle, requireParent } from './parent.service.ts';

const lock = async (tx: Tx, id: string) => {
  const found = await repo.lockDepartment(tx, id);
  if (!found) throw new AppError('department.not_found');
  if (found.is_default) throw new AppError('department.is_default', { title: found.title });
  return found;
};

const rejections = {
  department_too_deep: 'department.too_deep',
  department_too_long: 'request.invalid',
  department_below_default: 'department.is_default',
} as const satisfies Record<PathProblem, ErrorCode>;

const requirePath = (titles: readonly string[]): void => {
  if (titles.length === 0) throw new AppError('request.invalid', [{ field: 'path', code: 'too_small' }]);
  const problem = pathProblem(titles);
  if (problem !== null) throw new AppError(rejections[problem], [{ field: 'path', code: problem }]);
};

/** Creates the department at a path with its missing ancestors. Returns its id. */
export const makeByPath = async (tx: Tx, titles: readonly string[]): Promise<string> => {
  requirePath(titles);
  return (await ensurePaths(tx, [titles])).get(pathKey(titles))!;
};

/** Renames and moves a department to this path. Creates missing ancestors. */
export const placeByPath = async (tx: Tx, id: string, titles: readonly string[]): Promise<void> => {
  const found = await lock(tx, id);
  requirePath(titles);
  await requireDepth(tx, id, titles.length - 1);
  const parent = titles.length > 1 ? await makeByPath(tx, titles.slice(0, -1)) : null;
  if (parent !== null) await requireParent(tx, id, parent);
  const isSamePlace = found.parent_id === parent && foldText(found.title) === foldText(titles.at(-1)!);
  if (!isSamePlace) await requireFreeTitle(tx, id, titles.at(-1)!, parent);
  await repo.updateDepartment(tx, id, { title: titles.at(-1)!, parent_id: parent });
};

/** Moves a department below another one, or to the top. */
export const moveBelow = async (tx: Tx, id: string, parentId: string | null): Promise<void> => {
  const found = await lock(tx, id);
  if (found.parent_id === parentId) return;
  if (parentId !== null) await requireParent(tx, id, parentId);
  await requireFreeTitle(tx, id, found.title, parentId);
  await repo.updateDepartment(tx, id, { parent_id: parentId });
};

/** Removes one department. Its children move up to its parent, its people to «Без отдела». */
export const dissolve = async (tx: Tx, id: string): Promise<{ title: string; moved_people: number }> => {
  const found = await lock(tx, id);
  for (const child of (await repo.allTitles(tx)).filter((one) => one.parent_id === id))
    await repo.updateDepartment(tx, child.id, { parent_id: found.parent_id });
  const moved_people = await repo.movePeopleToDefault(tx, [id]);
  await repo.deleteDepartments(tx, [id]);
  return { title: found.title, moved_people };
};
