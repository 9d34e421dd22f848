import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export type HiddenColumns = { readonly left: number; readonly right: number };
const none: HiddenColumns = { left: 0, right: 0 };
/** A column counts as hidden when more than this many px of it are out of sight. */
const TOLERANCE = 8;

/** Counts the columns that horizontal scrolling hides on either side; the fixed first and last columns are never hidden. */
const measure = (box: HTMLElement): HiddenColumns => {
  const heads = [...box.querySelectorAll<HTMLElement>('thead th')];
  if (box.scrollWidth <= box.clientWidth + 1) return none;
  const widthOf = (mark: string): number => heads.find((one) => one.hasAttribute(mark))?.offsetWidth ?? 0;
  const from = box.scrollLeft + widthOf('data-first');
  const to = box.scrollLeft + box.clientWidth - widthOf('data-pin');
  const moving = heads.filter((one) => one.hasAttribute('data-moves'));
  return {
    left: moving.filter((one) => one.offsetLeft < from - TOLERANCE).length,
    right: moving.filter((one) => one.offsetLeft + one.offsetWidth > to + TOLERANCE).length,
  };
};

/** Numbers of `columns` of the table in `ref` that are out of sight on each side, and a function that scrolls to them. */
export const useHiddenColumns = (
  columns: readonly unknown[],
): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly hidden: HiddenColumns;
  readonly show: () => void;
} => {
  const ref = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<HiddenColumns>(none);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const update = (): void => {
      const next = measure(box);
      setHidden((now) => (now.left === next.left && now.right === next.right ? now : next));
    };
    update();
    box.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', update);
      observer.disconnect();
    };
    // Before the page is drawn, so that the hint does not push the table down under the pointer. Other rows change no width, and
    // measuring lays out the whole page.
  }, [columns]);
  const show = (): void => {
    const box = ref.current;
    if (box !== null) box.scrollTo({ left: hidden.right > 0 ? box.scrollLeft + box.clientWidth / 2 : 0 });
  };
  return { ref, hidden, show };
};
