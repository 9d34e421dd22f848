import { PAGE_SEEN_MS } from '@sergak/contract/scorm/completion.rules.ts';

const LOOK_MS = 500;

type Watched = {
  /** Id of the open item; null while it is left. */
  item(): string | null;
  frame(): HTMLIFrameElement | null;
  /** Pages of the package: ids of items, or paths of files. */
  readonly pages: readonly string[];
  /** Address of the files of the package, relative to the player. */
  readonly root: string;
  seen(page: string): void;
};

/** Windows of the package that have loaded and have a size, the frames inside them included. */
const loadedWindows = (top: Window): Window[] => {
  try {
    if (top.document.readyState !== 'complete' || top.innerWidth === 0 || top.innerHeight === 0) return [];
    return [top, ...Array.from({ length: top.frames.length }, (_, n) => loadedWindows(top.frames[n]!)).flat()];
  } catch {
    return []; // a frame of another origin
  }
};

/** The path of a window inside the package; null if it shows something else. */
const pathIn = (shown: Window, root: string): string | null => {
  const { pathname } = shown.location;
  const from = pathname.indexOf(`/${root}`);
  if (from < 0) return null;
  try {
    return decodeURIComponent(pathname.slice(from + root.length + 1)).normalize('NFC');
  } catch {
    return null;
  }
};

/** Adds the time since the last look to the pages that are shown; returns those that were visible long enough. */
export const countShown = (times: Map<string, number>, shown: ReadonlySet<string>, passed: number): string[] => {
  for (const page of times.keys()) if (!shown.has(page)) times.delete(page);
  for (const page of shown) times.set(page, (times.get(page) ?? -passed) + passed);
  return [...shown].filter((page) => times.get(page)! >= PAGE_SEEN_MS);
};

/** Reports each page of a package that has loaded and then was visible for three seconds. */
export const watchPages = (o: Watched): void => {
  const pageSet = new Set(o.pages);
  const times = new Map<string, number>();
  let last = performance.now();
  window.setInterval(() => {
    const now = performance.now();
    // A tab in the background sleeps: the time until it is looked at again was not seen.
    const passed = Math.min(now - last, 2 * LOOK_MS);
    last = now;
    const top = o.frame()?.contentWindow;
    const windows = document.visibilityState === 'visible' && top ? loadedWindows(top) : [];
    const names = windows.map((one) => pathIn(one, o.root)).filter((path) => path !== null);
    const item = windows.length > 0 ? o.item() : null;
    const shown = new Set([...names, ...(item === null ? [] : [item])].filter((page) => pageSet.has(page)));
    for (const page of countShown(times, shown, passed)) o.seen(page);
  }, LOOK_MS);
};
