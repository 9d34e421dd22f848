import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import type { Viewer } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { kindsVisibleTo } from './visible-tasks.rules.ts';

const columns = [
  'id',
  'kind',
  'status',
  'done',
  'total',
  'stage',
  'message',
  'detail',
  'result',
  'cancellable',
  'created_at',
  'finished_at',
] as const;

export type TaskOfViewer = { readonly task: TaskView; readonly isOwn: boolean };

/** Returns a task that concerns this person: an own one, one of a page that the person may open, or for a super user one of the system. */
export const findTask = async (tx: Tx, id: string, viewer: Viewer): Promise<TaskOfViewer | undefined> => {
  const row = await tx
    .selectFrom('tasks')
    .select([...columns, 'created_by'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { created_by, ...task } = row;
  const isOwn = created_by === viewer.id;
  const isOfSystem = created_by === null && viewer.role === 'super_user';
  return isOwn || isOfSystem || kindsVisibleTo(viewer.permissions).includes(task.kind) ? { task, isOwn } : undefined;
};
