import { afterPress } from './press.ts';

/** The toasts on the screen: a small store, so that code outside components can show a toast. */
export const TOAST_LIFE_MS = 15_000;
const MAX_TOASTS = 5;

export type Toast = {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  /** Text for «Copy details». */
  readonly details?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
};

/**
 * A place in the stack, the lowest first. A closed toast leaves an empty place while there are toasts above it, so that
 * none of them moves under the pointer.
 */
export type ToastSlot = { readonly key: number; readonly toast: Toast | null };

let places: readonly ToastSlot[] = [];
let last = 0;
const listeners = new Set<() => void>();
const set = (next: readonly ToastSlot[]): void => {
  places = next;
  afterPress(() => listeners.forEach((listener) => listener()));
};
const filled = (all: readonly ToastSlot[]): ToastSlot[] => all.filter((one) => one.toast !== null);

/**
 * Shows a toast above the earlier ones and returns its id. A toast with the same kind and text is shown again in its
 * place. With more than five places the empty ones are removed first, then the oldest toast.
 */
export const showToast = (toast: Omit<Toast, 'id'>): number => {
  last += 1;
  const shown = { ...toast, id: last };
  const same = places.find((one) => one.toast?.kind === toast.kind && one.toast.text === toast.text);
  if (same !== undefined) set(places.map((one) => (one === same ? { ...one, toast: shown } : one)));
  else {
    const next = [...places, { key: last, toast: shown }];
    set(next.length > MAX_TOASTS ? filled(next).slice(-MAX_TOASTS) : next);
  }
  return last;
};

export const closeToast = (id: number): void => {
  const next = places.map((one) => (one.toast?.id === id ? { ...one, toast: null } : one));
  set(next.slice(0, next.findLastIndex((one) => one.toast !== null) + 1));
};
export const currentSlots = (): readonly ToastSlot[] => places;
export const currentToasts = (): readonly Toast[] => places.flatMap((one) => one.toast ?? []);
export const subscribeToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
