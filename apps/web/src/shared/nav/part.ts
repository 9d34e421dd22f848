import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import css from './part.module.css';

/** What arrives above a part within this time moves it, so the page is scrolled again. */
const SETTLES_MS = 3000;
const byHand = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls to an element, again while the page above it grows, until the person scrolls, types or clicks. */
const keepInSight = (node: HTMLElement): (() => void) => {
  const show = (): void => node.scrollIntoView({ block: 'start' });
  const sizes = new ResizeObserver(show);
  sizes.observe(document.body);
  const stop = (): void => {
    sizes.disconnect();
    clearTimeout(timer);
    for (const name of byHand) removeEventListener(name, stop);
  };
  const timer = setTimeout(stop, SETTLES_MS);
  for (const name of byHand) addEventListener(name, stop, { passive: true });
  show();
  return stop;
};

/**
 * Makes an element a part of the page that an address can name, as in `…#limits`: the page is scrolled to it, and it gets the focus.
 * Spread the result on the element.
 */
export const usePart = <E extends HTMLElement>(
  id: string,
): { id: string; ref: RefObject<E | null>; tabIndex: -1; className: string } => {
  const ref = useRef<E>(null);
  // Choosing the same place once more scrolls once more.
  const named = useLocation({ select: ({ hash, state }) => (hash === id ? (state.__TSR_key ?? 'first') : '') });
  useEffect(() => {
    if (named === '' || ref.current === null) return;
    ref.current.focus({ preventScroll: true });
    return keepInSight(ref.current);
  }, [named]);
  return { id, ref, tabIndex: -1, className: css['part']! };
};
