import { useRef, useState } from 'react';

/** Changes from one place that follow each other within this time are one step. */
const STEP_MS = 800;
const STEPS_MAX = 100;
type Place = 'visual' | 'code';
type History = { past: readonly string[]; future: readonly string[] };
const empty: History = { past: [], future: [] };

/** Undo and redo of a text, shared by its visual and its code view. A change from outside begins a new history. */
export const useHtmlHistory = (value: string, onChange: (html: string) => void) => {
  const [history, setHistory] = useState(empty);
  const [known, setKnown] = useState(value);
  const last = useRef<{ place: Place; at: number } | null>(null);
  // Counts the texts that did not come from a view: the views show them, and nothing else, anew.
  const [revision, setRevision] = useState(0);
  if (known !== value) {
    setKnown(value);
    setHistory(empty);
    setRevision(revision + 1);
  }
  const show = (html: string, next: History): void => {
    setHistory(next);
    setKnown(html);
    onChange(html);
  };
  const step = (html: string | undefined, next: History): void => {
    last.current = null;
    if (html === undefined) return;
    setRevision((n) => n + 1);
    show(html, next);
  };
  return {
    revision,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (html: string, place: Place): void => {
      if (html === value) return;
      const at = performance.now();
      const isSameStep =
        place === 'code' && last.current?.place === place && at - last.current.at < STEP_MS && history.past.length > 0;
      last.current = { place, at };
      show(html, { past: isSameStep ? history.past : [...history.past.slice(1 - STEPS_MAX), value], future: [] });
    },
    /** A change by a button beside the views: one step, which the views then show. */
    replace: (html: string): void => {
      if (html !== value) step(html, { past: [...history.past.slice(1 - STEPS_MAX), value], future: [] });
    },
    undo: (): void =>
      step(history.past.at(-1), { past: history.past.slice(0, -1), future: [value, ...history.future] }),
    redo: (): void => step(history.future[0], { past: [...history.past, value], future: history.future.slice(1) }),
  };
};
