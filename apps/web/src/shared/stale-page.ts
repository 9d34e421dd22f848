import { loadText } from './api.ts';
import { hasUnsaved } from './unsaved.ts';

const KEY = 'sergak.reloaded';
let reloading = false;

/** Whether the page is about to reload; failures are not reported then. */
export const isReloading = (): boolean => reloading;

/** The address of the entry script of a page; it differs in each build. */
export const entryScriptOf = (html: string): string | null =>
  /<script type="module"[^>]*?\ssrc="([^"]+)"/.exec(html)?.[1] ?? null;

type Environment = {
  /** Returns the current page from the server; rejects if there is no network. */
  readonly fetchPage: () => Promise<string>;
  readonly store: Pick<Storage, 'getItem' | 'setItem'>;
  readonly unsaved: () => boolean;
  readonly reload: () => void;
};

/**
 * Handles a part of the page that could not be fetched, because an upgrade removed its files or the network was lost.
 * Reloads the page at most once for each build of the server, and not if there is no network or unsaved work would be
 * lost. Returns whether the page reloads.
 */
export const recoverFromLoadFailure = async ({ fetchPage, store, unsaved, reload }: Environment): Promise<boolean> => {
  try {
    const now = entryScriptOf(await fetchPage());
    if (now === null || unsaved() || store.getItem(KEY) === now) return false;
    // This entry prevents a reload loop. If it cannot be stored, the page does not reload and the person uses the button.
    store.setItem(KEY, now);
  } catch {
    return false;
  }
  reloading = true;
  reload();
  return true;
};

let lost = 0;
let pendingCheck: Promise<boolean> | null = null;
const listeners = new Set<() => void>();
export const subscribeLoadFailures = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** How many times a part of the page was missing that only a manual reload can load. */
export const loadFailureCount = (): number => lost;

/** Call it when a part that must be shown could not be fetched: reloads the page if possible, otherwise shows a notice. */
export const reportLoadFailure = async (): Promise<void> => {
  pendingCheck ??= recoverFromLoadFailure({
    fetchPage: () => loadText('/lk/'),
    store: sessionStorage,
    unsaved: hasUnsaved,
    reload: () => location.reload(),
  }).finally(() => (pendingCheck = null));
  if ((await pendingCheck) || reloading) return;
  lost += 1;
  for (const listener of listeners) listener();
};
