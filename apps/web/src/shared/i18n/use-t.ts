import { useCallback, useSyncExternalStore } from 'react';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Keys } from '@sergak/contract/text-keys.gen.ts';
import { currentLanguage, hasNamespace, requireNamespace, subscribeLanguage } from './i18n.ts';
import { hasTextIn, textIn } from './texts.ts';

/** Namespaces that end with `server` are never sent to the web. */
export type Namespace = Exclude<keyof Keys, 'server' | `${string}__server`>;
type Shared = 'translation' | 'commons' | 'tips' | 'global_errors';
type Qualified<N extends Namespace> = N extends Namespace ? `${N}:${Keys[N]}` : never;
/** A key of an always loaded namespace, prefixed with the namespace. */
export type SharedKey = Qualified<Shared>;
export type TextValues = Readonly<Record<string, string | number>>;
/** Looks up a text: a key of the given namespace, or of an always loaded one as `commons:save`. */
export type T<N extends Namespace = 'translation'> = (key: Keys[N] | SharedKey, values?: TextValues) => string;

/** The current language; the component renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribeLanguage, currentLanguage);

/** Texts of one namespace. Suspends until the namespace is loaded, however many attempts that takes. */
export const useT = <N extends Namespace = 'translation'>(namespace: N = 'translation' as N): T<N> => {
  const language = useLanguage();
  // Thrown, not passed to `use`: when React retries, the texts are loaded and the same `use` would not be called again, so
  // React would discard the whole tree and start again (errors 467 and 520).
  // oxlint-disable-next-line typescript/only-throw-error
  if (!hasNamespace(namespace)) throw requireNamespace(namespace);
  return useCallback(
    (key, values) => textIn(language, key.includes(':') ? key : `${namespace}:${key}`, values),
    [namespace, language],
  );
};

/** A shared text for use outside components (toasts, guards). */
export const text = (key: SharedKey, values?: TextValues): string => textIn(currentLanguage(), key, values);
/** Whether a key that was built at run time exists, such as the code of an error. */
export const hasText = (key: string): boolean => hasTextIn(currentLanguage(), key);
/** The text of a key that was built at run time; check {@link hasText} first. */
export const textOf = (key: string, values?: TextValues): string => textIn(currentLanguage(), key, values);
