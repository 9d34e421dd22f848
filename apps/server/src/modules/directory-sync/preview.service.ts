import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openHeavyTask } from '../../platform/tasks.ts';
import { findDirectory } from '../ldap/public.ts';
import { taskOf } from './read.jobs.ts';

/** Starts reading the directory into an import that a person confirms. */
export const startPreview = async (ctx: Ctx) => {
  if (!(await findDirectory(ctx.tx))) throw new AppError('directory.not_found');
  const task_id = await openHeavyTask(ctx.tx, taskOf(ctx.viewer.id));
  await enqueue(ctx.tx, 'directory-sync.read-preview', { task_id });
  return { task_id };
};
