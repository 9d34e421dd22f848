import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { deleteTask, requestCancel } from '../../platform/tasks.ts';
import { findTask } from './tasks.query.ts';

const requireTask = async ({ tx, viewer }: Ctx, id: string) => {
  const found = await findTask(tx, id, viewer);
  if (!found) throw new AppError('task.not_found');
  return found;
};

/** State and progress of a task. */
export const getTask = async (ctx: Ctx, input: { id: string }) => (await requireTask(ctx, input.id)).task;

/**
 * Requests the cancellation of a running task (the task then ends as an error that says so), or deletes an ended task of the
 * caller. The ended task of another person stays until that person has seen its result.
 */
export const cancelOrDeleteTask = async (ctx: Ctx, input: { id: string }) => {
  const { task, isOwn } = await requireTask(ctx, input.id);
  if (task.status === 'in_process') {
    if (task.cancellable) await requestCancel(ctx.tx, task.id);
  } else if (isOwn) await deleteTask(ctx.tx, task.id);
  return null;
};
