import { useEffect } from 'react';

/** How often the page is looked at, in ms. */
const LOOK_MS = 1_000;
/** Parts of a page that is not complete yet. */
const WAITING = '[data-waiting], [aria-busy=true], .mantine-Skeleton-root';

/** Fetches the kit's windows when the page is complete, so that the first one opens as soon as the others. */
export const useWindowsSoon = (): void =>
  useEffect(() => {
    // A window that opens repeats a fetch that failed, and reports a failure.
    const timer = setInterval(() => {
      if (document.querySelector('main') === null || document.querySelector(WAITING) !== null) return;
      clearInterval(timer);
      void Promise.allSettled([import('./kit-modal.tsx'), import('./kit-drawer.tsx')]);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
