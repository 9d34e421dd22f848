import { useCallback, useSyncExternalStore } from 'react';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { currentLanguage, hasNamespace, needNamespace, onLanguage } from './i18n.ts';
import type { Keys } from './keys.gen.ts';
import { hasTextIn, textIn } from './texts.ts';

export type Namespace = keyof Keys;
type Shared = 'translation' | 'commons' | 'tips' | 'global_errors';
type Qualified<N extends Namespace> = N extends Namespace ? `${N}:${Keys[N]}` : never;
/** A key of one of the namespaces that are always there, with its namespace in front. */
export type SharedKey = Qualified<Shared>;
export type TextValues = Readonly<Record<string, string | number>>;
/** Looks a text up: a key of the own namespace, or of an always-loaded one as `commons:save`. */
export type T<N extends Namespace = 'translation'> = (key: Keys[N] | SharedKey, values?: TextValues) => string;

/** The language in force; a component that asks renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage);

/** Texts of one namespace. Waits (Suspense) for a namespace that has not been loaded yet, however often it has to be asked for. */
export const useT = <N extends Namespace = 'translation'>(namespace: N = 'translation' as N): T<N> => {
  const language = useLanguage();
  // Thrown, not given to `use`: the texts are there when React comes back, so the same `use` would not be met again, and
  // React would throw the whole tree away and start anew (errors 467 and 520).
  // oxlint-disable-next-line typescript/only-throw-error
  if (!hasNamespace(namespace)) throw needNamespace(namespace);
  return useCallback(
    (key, values) => textIn(language, key.includes(':') ? key : `${namespace}:${key}`, values),
    [namespace, language],
  );
};

/** A shared text outside of components (toasts, guards). */
export const text = (key: SharedKey, values?: TextValues): string => textIn(currentLanguage(), key, values);
/** Whether a key exists that was put together at run time, such as the code of an error. */
export const hasText = (key: string): boolean => hasTextIn(currentLanguage(), key);
/** The text of a key put together at run time; ask {@link hasText} first. */
export const textOf = (key: string): string => textIn(currentLanguage(), key);
