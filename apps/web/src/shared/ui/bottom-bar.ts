import { useEffect, useState } from 'react';

/** Bars at the bottom of the screen that toasts must not cover. */
const bars = new Set<HTMLElement>();
const listeners = new Set<() => void>();
const notifyListeners = (): void => listeners.forEach((listener) => listener());

/** A `ref` for a bar at the bottom that toasts must not cover. */
export const bottomBarRef = (node: HTMLElement | null): (() => void) | undefined => {
  if (node === null) return undefined;
  bars.add(node);
  notifyListeners();
  return () => {
    bars.delete(node);
    notifyListeners();
  };
};

/** Width of the toasts' column at the right edge, in pixels. */
const TOAST_COLUMN = 432;

/** Height in pixels that bars currently occupy at the bottom right of the window. */
export const bottomBarHeight = (): number => {
  const height = window.innerHeight;
  let top = height;
  for (const bar of bars) {
    const box = bar.getBoundingClientRect();
    const isBelow = box.height > 0 && box.top < height && box.top > height / 2;
    if (isBelow && box.right > window.innerWidth - TOAST_COLUMN) top = Math.min(top, box.top);
  }
  return height - top;
};

/** The occupied height at the bottom right, updated while `active`. */
export const useBottomBarHeight = (active: boolean): number => {
  const [occupied, setOccupied] = useState(0);
  useEffect(() => {
    if (!active) return undefined;
    const measure = (): void => setOccupied(bottomBarHeight());
    const sizes = new ResizeObserver(measure);
    const follow = (): void => {
      sizes.disconnect();
      for (const bar of bars) sizes.observe(bar);
      measure();
    };
    follow();
    listeners.add(follow);
    window.addEventListener('resize', measure);
    document.addEventListener('scroll', measure, { passive: true, capture: true });
    return () => {
      listeners.delete(follow);
      sizes.disconnect();
      window.removeEventListener('resize', measure);
      document.removeEventListener('scroll', measure, { capture: true });
    };
  }, [active]);
  return occupied;
};
