import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { holdUnsaved } from '../unsaved.ts';

/** Why a dialog is not to close at once: something in it would be lost, or a question stands over it. */
type Reason = 'unsaved' | 'covered';
type Hold = (reason: Reason) => () => void;

/** The dialog around a form or a question; null outside of dialogs. */
export const DialogHold = createContext<Hold | null>(null);

/** How many hold a dialog, for each reason, and what they hold it with. */
export const useHolds = () => {
  const [count, setCount] = useState<Readonly<Record<Reason, number>>>({ unsaved: 0, covered: 0 });
  const hold = useCallback<Hold>((reason) => {
    const add = (n: number): void => setCount((now) => ({ ...now, [reason]: now[reason] + n }));
    add(1);
    return () => add(-1);
  }, []);
  return useMemo(() => ({ ...count, hold }), [count, hold]);
};

const useHold = (reason: Reason, on: boolean): boolean => {
  const hold = useContext(DialogHold);
  useEffect(() => (on ? hold?.(reason) : undefined), [hold, reason, on]);
  return on && hold !== null;
};

/** Says that the dialog around would lose something with closing, so that it asks first. */
export const useUnsavedInDialog = (unsaved: boolean): void => {
  const held = useHold('unsaved', unsaved);
  useEffect(() => (held ? holdUnsaved() : undefined), [held]);
};
/** Says that a question stands over the dialog around: Esc means the question alone. */
export const useOverDialog = (opened: boolean): void => void useHold('covered', opened);
