import { type DragEvent, useRef } from 'react';

/** The dragged item was dropped before or after another one. */
export type OrderDrop = { readonly dragged: string; readonly over: string; readonly after: boolean };

const keyOf = (element: Element | null): string | undefined => (element as HTMLElement | null)?.dataset['drag'];

/**
 * Reorders items by dragging. Items are `draggable` and carry a key in `data-drag`; `fits` decides which item may be
 * dropped next to which. Returns the event handlers for the surrounding element.
 */
export const useDragOrder = (fits: (dragged: string, over: string) => boolean, onDrop: (drop: OrderDrop) => void) => {
  const dragged = useRef<string | null>(null);
  const lit = useRef<HTMLElement | null>(null);
  const light = (element: HTMLElement | null, after = false): void => {
    if (lit.current !== element) lit.current?.removeAttribute('data-drop');
    element?.setAttribute('data-drop', after ? 'after' : 'before');
    lit.current = element;
  };
  const targetOf = (event: DragEvent): { element: HTMLElement; over: string; after: boolean } | null => {
    let element = (event.target as HTMLElement).closest<HTMLElement>('[data-drag]');
    while (element && dragged.current !== null) {
      const over = keyOf(element)!;
      if (over === dragged.current) return null;
      if (fits(dragged.current, over)) {
        const { top, height } = element.getBoundingClientRect();
        return { element, over, after: event.clientY > top + height / 2 };
      }
      element = element.parentElement?.closest<HTMLElement>('[data-drag]') ?? null;
    }
    return null;
  };
  const end = (): void => {
    light(null);
    dragged.current = null;
  };
  return {
    onDragStart: (event: DragEvent): void => {
      dragged.current = keyOf((event.target as HTMLElement).closest('[data-drag]')) ?? null;
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent): void => {
      const target = targetOf(event);
      if (target === null) return light(null);
      event.preventDefault();
      light(target.element, target.after);
    },
    onDrop: (event: DragEvent): void => {
      const target = targetOf(event);
      if (target !== null) {
        event.preventDefault();
        onDrop({ dragged: dragged.current!, over: target.over, after: target.after });
      }
      end();
    },
    onDragEnd: end,
  };
};
