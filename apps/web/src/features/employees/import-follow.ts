import { type RefObject, useEffect, useRef } from 'react';
import type { EmployeeImport } from '@sergak/contract/employees/imports.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { notifyError } from '../../shared/query-client.ts';
import { refresh } from '../../shared/query.ts';
import { followTask, noticeEnd, unfollowTask } from '../../shared/tasks.ts';

const touches = ['employees', 'departments', 'tags', 'imports', 'organizations'] as const;
export type Started = CallOutput<'imports.apply'>;
/** Takes a call that sets an import to work, and goes on with what it has started. */
export type Start = (call: Promise<Started>) => void;

/** Marks what an import has changed. */
export const refreshImport = (): void => void refresh(...touches);

const useFollow = (): ((started: Started) => void) => {
  const label = useT('employees__import')('title');
  return ({ event_id, import_id }) => followTask({ id: event_id, label, touches, import_id });
};

/** The task that works on an import now; null while nothing does. */
const taskOf = (found: EmployeeImport | undefined): string | null =>
  found?.status === 'reading' ? found.event_id : found?.status === 'running' ? found.apply_event_id : null;

/** The task of an import that ended last, whether the window saw it run or not; null while one runs. */
const endedOf = (found: EmployeeImport | undefined): string | null =>
  found === undefined || taskOf(found) !== null ? null : (found.apply_event_id ?? found.event_id);

/** Refreshes what an import has changed as soon as the import is read as ended: it may end before it is first read. */
export const useNoticedEnd = (found: EmployeeImport | undefined): void => {
  const ended = endedOf(found);
  useEffect(() => {
    if (ended !== null) noticeEnd(ended, touches);
  }, [ended]);
};

/**
 * However the window of an import is left while something works on it, the tray follows that to its end; also where the
 * window was left before it could read what `started` has begun.
 */
export const useFollowedWhenLeft = (found: EmployeeImport | undefined, started: RefObject<Started | null>): void => {
  const follow = useFollow();
  const task = taskOf(found);
  const leave = useRef(() => undefined as void);
  leave.current = () => {
    const unread = started.current !== null && found?.apply_event_id !== started.current.event_id;
    if (unread) follow(started.current!);
    else if (found !== undefined && task !== null) follow({ event_id: task, import_id: found.id });
  };
  useEffect(() => (task === null ? undefined : unfollowTask(task)), [task]);
  useEffect(() => () => leave.current(), []);
};

/** Goes on with what was started in the window, or in the tray where the window has been closed meanwhile. */
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
