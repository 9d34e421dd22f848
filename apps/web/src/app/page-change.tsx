import { type ReactNode, useEffect, useState } from 'react';
import { router } from './router.tsx';

/** The data of a page may come after the page. */
const HEADING_MS = 10_000;

/** Calls `found` as soon as the page has a heading; the returned function stops waiting. */
const onHeading = (found: (heading: HTMLElement) => void): (() => void) => {
  const look = (): void => {
    const heading = document.querySelector<HTMLElement>('h1');
    if (heading === null) return;
    stop();
    found(heading);
  };
  const page = new MutationObserver(look);
  const timer = setTimeout(() => page.disconnect(), HEADING_MS);
  const stop = (): void => {
    page.disconnect();
    clearTimeout(timer);
  };
  page.observe(document.body, { childList: true, subtree: true });
  look();
  return stop;
};

/**
 * What a browser does when it loads a page, for pages that open inside the application: screen readers say which page it is, and
 * the focus begins at its heading if what had it was on the page before.
 */
export default function PageChange(): ReactNode {
  const [title, setTitle] = useState('');
  useEffect(() => {
    let stop: (() => void) | undefined;
    const leave = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || fromLocation === undefined) return;
      stop?.();
      stop = onHeading((heading) => {
        if (document.activeElement !== document.body) return setTitle(heading.innerText);
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      });
    });
    return () => {
      leave();
      stop?.();
    };
  }, []);
  return (
    <div className="sr-only" role="status">
      {title}
    </div>
  );
}
