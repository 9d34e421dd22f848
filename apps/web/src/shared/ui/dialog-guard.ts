import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { markUnsaved } from '../unsaved.ts';

type Release = () => void;
type DialogGuard = {
  /** Registers a check for unsaved input. It runs when the dialog is about to close, so that the last keystroke counts. */
  readonly guard: (isUnsaved: () => boolean) => Release;
  /** Registers a confirmation that is open over the dialog. */
  readonly cover: () => Release;
};

/** The dialog around a form or a confirmation; null outside dialogs. */
export const DialogGuardContext = createContext<DialogGuard | null>(null);

/** The state that a dialog collects from its content. */
export const useDialogGuard = () => {
  const guards = useRef(new Set<() => boolean>());
  const [covers, setCovers] = useState(0);
  const holds = useMemo<DialogGuard>(
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

/** Makes the surrounding dialog ask before it closes while there is unsaved input; `now` is called at the time of closing. */
export const useUnsavedInDialog = (unsaved: boolean, now = (): boolean => unsaved): void => {
  const dialog = useContext(DialogGuardContext);
  const latest = useRef(now);
  latest.current = now;
  useEffect(() => dialog?.guard(() => latest.current()), [dialog]);
  const held = unsaved && dialog !== null;
  useEffect(() => (held ? markUnsaved() : undefined), [held]);
};

/** Marks that a confirmation is open over the surrounding dialog, so that Esc closes only the confirmation. */
export const useConfirmationOverDialog = (opened: boolean): void => {
  const dialog = useContext(DialogGuardContext);
  useEffect(() => (opened ? dialog?.cover() : undefined), [dialog, opened]);
};
