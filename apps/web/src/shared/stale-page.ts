const KEY = 'sergak.reloaded';
let reloading = false;

/** Whether the page is about to be loaded anew: nothing that fails now needs to be spoken of. */
export const isReloading = (): boolean => reloading;

/**
 * A page that was opened before an update asks for chunks that are gone: loads it anew, once for each build. The build
 * is known by the address of its entry, so a chunk that is missing in the new build as well does not turn in a circle.
 */
export const reloadOnce = (build: string, store: Pick<Storage, 'getItem' | 'setItem'>, reload: () => void): boolean => {
  try {
    if (store.getItem(KEY) === build) return false;
    store.setItem(KEY, build);
  } catch {
    // Without a memory there is no guard against going round: leave it to the button.
    return false;
  }
  reloading = true;
  reload();
  return true;
};

/** Listens for dynamic imports that fail. */
export const watchForUpdates = (build: string): void =>
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce(build, sessionStorage, () => location.reload())) event.preventDefault();
  });
