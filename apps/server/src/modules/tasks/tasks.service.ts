import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { deleteTask, requestCancel } from '../../platform/tasks.ts';
import { findTask } from './tasks.query.ts';

/** State and progress of a task. */
export const getTask = async (ctx: Ctx, input: { id: string }) => {
  const task = await findTask(ctx.tx, input.id, ctx.viewer.id);
  if (!task) throw new AppError('task.not_found');
  return task;
};

/** Requests the cancellation of a running task (the task then ends as an error that says so), or deletes an ended task. */
export const cancelOrDeleteTask = async (ctx: Ctx, input: { id: string }) => {
  const task = await getTask(ctx, input);
  if (task.status === 'in_process') {
    if (task.cancellable) await requestCancel(ctx.tx, task.id);
  } else await deleteTask(ctx.tx, task.id);
  return null;
};
