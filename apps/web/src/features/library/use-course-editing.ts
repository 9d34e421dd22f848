import { useRef, useState } from 'react';
import type { CourseDetail } from '@sergak/contract/library/library.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { call, type CallInput } from '../../shared/api.ts';
import { text } from '../../shared/i18n/use-t.ts';
import { notifyError } from '../../shared/query-client.ts';
import { refresh } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';

type Write =
  | 'library.update-course'
  | 'library.remove-cover'
  | 'library.set-labels'
  | 'library.add-section'
  | 'library.rename-section'
  | 'library.remove-section'
  | 'library.order-sections'
  | 'library.append-theme'
  | 'library.remove-theme'
  | 'library.move-theme';
type Rest<K extends Write> = Omit<CallInput<K>, 'id' | 'version'>;

/** Writes the parts of a course one after the other, each with the version that this person has seen. */
export const useCourseEditing = (initial: CourseDetail) => {
  const [course, setCourse] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [theirs, setTheirs] = useState<CourseDetail | null>(null);
  const version = useRef(initial.version);
  const running = useRef(false);
  const again = useRef<() => Promise<unknown>>(async () => undefined);

  const take = (next: CourseDetail): void => {
    version.current = next.version;
    setTheirs(null);
    setCourse(next);
  };
  /** Returns the changed course; null if the write failed or another one is running. */
  const write = async <K extends Write>(id: K, input: Rest<K>): Promise<CourseDetail | null> => {
    if (running.current) return null;
    running.current = true;
    setBusy(true);
    try {
      const next = await call(id, { ...input, id: initial.id, version: version.current } as never);
      take(next as CourseDetail);
      void refresh('library');
      return next as CourseDetail;
    } catch (error) {
      if (failedWith(error, 'common.stale_version')) {
        again.current = () => write(id, input);
        setTheirs(await call('library.course', { id: initial.id }).catch(() => null));
      } else notifyError(error);
      return null;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  /** Writes, and offers to undo it in a toast. */
  const removeWithUndo = async <K extends Write, U extends Write>(
    [id, input]: readonly [K, Rest<K>],
    done: string,
    [back, restored]: readonly [U, Rest<U>],
  ): Promise<void> => {
    if ((await write(id, input)) === null) return;
    const action = { label: text('commons:undo'), run: () => void write(back, restored) };
    showToast({ kind: 'success', text: done, action });
  };
  return {
    course,
    busy,
    /** What another person stored in between; this person chooses whether to take or to overwrite it. */
    theirs,
    take,
    overwrite: (): void => {
      if (theirs !== null) version.current = theirs.version;
      setTheirs(null);
      void again.current();
    },
    write,
    removeWithUndo,
  };
};
export type CourseEditing = ReturnType<typeof useCourseEditing>;
