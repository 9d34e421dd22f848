import type { departmentsEndpoints } from '@sergak/contract/departments/departments.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as repo from './departments.repo.ts';
import { providerGroups } from './twins.query.ts';

type Row = Awaited<ReturnType<typeof repo.allTitles>>[number];

type Step = { readonly kind: 'move' | 'merge'; readonly id: string; readonly into: string };

/**
 * The changes that move everything of one department into another, in their order. Of two child departments with equal titles the
 * group of the identity provider stays, else the one that is there already.
 */
const plan = (rows: readonly Row[], groups: ReadonlySet<string>, keep: Row, twin: Row): Step[] => {
  const parents = new Map(rows.map((one) => [one.id, one.parent_id]));
  const inside = (id: string) => rows.filter((one) => parents.get(one.id) === id);
  const move = (child: Row, into: Row): Step[] => {
    parents.set(child.id, into.id);
    return [{ kind: 'move', id: child.id, into: into.id }];
  };
  const merge = (into: Row, from: Row): Step[] => {
    const steps = inside(from.id).flatMap((child): Step[] => {
      const same = inside(into.id).find((one) => one.title_key === child.title_key);
      if (!same) return move(child, into);
      if (groups.has(child.id) && !groups.has(same.id)) return [...merge(child, same), ...move(child, into)];
      return merge(same, child);
    });
    parents.delete(from.id);
    return [...steps, { kind: 'merge', id: from.id, into: into.id }];
  };
  return merge(keep, twin);
};

const requireTwins = async (tx: Tx, rows: readonly Row[], ids: readonly [string, string]): Promise<[Row, Row]> => {
  const [keep, twin] = ids.map((id) => rows.find((one) => one.id === id));
  if (!keep || !twin) throw new AppError('department.not_found');
  if (twin.is_default) throw new AppError('department.is_default', { title: twin.title });
  if (keep.id === twin.id || keep.parent_id !== twin.parent_id || keep.title_key !== twin.title_key)
    throw new AppError('department.not_twins');
  await repo.lockWithin(tx, ids);
  return [keep, twin];
};

/**
 * Merges two departments whose titles differ in spelling only: people and child departments of the twin move to the other one, child
 * departments with equal titles are merged in the same way, and the twin is removed. The provider knows a group by the id of its
 * department, so a department that it still keeps in step is not removed.
 */
export const mergeDepartments = async (ctx: Ctx, input: Input<(typeof departmentsEndpoints)['departments.merge']>) => {
  await repo.lockTree(ctx.tx);
  const rows = await repo.allTitles(ctx.tx);
  const [keep, twin] = await requireTwins(ctx.tx, rows, [input.id, input.twin_id]);
  const groups = await providerGroups(ctx.tx);
  const steps = plan(rows, groups, keep, twin);
  const merges = steps.filter((one) => one.kind === 'merge');
  const group = rows.find((row) => groups.has(row.id) && merges.some((one) => one.id === row.id));
  if (group) throw new AppError('department.is_group', { title: group.title });
  let moved_people = 0;
  for (const { kind, id, into } of steps) {
    if (kind === 'move') await repo.updateDepartment(ctx.tx, id, { parent_id: into });
    else {
      moved_people += await repo.movePeople(ctx.tx, id, into);
      await repo.deleteDepartments(ctx.tx, [id]);
    }
  }
  return new Logged(
    { departments: merges.length, moved_people },
    {
      kind: 'department',
      id: keep.id,
      title: keep.title,
      details: { affected: merges.length, moved_people, titles: [twin.title] },
    },
  );
};
