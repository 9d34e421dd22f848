import { useEffect, useRef } from 'react';

const typing = 'input, textarea, select, [contenteditable], dialog[open], audio';
const pressable = 'a, button, summary, [role="button"]';

/** ← and → turn pages; the space bar scrolls and turns the page at the end, unless a button has the focus. */
export const usePageKeys = (stage: React.RefObject<HTMLElement | null>, turn: (by: 1 | -1) => void): void => {
  const kept = useRef(turn);
  kept.current = turn;
  useEffect(() => {
    const onKey = (e: KeyboardEvent): void => {
      if (e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey) return;
      const at = e.target as HTMLElement;
      if (at.closest(typing) !== null) return;
      if (e.key === 'ArrowRight' || e.key === 'PageDown') kept.current(1);
      else if (e.key === 'ArrowLeft' || e.key === 'PageUp') kept.current(-1);
      else if (e.key === ' ' && at.closest(pressable) === null) {
        const box = stage.current;
        const rest = box === null ? 0 : box.scrollHeight - box.clientHeight - box.scrollTop;
        if (e.shiftKey) kept.current(-1);
        else if (rest > 24) box!.scrollBy({ top: box!.clientHeight * 0.85, behavior: 'smooth' });
        else kept.current(1);
      } else return;
      e.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [stage]);
};
