import type { departmentsEndpoints } from '@sergak/contract/departments/departments.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as repo from './departments.repo.ts';

type Row = Awaited<ReturnType<typeof repo.allTitles>>[number];

/** The changes that move everything of one department into another, the deepest department first. */
const plan = (rows: readonly Row[], keep: Row, twin: Row): { moves: [string, Row][]; merges: [string, string][] } => {
  const inKeep = new Map(rows.filter((one) => one.parent_id === keep.id).map((one) => [one.title_key, one]));
  const inside = rows
    .filter((one) => one.parent_id === twin.id)
    .map((child) => {
      const same = inKeep.get(child.title_key);
      return same ? plan(rows, same, child) : { moves: [[keep.id, child] as [string, Row]], merges: [] };
    });
  return {
    moves: inside.flatMap((one) => one.moves),
    merges: [...inside.flatMap((one) => one.merges), [keep.id, twin.id]],
  };
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
 * departments with equal titles are merged in the same way, and the twin is removed.
 */
export const mergeDepartments = async (ctx: Ctx, input: Input<(typeof departmentsEndpoints)['departments.merge']>) => {
  await repo.lockTree(ctx.tx);
  const rows = await repo.allTitles(ctx.tx);
  const [keep, twin] = await requireTwins(ctx.tx, rows, [input.id, input.twin_id]);
  const { moves, merges } = plan(rows, keep, twin);
  for (const [parent_id, { id }] of moves) await repo.updateDepartment(ctx.tx, id, { parent_id });
  let moved_people = 0;
  for (const [to, from] of merges) moved_people += await repo.movePeople(ctx.tx, from, to);
  await repo.deleteDepartments(
    ctx.tx,
    merges.map(([, from]) => from),
  );
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
