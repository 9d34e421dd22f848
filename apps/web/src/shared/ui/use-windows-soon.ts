import { useEffect } from 'react';

/** After this time, in milliseconds, a page is usually complete. */
const REST_MS = 2_000;

/** Fetches the kit's windows when the page is complete, so that the first one opens as soon as the others. */
export const useWindowsSoon = (): void =>
  useEffect(() => {
    // A window that opens repeats a fetch that failed, and reports a failure.
    const timer = setTimeout(
      () => void Promise.allSettled([import('./kit-modal.tsx'), import('./kit-drawer.tsx')]),
      REST_MS,
    );
    return () => clearTimeout(timer);
  }, []);
