import { type RefObject, useEffect, useRef } from 'react';
import type { EmployeeImport } from '@sergak/contract/employees/imports.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { notifyError } from '../../shared/query-client.ts';
import { refresh } from '../../shared/query.ts';
import { followTask, refreshAfterTask, unfollowTask } from '../../shared/tasks.ts';

const touches = ['employees', 'departments', 'tags', 'imports', 'organizations'] as const;
export type Started = CallOutput<'imports.apply'>;
/** Takes a call that starts the work on an import, and follows the started task. */
export type Start = (call: Promise<Started>) => void;

/** Invalidates the queries that an import changes. */
export const refreshImport = (): void => void refresh(...touches);

const useFollow = (): ((started: Started) => void) => {
  const label = useT('employees__import')('title');
  return ({ task_id, import_id }) => followTask({ id: task_id, label, touches, import_id });
};

/** The task that is running for an import; null if there is none. */
const taskOf = (found: EmployeeImport | undefined): string | null =>
  found?.status === 'reading' ? found.task_id : found?.status === 'running' ? found.apply_task_id : null;

/** The last task of an import that ended, whether or not the window saw it run; null while one runs. */
const endedOf = (found: EmployeeImport | undefined): string | null =>
  found === undefined || taskOf(found) !== null ? null : (found.apply_task_id ?? found.task_id);

/** Refreshes changed data as soon as the import is read as ended: it may end before it is first read. */
export const useNoticedEnd = (found: EmployeeImport | undefined): void => {
  const ended = endedOf(found);
  useEffect(() => {
    if (ended !== null) refreshAfterTask(ended, touches);
  }, [ended]);
};

/**
 * When the import window is closed while a task runs, the tray follows the task to its end; also if the window closed
 * before it could read the task that `started` began.
 */
export const useFollowedWhenLeft = (found: EmployeeImport | undefined, started: RefObject<Started | null>): void => {
  const follow = useFollow();
  const task = taskOf(found);
  const leave = useRef(() => undefined as void);
  leave.current = () => {
    const unread = started.current !== null && found?.apply_task_id !== started.current.task_id;
    if (unread) follow(started.current!);
    else if (found !== undefined && task !== null) follow({ task_id: task, import_id: found.id });
  };
  useEffect(() => (task === null ? undefined : unfollowTask(task)), [task]);
  useEffect(() => () => leave.current(), []);
};

/** Follows a started task in the window, or in the tray if the window has been closed meanwhile. */
export const useStart = (goOn: (started: Started) => void): Start => {
  const follow = useFollow();
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  return (call) =>
    void call.then(
      (started) => (open.current ? goOn(started) : follow(started)),
      (error: unknown) => (open.current ? undefined : notifyError(error)),
    );
};
