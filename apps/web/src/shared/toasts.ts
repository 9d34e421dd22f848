/** The toasts on the screen: a tiny store, so that code outside of components can speak too. */
export const TOAST_LIFE_MS = 15_000;
const MOST = 5;

export type Toast = {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  /** Text for «Copy details». */
  readonly details?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
};

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const set = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Shows a toast and answers its id. The same text of the same kind is not stacked twice. */
export const showToast = (toast: Omit<Toast, 'id'>): number => {
  const same = toasts.filter((one) => one.kind === toast.kind && one.text === toast.text);
  last += 1;
  set([...toasts.filter((one) => !same.includes(one)), { ...toast, id: last }].slice(-MOST));
  return last;
};
export const closeToast = (id: number): void => set(toasts.filter((one) => one.id !== id));
export const currentToasts = (): readonly Toast[] => toasts;
export const onToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
