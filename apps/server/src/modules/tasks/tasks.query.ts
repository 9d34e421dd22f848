import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import type { Tx } from '../../platform/db.ts';

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

/** A task of this person, or a task that the system started. */
export const findTask = (tx: Tx, id: string, viewer: string): Promise<TaskView | undefined> =>
  tx
    .selectFrom('tasks')
    .select(columns)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('created_by', '=', viewer), eb('created_by', 'is', null)]))
    .executeTakeFirst();
