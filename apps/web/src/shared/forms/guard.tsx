import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import { markUnsaved } from '../unsaved.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

type GuardProps = {
  dirty: boolean;
  /** Name of the query parameter that identifies the open thing: a change of its value leaves this thing. */
  within?: string;
};
const named = (location: { search: unknown }, name: string): unknown =>
  (location.search as Record<string, unknown>)[name];
/** Asks before unsaved changes are lost, inside the portal and when the tab closes. Render it in the form. */
export const UnsavedGuard = ({ dirty, within }: GuardProps): ReactNode => {
  const t = useT('commons');
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty &&
      (current.pathname !== next.pathname || (within !== undefined && named(current, within) !== named(next, within))),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t('unsaved.title')}
      action={t('unsaved.leave')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  );
};

const DRAFT_MS = 400;
const keyOf = (name: string): string => `sergak.draft.${name}`;

/** Stored values of a form and the time of storing (ISO 8601). */
type StoredDraft<V> = { readonly values: V; readonly at: string };
const readStoredDraft = <V,>(name: string): StoredDraft<V> | null => {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Partial<StoredDraft<V>> | null;
    return found?.at !== undefined && found.values !== undefined ? { at: found.at, values: found.values } : null;
  } catch {
    return null;
  }
};
export type DraftState<V extends object> = {
  /** The draft that was stored when the form was opened. */
  readonly kept: V | null;
  /** Time of storing; null if the form began empty or was restarted. */
  readonly storedAt: string | null;
  /** The form shows an earlier draft that the person has not confirmed yet: it must not be sent. */
  readonly unconfirmed: boolean;
  readonly confirm: () => void;
  readonly save: (values: V) => void;
  readonly forget: () => void;
};

/**
 * Stores a long form in the browser until it is sent. Returns the stored draft, `save` for each change, and `forget` for
 * use after success or a restart. Include the person's id in the name, because several people may share a computer.
 */
export const useDraft = <V extends object>(name: string): DraftState<V> => {
  const [kept] = useState(() => readStoredDraft<V>(name));
  const [storedAt, setStoredAt] = useState(kept?.at ?? null);
  const [unconfirmed, setUnconfirmed] = useState(kept !== null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<V>(undefined);
  const write = (): void => {
    clearTimeout(timer.current);
    if (waiting.current === undefined) return;
    try {
      const draft: StoredDraft<V> = { values: waiting.current, at: new Date().toISOString() };
      localStorage.setItem(keyOf(name), JSON.stringify(draft));
    } catch {
      // If the storage is full or blocked, the draft is lost but the form works.
    }
    waiting.current = undefined;
  };
  const last = useRef(write);
  last.current = write;
  // A pending draft is written at once when the form or the page closes (reload, closed tab).
  useEffect(() => {
    const leave = (): void => last.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return {
    kept: kept?.values ?? null,
    storedAt,
    unconfirmed,
    confirm: () => setUnconfirmed(false),
    save: (values) => {
      setUnconfirmed(false);
      waiting.current = values;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => last.current(), DRAFT_MS);
    },
    forget: () => {
      waiting.current = undefined;
      clearTimeout(timer.current);
      localStorage.removeItem(keyOf(name));
      setStoredAt(null);
      setUnconfirmed(false);
    },
  };
};
