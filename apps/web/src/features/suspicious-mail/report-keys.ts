import { useEffect, useRef } from 'react';
import { reportVerdicts, type ReportVerdict } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';

export type ReportKeys = {
  readonly next?: (() => void) | undefined;
  readonly previous?: (() => void) | undefined;
  readonly judge: (verdict: ReportVerdict) => void;
};

/** Fields take their keys themselves, and so do windows above the drawer. */
const isTaken = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat)
    return true;
  if (document.querySelectorAll('[role=dialog]').length > 1) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select, [role=menu]') !== null
  );
};

/**
 * While an email is open: J and K lead to the next and the previous one, 1 to 4 give the verdict. Read by the place of the key, so
 * that they work in every layout.
 */
export const useReportKeys = (keys: ReportKeys, isOpen: boolean): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOpen) return;
    const press = (event: KeyboardEvent): void => {
      if (isTaken(event)) return;
      const { next, previous, judge } = latest.current;
      const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1];
      const action =
        digit !== undefined
          ? () => judge(reportVerdicts[Number(digit) - 1]!)
          : event.code === 'KeyJ'
            ? next
            : event.code === 'KeyK'
              ? previous
              : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOpen]);
};
