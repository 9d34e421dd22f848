import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Moves the rows of a list by mouse, pen and touch: the row under the pointer decides the place. `onMove` is called during
 * the drag, `onDrop` at its end. The listeners are on the window, because a row that moves loses its pointer capture.
 */
export const useRowDrag = (
  list: RefObject<HTMLElement | null>,
  onMove: (id: string, to: number) => void,
  onDrop: (id: string) => void,
) => {
  const [dragged, setDragged] = useState<string | null>(null);
  const latest = useRef({ onMove, onDrop });
  latest.current = { onMove, onDrop };
  useEffect(() => {
    if (dragged === null) return undefined;
    const move = (e: PointerEvent): void => {
      const rows = [...(list.current?.children ?? [])];
      const under = rows.findIndex((row) => e.clientY < row.getBoundingClientRect().bottom);
      latest.current.onMove(dragged, under === -1 ? rows.length - 1 : under);
    };
    const end = (): void => {
      setDragged(null);
      latest.current.onDrop(dragged);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [dragged, list]);
  const grip = (id: string) => (e: ReactPointerEvent) => {
    e.preventDefault();
    setDragged(id);
  };
  return { dragged, grip };
};
