import { loadText } from './api.ts';
import { hasUnsaved } from './unsaved.ts';

const KEY = 'sergak.reloaded';
let reloading = false;

/** Whether the page is about to be loaded anew: nothing that fails now needs to be spoken of. */
export const isReloading = (): boolean => reloading;

/** The address of the script that a page begins with: each build has another one. */
export const entryOf = (html: string): string | null =>
  /<script type="module"[^>]*?\ssrc="([^"]+)"/.exec(html)?.[1] ?? null;

type World = {
  /** The page as the server has it now; fails where there is no network. */
  readonly ask: () => Promise<string>;
  readonly store: Pick<Storage, 'getItem' | 'setItem'>;
  readonly unsaved: () => boolean;
  readonly reload: () => void;
};

/**
 * A part of the page could not be fetched: after an upgrade its files are gone, or the network was away for a moment. The
 * page is loaded anew, once for each build that the server has, unless there is no network or it would cost somebody
 * unsaved work. Answers whether the page goes.
 */
export const recover = async ({ ask, store, unsaved, reload }: World): Promise<boolean> => {
  try {
    const now = entryOf(await ask());
    if (now === null || unsaved() || store.getItem(KEY) === now) return false;
    // Without a memory there is no guard against going round: then it is left to the button.
    store.setItem(KEY, now);
  } catch {
    return false;
  }
  reloading = true;
  reload();
  return true;
};

let lost = 0;
let looking: Promise<boolean> | null = null;
const listeners = new Set<() => void>();
export const onLost = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** How often a part of the page was missing that only loading anew, by hand, brings. */
export const lostParts = (): number => lost;

/** A part that should be shown now could not be fetched: loads the page anew where that is right, else says so. */
export const partLost = async (): Promise<void> => {
  looking ??= recover({
    ask: () => loadText('/lk/'),
    store: sessionStorage,
    unsaved: hasUnsaved,
    reload: () => location.reload(),
  }).finally(() => (looking = null));
  if ((await looking) || reloading) return;
  lost += 1;
  for (const listener of listeners) listener();
};
