import { DEPTH_MAX } from '@sergak/contract/departments/departments.rules.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { departmentsWithin } from '../directory/public.ts';
import { heightOf, pathTo } from './departments.query.ts';
import * as repo from './departments.repo.ts';

/**
 * Throws unless a department (null: a new one) can be put below this parent: the parent exists, is not «Без отдела», is not a
 * descendant of the moved department, and the maximum depth is kept. The tree must be locked.
 */
export const requireParent = async (tx: Tx, id: string | null, parentId: string): Promise<void> => {
  const parent = await repo.lockDepartment(tx, parentId);
  if (!parent) throw new AppError('department.not_found', [{ field: 'parent_department_uuid' }]);
  if (parent.is_default) throw new AppError('department.is_default', { title: parent.title });
  if (id !== null) {
    const inside = await departmentsWithin(tx, [id]).execute();
    if (inside.some((row) => row.id === parentId)) throw new AppError('department.circle');
  }
  await requireDepth(tx, id, (await pathTo(tx, parentId)).length);
};

/** Throws if a sibling has this title in any spelling. The tree must be locked. `id` is the department itself, null for a new one. */
export const requireFreeTitle = async (tx: Tx, id: string | null, title: string, parentId: string | null) => {
  if (await repo.findSibling(tx, title, parentId, id)) throw new AppError('department.title_taken');
};

/** Throws if a department (null: a new one) with its descendants would exceed the maximum depth. */
export const requireDepth = async (tx: Tx, id: string | null, levelsAbove: number): Promise<void> => {
  const height = id === null ? 1 : await heightOf(tx, id);
  if (levelsAbove + height > DEPTH_MAX) throw new AppError('department.too_deep', { levels: DEPTH_MAX });
};
