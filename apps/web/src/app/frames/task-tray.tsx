import type { ReactNode } from 'react';
import type { TaskEvent } from '@sergak/contract/events/events.endpoints.ts';
import { bulkSummary } from '../../shared/bulk.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh } from '../../shared/query.ts';
import { type Followed, unfollowTask, useFollowed } from '../../shared/tasks.ts';
import { showToast } from '../../shared/toasts.ts';
import { TaskProgress, taskWords } from '../../shared/ui/progress.tsx';
import css from './frames.module.css';

/** Long tasks that go on while the person does something else. */
export default function TaskTray(): ReactNode {
  const t = useT('commons');
  const tasks = useFollowed();
  const end =
    (one: Followed) =>
    (task: TaskEvent): void => {
      const good = task.status === 'success';
      const words = task.message
        ? taskWords(task.message, t)
        : t(good ? 'progress.task_done' : 'progress.task_failed', { label: one.label });
      showToast({
        kind: good ? 'success' : task.message === 'task.cancelled' ? 'info' : 'error',
        text: bulkSummary(task, words) ?? words,
      });
      unfollowTask(one.id);
      void refresh(...one.touches);
    };
  if (tasks.length === 0) return null;
  return (
    <section className={css['tray']} aria-label={t('progress.tray')}>
      {tasks.map((one) => (
        <TaskProgress key={one.id} eventId={one.id} label={one.label} onEnd={end(one)} />
      ))}
    </section>
  );
}
