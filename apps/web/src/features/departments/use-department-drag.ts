import { type DragEvent, useRef, useState } from 'react';
import type { DepartmentStat } from '@sergak/contract/departments/departments.schema.ts';

/** The target of a dragged department: another department, or the top level (`id` null). */
export type DepartmentDrop = { readonly department: DepartmentStat; readonly to: { id: string | null; title: string } };
type Target = { readonly element: HTMLElement; readonly id: string; readonly title: string };

/** The row or crumb under the pointer, found by a data attribute of its content. */
const targetOf = (event: DragEvent): Target | null => {
  const under = event.target as HTMLElement;
  const element = under.closest<HTMLElement>('tr, button[data-department]');
  const mark = element?.matches('[data-department]')
    ? element
    : element?.querySelector<HTMLElement>('[data-department]');
  if (!element || !mark || mark.dataset['fixed'] !== undefined) return null;
  return { element, id: mark.dataset['department']!, title: mark.textContent.trim() };
};

/**
 * Moves departments by dragging a row onto another row or onto a crumb. Returns the event handlers for the
 * surrounding element; the dialog offers the same move without dragging.
 */
export const useDepartmentDrag = (onDrop: (drop: DepartmentDrop) => void) => {
  const [dragged, setDragged] = useState<DepartmentStat | null>(null);
  const lit = useRef<HTMLElement | null>(null);
  const light = (element: HTMLElement | null): void => {
    if (lit.current === element) return;
    lit.current?.removeAttribute('data-drop');
    element?.setAttribute('data-drop', '');
    lit.current = element;
  };
  const fits = (target: Target | null): target is Target =>
    target !== null &&
    dragged !== null &&
    target.id !== dragged.id &&
    target.id !== (dragged.parent_department_uuid ?? '');
  return {
    start: setDragged,
    area: {
      onDragOver: (event: DragEvent): void => {
        const target = targetOf(event);
        if (!fits(target)) return light(null);
        event.preventDefault();
        light(target.element);
      },
      onDrop: (event: DragEvent): void => {
        const target = targetOf(event);
        light(null);
        if (!fits(target)) return;
        event.preventDefault();
        onDrop({ department: dragged!, to: { id: target.id === '' ? null : target.id, title: target.title } });
        setDragged(null);
      },
      onDragEnd: (): void => {
        light(null);
        setDragged(null);
      },
    },
  };
};
