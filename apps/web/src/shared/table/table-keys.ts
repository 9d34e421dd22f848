import { type RefObject, useEffect } from 'react';

const TYPED =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]';

/** The table that the keys act on: the one around the focus, or the first of the page while nothing has the focus. */
const isActive = (card: HTMLElement): boolean => {
  const at = document.activeElement;
  // A new page begins at its heading.
  if (at !== null && at !== document.body && at.tagName !== 'H1') return card.contains(at);
  return document.querySelector('[data-table]') === card;
};

const rowsOf = (card: HTMLElement): HTMLElement[] => [...card.querySelectorAll<HTMLElement>('tbody > tr')];
/** What takes the focus in a row: the link of its title, or the row itself. */
const stopOf = (row: HTMLElement): HTMLElement => {
  const link = row.querySelector<HTMLElement>('td[data-first] :is(a[href], button)');
  if (link !== null) return link;
  row.tabIndex = -1;
  return row;
};

/**
 * Keys of a list: `j` and `k` move to the next and the previous row, `x` ticks the row, Enter opens it. They act only while the
 * focus is in the table or nowhere, so that they never interfere with typing (WCAG 2.1.4).
 */
export const useTableKeys = (card: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const box = card.current;
      if (box === null || event.ctrlKey || event.metaKey || event.altKey || !isActive(box)) return;
      if ((event.target as Element).closest(TYPED) !== null) return;
      const rows = rowsOf(box);
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const row = rows[at];
      if (event.key === 'j' || event.key === 'k') {
        const next = rows[at < 0 ? 0 : at + (event.key === 'j' ? 1 : -1)];
        if (next === undefined) return;
        stopOf(next).focus();
        next.scrollIntoView({ block: 'nearest' });
      } else if (row !== undefined && event.key === 'x')
        row.querySelector<HTMLInputElement>(':scope > td:first-child input[type=checkbox]')?.click();
      else if (row !== undefined && event.key === 'Enter' && document.activeElement === row) row.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [card]);
