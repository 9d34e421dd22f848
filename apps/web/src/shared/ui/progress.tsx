import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { formatNumber } from '../format.ts';
import { hasText, textOf, useT } from '../i18n/use-t.ts';
import { notifyError } from '../query-client.ts';
import { type TaskState, useTask } from '../tasks.ts';
import css from './dialogs.module.css';

type BarProps = { label: string; done: number; total: number | null; tone?: 'usual' | 'bad' };
/** A progress bar with numbers; without a total it only shows activity. */
export const Progress = ({ label, done, total, tone = 'usual' }: BarProps): ReactNode => {
  const t = useT('commons');
  const share = total === null || total === 0 ? undefined : Math.min(100, (done / total) * 100);
  const number = total === null ? '' : t('progress.of', { done: formatNumber(done), total: formatNumber(total) });
  return (
    <div className={css['progress']}>
      <div className={css['progress-line']}>
        <span className={css['progress-label']}>{label}</span>
        <span className={css['progress-number']}>{number}</span>
      </div>
      <div
        className={css['bar']}
        role="progressbar"
        aria-label={label}
        aria-valuetext={number || t('loading')}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share === undefined ? {} : { 'aria-valuenow': Math.round(share) })}
        data-unknown={share === undefined || undefined}
        data-tone={tone}
      >
        <span style={{ width: `${share ?? 35}%` }} />
      </div>
    </div>
  );
};

const stageOf = (task: TaskView | undefined): string | undefined =>
  task?.stage && hasText(`tips:task.${task.stage}`) ? textOf(`tips:task.${task.stage}`) : undefined;
/** The text of a task's end message: our codes have a text, any other message is already a sentence. */
export const taskMessage = (message: string, t: ReturnType<typeof useT<'commons'>>): string => {
  if (message.includes('Number of users')) return t('error.no_licences');
  const key = [`global_errors:${message}`, `tips:${message}`].find(hasText);
  return key === undefined ? message : textOf(key);
};
const sentence = ({ phase, task }: TaskState, t: ReturnType<typeof useT<'commons'>>): string => {
  if (phase === 'success') return task?.message ? taskMessage(task.message, t) : t('progress.success');
  if (phase === 'error') return task?.message ? taskMessage(task.message, t) : t('error.unexpected');
  if (phase === 'timeout') return t('progress.timeout');
  if (phase === 'lost') return t('progress.lost');
  return stageOf(task) ?? t('progress.running');
};

type Props = {
  taskId: string | null;
  label: string;
  onEnd?: (task: TaskView) => void;
  /** Called when the server no longer has the task. */
  onLost?: () => void;
  onCancel?: () => void;
};
/** Follows a long task: bar with numbers, current stage, cancel while possible, the result as a sentence. */
export const TaskProgress = ({ taskId, label, onEnd, onLost, onCancel }: Props): ReactNode => {
  const t = useT('commons');
  const state = useTask(taskId, onEnd, onLost);
  const { task, phase } = state;
  const [cancelling, setCancelling] = useState(false);
  const cancel = (): void => {
    setCancelling(true);
    state.cancel().then(onCancel, (error: unknown) => {
      setCancelling(false);
      notifyError(error);
    });
  };
  const ended = phase !== 'running' && phase !== 'waiting';
  const total = phase === 'success' ? (task?.total ?? 1) : (task?.total ?? null);
  return (
    <div className={css['progress']}>
      <Progress
        label={label}
        total={ended && total === null ? 1 : total}
        tone={ended && phase !== 'success' ? 'bad' : 'usual'}
        done={phase === 'success' ? (total ?? 1) : (task?.done ?? 0)}
      />
      <div className={css['progress-foot']} role={phase === 'error' ? 'alert' : 'status'}>
        <span>{cancelling && !ended ? t('progress.cancelling') : sentence(state, t)}</span>
        {!ended && !cancelling && task?.cancellable === true && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  );
};
