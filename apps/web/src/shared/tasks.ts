import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { call } from './api.ts';
import { isApiError } from './api-error.ts';
import type { SharedKey } from './i18n/use-t.ts';
import { startPolling } from './polling.ts';
import { refresh } from './query.ts';

export type TaskState = {
  readonly task: TaskView | undefined;
  /** `timeout`: still running after the last try. `lost`: the server has no task with this id. */
  readonly phase: 'waiting' | 'running' | 'success' | 'error' | 'timeout' | 'lost';
  readonly cancel: () => Promise<unknown>;
};

const phaseOf = (task: TaskView | undefined, failed: boolean, over: boolean): TaskState['phase'] => {
  if (task?.status === 'success' || task?.status === 'error') return task.status;
  if (failed) return 'lost';
  if (over) return 'timeout';
  return task === undefined ? 'waiting' : 'running';
};

/** A 4xx is final; without a network or during a restart the task is requested again. */
const isLost = (error: unknown): boolean => isApiError(error) && error.status >= 400 && error.status < 500;

const refreshed = new Set<string>();
/** Refreshes what a task has changed, once, as soon as its end is known, even if the task was never seen running. */
export const refreshAfterTask = (taskId: string, touches: readonly string[]): void => {
  if (refreshed.has(taskId)) return;
  refreshed.add(taskId);
  void refresh(...touches);
};

/** Follows a long task by its event id until it ends; `null` follows no task. */
export const useTask = (taskId: string | null, onEnd?: (task: TaskView) => void, onLost?: () => void): TaskState => {
  const started = useRef<{ id: string | null; polling: ReturnType<typeof startPolling> }>(null);
  if (started.current?.id !== taskId) started.current = { id: taskId, polling: startPolling() };
  const { polling } = started.current;
  const query = useQuery({
    queryKey: ['tasks', 'tasks.get', { id: taskId }],
    queryFn: async ({ signal }) => {
      polling.count();
      return call('tasks.get', { id: taskId! }, { signal });
    },
    enabled: taskId !== null,
    retry: 2,
    staleTime: 0,
    meta: { endpoint: 'tasks.get', quiet: true },
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      const over = state.data?.status === 'success' || state.data?.status === 'error' || isLost(state.error);
      return over || polling.isOver() ? false : polling.delay();
    },
  });
  const phase = phaseOf(query.data, isLost(query.error), polling.isOver());
  const reported = useRef<string | null>(null);
  useEffect(() => {
    if (phase === 'lost' && taskId !== null && reported.current !== taskId) {
      reported.current = taskId;
      onLost?.();
    }
    const task = query.data;
    if (task === undefined || (phase !== 'success' && phase !== 'error') || reported.current === task.id) return;
    reported.current = task.id;
    onEnd?.(task);
  });
  const cancel = async (): Promise<unknown> => {
    if (taskId === null) return null;
    await call('tasks.forget', { id: taskId });
    return refresh('tasks');
  };
  return { task: query.data, phase, cancel };
};

/** A task that continues when the person leaves its page: the tray of the frame shows it until it ends. */
export type FollowedTask = {
  readonly id: string;
  readonly label: string;
  readonly touches: readonly string[];
  /** The import whose result can be opened when it ends. */
  readonly import_id?: string;
  /** A success is not announced: the page says what has come of it. */
  readonly quiet?: true;
  /** Sentences about its end, instead of those made from the label. */
  readonly tips?: { readonly done: SharedKey; readonly failed: SharedKey };
};
const KEY = 'sergak.tasks';
const read = (): readonly FollowedTask[] => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as FollowedTask[];
  } catch {
    return [];
  }
};
let followed: readonly FollowedTask[] | undefined;
const listeners = new Set<() => void>();
/** The tasks in the tray; a reloaded page continues with those of its tab. */
export const followedTasks = (): readonly FollowedTask[] => (followed ??= read());
const set = (next: readonly FollowedTask[]): void => {
  followed = next;
  sessionStorage.setItem(KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
};
/** Adds a task to the tray; the families in `touches` are refreshed when it succeeds. */
export const followTask = (task: FollowedTask): void =>
  set([...followedTasks().filter((one) => one.id !== task.id), task]);
export const unfollowTask = (id: string): void => set(followedTasks().filter((one) => one.id !== id));
export const useFollowedTasks = (): readonly FollowedTask[] =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, followedTasks);
