import { createContext, type ReactNode, type RefObject, useContext, useRef, useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import css from '../ui/dialogs.module.css';
import { focusFirstWrong } from './first-wrong.ts';

const Shown = createContext(false);

type State = {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly shown: boolean;
  /** The fields of another step say what is missing, too. */
  readonly show: (part: string) => void;
  /** Whether nothing is missing. Otherwise each field says so from now on, and the first of them has the focus. */
  readonly check: () => boolean;
};

/**
 * A form without the form library whose button stays live and calls `check`. `part`: the step that is shown; another step says
 * nothing before the button was pressed in it.
 */
export const useNeededForm = (isWhole: boolean, part = ''): State => {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<string | null>(null);
  if (shown === part && isWhole) setShown(null);
  return {
    place,
    shown: shown === part && !isWhole,
    show: setShown,
    check: () => {
      if (isWhole) return true;
      setShown(part);
      focusFirstWrong(place.current);
      return false;
    },
  };
};

type FormProps = { form: Pick<State, 'place' | 'shown'>; className?: string | undefined; children: ReactNode };
/** Holds the fields of a form, which find it by context. */
export const NeededForm = ({ form, className, children }: FormProps): ReactNode => (
  <Shown.Provider value={form.shown}>
    <div ref={form.place} className={className}>
      {children}
    </div>
  </Shown.Provider>
);

/** The error of a field of the form that has no value, once the button was pressed. */
export const useMissing = (): ((isMissing: boolean, text?: string) => string | undefined) => {
  const t = useT('commons');
  const shown = useContext(Shown);
  return (isMissing, text) => (shown && isMissing ? (text ?? t('field.required')) : undefined);
};

type PartProps = { id?: string | undefined; error: string | undefined; className?: string; children: ReactNode };
/** A part of the form that is no single field, as a chooser or a list of people, with its error below. */
export const NeededPart = ({ id, error, className, children }: PartProps): ReactNode => (
  <div {...(id !== undefined && { id })} className={className} data-bad={error !== undefined || undefined}>
    {children}
    {error !== undefined && (
      <p className={css['bad']} role="alert">
        {error}
      </p>
    )}
  </div>
);
