/** Longest wait for the browser's stores: a database that another tab holds open is not deleted until it is closed. */
const WAIT_MS = 2000;

/** The portal's own cookie: cookies ignore ports, so it is seen here if both have one host name. */
const LANGUAGE_COOKIE = 'sergak.lang';

/**
 * Names that begin with `__Host-` or `__Secure-` and cookies of a frame of another site need the second form, cookies of a
 * partition the third.
 */
const COOKIE_FORMS = ['', '; secure; samesite=none', '; secure; samesite=none; partitioned'];

/** Deletes a cookie of this host and its parent domains at every path that this page can see. */
const expire = (name: string): void => {
  const parts = location.hostname.split('.');
  const domains = ['', ...parts.map((_, at) => `; domain=${parts.slice(at).join('.')}`)];
  const folders = location.pathname.split('/');
  const paths = ['/', ...folders.map((_, at) => folders.slice(0, at + 1).join('/') || '/')];
  for (const domain of domains)
    for (const path of paths.flatMap((one) => [one, `${one}/`]))
      for (const form of COOKIE_FORMS) document.cookie = `${name}=; path=${path}; max-age=0${domain}${form}`;
};

const clearDatabases = async (): Promise<void> => {
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
};
const clearCaches = async (): Promise<void> => {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
};
const clearFiles = async (): Promise<void> => {
  const folder = await navigator.storage.getDirectory();
  for await (const name of (folder as { keys(): AsyncIterable<string> }).keys())
    await folder.removeEntry(name, { recursive: true });
};
/** In Chromium only; each bucket has databases, caches and files of its own. */
type StorageBuckets = { keys(): Promise<string[]>; delete(name: string): Promise<void> };
const clearBuckets = async (): Promise<void> => {
  const { storageBuckets } = navigator as { storageBuckets?: StorageBuckets };
  for (const name of (await storageBuckets?.keys()) ?? []) await storageBuckets!.delete(name);
};

/**
 * Deletes everything that packages have left in this browser on the content origin, which they share unless each launch
 * has a host of its own. It runs at each launch, before the package: a mark of who stored what could be forged. What is
 * missing in this browser or context (caches and files need HTTPS) cannot hold anything either.
 */
export const clearStorage = async (): Promise<void> => {
  for (const work of [() => localStorage.clear(), () => sessionStorage.clear()]) {
    try {
      work();
    } catch {
      // A browser that blocks storage throws at each access.
    }
  }
  const names = document.cookie.split(';').map((pair) => pair.split('=')[0]!.trim());
  for (const name of names) if (name !== LANGUAGE_COOKIE) expire(name);
  const all = Promise.allSettled([clearDatabases, clearCaches, clearFiles, clearBuckets].map(async (work) => work()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
};
