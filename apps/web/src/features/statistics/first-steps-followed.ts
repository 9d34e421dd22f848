import { useSyncExternalStore } from 'react';
import type { StepId } from './first-steps.rules.ts';

/** For this tab: the step that was opened from the list, until the list is left. */
const KEY = 'sergak.first-step';
const listeners = new Set<() => void>();
const read = (): string | null => sessionStorage.getItem(KEY);

/** Keeps the step that the person has gone to, so that its page names the next one; `null` leaves the steps. */
export const follow = (step: StepId | null): void => {
  if (step === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, step);
  for (const tell of listeners) tell();
};

/** The step that the person has gone to, as it is stored; null if they have not gone to one. */
export const useFollowed = (): string | null =>
  useSyncExternalStore((tell) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  }, read);
