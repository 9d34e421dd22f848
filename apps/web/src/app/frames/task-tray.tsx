import type { ReactNode } from 'react';
import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { hrefFor } from '../../shared/api.ts';
import { bulkSummary } from '../../shared/bulk.ts';
import { download } from '../../shared/download.ts';
import { importSummary } from '../../shared/import-summary.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { type FollowedTask, refreshAfterTask, unfollowTask, useFollowedTasks } from '../../shared/tasks.ts';
import { showToast } from '../../shared/toasts.ts';
import { TaskProgress, taskMessage } from '../../shared/ui/progress.tsx';
import { bottomBarRef } from '../../shared/ui/bottom-bar.ts';
import css from './frames.module.css';

/** Downloads the file that a task has produced. Returns a function that downloads it again, or null if there is no file. */
const offerFile = ({ result }: TaskView): (() => void) | null => {
  const id = (result as { file_id?: string } | null)?.file_id;
  if (id === undefined) return null;
  const take = (): void => download(hrefFor('files.get', { id }));
  take();
  return take;
};

/** The tray of long-running tasks, which continue while the person works on other pages. */
export default function TaskTray(): ReactNode {
  const t = useT('commons');
  const tasks = useFollowedTasks();
  const go = useGo();
  const end =
    (one: FollowedTask) =>
    (task: TaskView): void => {
      const good = task.status === 'success';
      const reason = task.message ? taskMessage(task.message, t) : null;
      const cancelled = task.message === 'task.cancelled';
      const tip = cancelled ? undefined : one.tips?.[good ? 'done' : 'failed'];
      const label = tip === undefined ? one.label : t(tip);
      const words =
        reason !== null && !(good && tip !== undefined)
          ? `${label}. ${reason}`
          : tip === undefined
            ? t(good ? 'progress.task_done' : 'progress.task_failed', { label })
            : label;
      const take = good ? offerFile(task) : null;
      const { import_id } = one;
      const action =
        take !== null
          ? { label: t('download'), run: take }
          : import_id !== undefined
            ? {
                label: t('progress.show_result'),
                run: () => go({ screen: 'staff.employees', search: { import: import_id } }),
              }
            : undefined;
      if (!(good && one.quiet))
        showToast({
          kind: good ? 'success' : cancelled ? 'info' : 'error',
          text: importSummary(task) ?? bulkSummary(task, one.label, reason ?? words) ?? words,
          ...(action && { action }),
        });
      unfollowTask(one.id);
      refreshAfterTask(one.id, one.touches);
    };
  if (tasks.length === 0) return null;
  return (
    <section ref={bottomBarRef} className={css['tray']} aria-label={t('progress.tray')}>
      {tasks.map((one) => (
        <TaskProgress
          key={one.id}
          taskId={one.id}
          label={one.label}
          onEnd={end(one)}
          onLost={() => {
            // The server deletes a task some time after it ends.
            unfollowTask(one.id);
            refreshAfterTask(one.id, one.touches);
          }}
        />
      ))}
    </section>
  );
}
