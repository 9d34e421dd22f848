import { type RefObject, useLayoutEffect, useRef } from 'react';

const isInWindow = (element: Element | null): boolean => element?.closest('[role="dialog"]') != null;

/** Gives the focus back to what opened a window, or to the heading of the page if that is gone; a later window keeps it. */
const giveBack = (opener: Element | null): void => {
  const now = document.activeElement;
  if (now !== null && now !== document.body && now.isConnected && !isInWindow(now)) return;
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
  const target = isThere ? opener : document.querySelector<HTMLElement>('main h1');
  if (target === null) return;
  if (!isThere) target.tabIndex = -1;
  target.focus({ preventScroll: true });
};

/**
 * Returns the focus to what opened a window when it closes. The kit does so only for windows that were mounted before they opened,
 * and most of ours are mounted open.
 */
export const useFocusReturn = (opened: boolean): void =>
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    // After the commit, so that a window which opens in its place has taken the focus first.
    return () => void setTimeout(() => giveBack(opener));
  }, [opened]);

/** A place whose first button, or else the place itself, takes the focus when the control of something goes with that thing. */
export const useFocusAfter = (isThere: boolean): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  const was = useRef(isThere);
  useLayoutEffect(() => {
    if (was.current && !isThere && document.activeElement === document.body && place.current !== null) {
      const button = place.current.querySelector('button');
      if (button === null) place.current.tabIndex = -1;
      (button ?? place.current).focus({ preventScroll: true });
    }
    was.current = isThere;
  }, [isThere]);
  return place;
};
