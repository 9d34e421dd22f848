import type { Report } from '@sergak/contract/reports/reports.schema.ts';
import { FILE_DAYS } from '@sergak/contract/files/files.rules.ts';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

type Person = { readonly id: string; readonly name: string };

/** The export of selected people that this person ordered, as a report: its task is the report. Undefined once its file is deleted. */
export const findExport = async (
  tx: Tx,
  id: string,
  by: Person & { readonly title: string },
): Promise<Report | undefined> => {
  const task = await tx
    .selectFrom('tasks')
    .select(['id', 'status', 'message', 'result', 'created_at', 'finished_at'])
    .where('id', '=', id)
    .where('kind', '=', 'employees.write-export')
    .where('created_by', '=', by.id)
    .executeTakeFirst();
  if (!task) return undefined;
  const expires = after(new Date(task.finished_at ?? task.created_at), FILE_DAYS * DAY);
  if (expires <= now()) return undefined;
  const { file_id } = (task.result ?? {}) as { file_id?: string };
  const status = task.status === 'success' ? 'complete' : task.status === 'error' ? 'error' : 'in_progress';
  return {
    id: task.id,
    category: 'employees',
    format: 'xlsx',
    title: by.title,
    status,
    url: status === 'complete' && file_id ? `/lk/files/${file_id}` : null,
    error: status === 'error' ? (task.message === 'task.cancelled' ? 'cancelled' : 'failed') : null,
    will_be_sent: false,
    created_by: { id: by.id, full_name: by.name },
    created_at: task.created_at,
    finished_at: task.finished_at,
    expires_at: iso(expires),
  };
};
