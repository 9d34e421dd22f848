import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { holdUnsaved } from '../unsaved.ts';

type Release = () => void;
type Holds = {
  /** Would something be lost? Asked when the dialog is about to close, so that the last key counts as well. */
  readonly guard: (isUnsaved: () => boolean) => Release;
  /** A question stands over the dialog. */
  readonly cover: () => Release;
};

/** The dialog around a form or a question; null outside of dialogs. */
export const DialogHold = createContext<Holds | null>(null);

/** What a dialog knows of its content. */
export const useHolds = () => {
  const guards = useRef(new Set<() => boolean>());
  const [covers, setCovers] = useState(0);
  const holds = useMemo<Holds>(
    () => ({
      guard: (isUnsaved) => {
        guards.current.add(isUnsaved);
        return () => void guards.current.delete(isUnsaved);
      },
      cover: () => {
        setCovers((n) => n + 1);
        return () => setCovers((n) => n - 1);
      },
    }),
    [],
  );
  const isUnsaved = useCallback((): boolean => [...guards.current].some((ask) => ask()), []);
  return { holds, isUnsaved, isCovered: covers > 0 };
};

/** Says whether the dialog around would lose something with closing, so that it asks first; `now` is asked at that moment. */
export const useUnsavedInDialog = (unsaved: boolean, now = (): boolean => unsaved): void => {
  const dialog = useContext(DialogHold);
  const latest = useRef(now);
  latest.current = now;
  useEffect(() => dialog?.guard(() => latest.current()), [dialog]);
  const held = unsaved && dialog !== null;
  useEffect(() => (held ? holdUnsaved() : undefined), [held]);
};

/** Says that a question stands over the dialog around: Esc means the question alone. */
export const useOverDialog = (opened: boolean): void => {
  const dialog = useContext(DialogHold);
  useEffect(() => (opened ? dialog?.cover() : undefined), [dialog, opened]);
};
