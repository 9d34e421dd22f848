import type { JobCtx } from '../../../platform/jobs.ts';
import { stepTask } from '../../../platform/tasks.ts';

const BEAT_MS = 700;

/** Reports the progress of a task while other work runs, and aborts that work when it is no longer wanted. */
export type TaskWatch = {
  readonly progress: { done?: number; total?: number; stage: string };
  /** Aborted with TaskCancelled, with an error of the database, or because the server stops. */
  readonly signal: AbortSignal;
  /** Stops reporting; afterwards nothing more is written. */
  stop(): Promise<void>;
};

export const watchTask = (ctx: JobCtx, taskId: string): TaskWatch => {
  const progress: TaskWatch['progress'] = { stage: 'reading' };
  const work = new AbortController();
  const onStop = () => work.abort(new Error('the server is stopping'));
  if (ctx.signal.aborted) onStop();
  ctx.signal.addEventListener('abort', onStop, { once: true });
  let beating = Promise.resolve();
  const beat = () => {
    beating = beating.then(() => stepTask(ctx, taskId, progress)).catch((error: unknown) => work.abort(error));
  };
  beat();
  const timer = setInterval(beat, BEAT_MS);
  return {
    progress,
    signal: work.signal,
    stop: async () => {
      clearInterval(timer);
      ctx.signal.removeEventListener('abort', onStop);
      await beating;
    },
  };
};
