import { type RefObject, useRef, useState } from 'react';
import { useT } from '../i18n/use-t.ts';

type Needed<E> = {
  readonly ref: RefObject<E | null>;
  readonly error: string | undefined;
  /** Whether there is a value. Without one the field says so from now on, and has the focus. */
  readonly check: () => boolean;
};

/** A field that must not be empty, in a small form without the form library. Its button stays live and calls `check`. */
export const useNeeded = <E extends HTMLElement = HTMLInputElement>(value: string | null, text?: string): Needed<E> => {
  const t = useT('commons');
  const ref = useRef<E>(null);
  const [missing, setMissing] = useState(false);
  const empty = value === null || value.trim() === '';
  if (missing && !empty) setMissing(false);
  return {
    ref,
    error: missing && empty ? (text ?? t('field.required')) : undefined,
    check: () => {
      if (!empty) return true;
      setMissing(true);
      ref.current?.focus();
      return false;
    },
  };
};

/** A file that must be chosen before the button of a dialog does something. */
export const useNeededFile = (file: File | null): Needed<HTMLButtonElement> => {
  const t = useT('commons');
  return useNeeded<HTMLButtonElement>(file && file.name, t('blocked.file'));
};
