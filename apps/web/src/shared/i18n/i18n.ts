import type { Language } from '@sergak/contract/session/session.schema.ts';
import { setShownLanguage } from '../api.ts';
import { reportLoadFailure } from '../stale-page.ts';
import { showToast } from '../toasts.ts';
import { fetchTexts, hasTexts, i18n, namespacesOf, textIn } from './texts.ts';

export const languages: readonly Language[] = ['ru', 'en', 'uz'];
export const languageNames: Record<Language, string> = { ru: 'Русский', en: 'English', uz: 'Oʻzbekcha' };
/** Loaded before the first render; the other namespaces load with the screens that name them. */
const always = ['translation', 'commons', 'tips', 'global_errors'];
const KEY = 'sergak.lang';

export const currentLanguage = (): Language => i18n.language as Language;
export const subscribeLanguage = (listener: () => void): (() => void) => {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
};

/**
 * Loads the texts of a feature in advance; the route table names the namespaces of each screen so that they load with its
 * code.
 */
export const loadNamespace = async (namespace: string): Promise<void> => {
  const language = currentLanguage();
  await fetchTexts(language, namespace);
  if (!hasTexts(language, namespace)) console.error(`texts ${language}/${namespace} could not be loaded`);
};
export const hasNamespace = (namespace: string): boolean => hasTexts(currentLanguage(), namespace);

/** Milliseconds between attempts to load a file: short at first, then longer. */
const PAUSES_MS = [300, 1_000, 3_000, 10_000];

/**
 * Fetches texts until they are loaded, because nothing can be shown without them. `onFailure` is called after each failed
 * try.
 */
const loadWithRetries = async (namespace: string, onFailure?: (tries: number) => void): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    await loadNamespace(namespace);
    if (hasNamespace(namespace)) return;
    onFailure?.(tries);
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]));
  }
};

const needed = new Map<string, Promise<void>>();
/** Loads the texts of a part that must be shown now. Resolves once they are loaded; shows a notice after two failed tries. */
export const requireNamespace = (namespace: string): Promise<void> => {
  const loading = needed.get(namespace);
  if (loading !== undefined) return loading;
  const started = loadWithRetries(namespace, (tries) => tries === 2 && void reportLoadFailure()).finally(() =>
    needed.delete(namespace),
  );
  needed.set(namespace, started);
  return started;
};

const supported = (found: string | null | undefined): Language | undefined =>
  languages.find((one) => one === found?.slice(0, 2).toLowerCase());
const stored = (name: 'localStorage' | 'sessionStorage'): string | null => {
  try {
    return window[name].getItem(KEY);
  } catch {
    return null;
  }
};
/** The language in the address, then the stored one, then those of the browser, then that of the page. */
const detected = (): Language | undefined =>
  [
    new URLSearchParams(location.search).get('lang'),
    /(?:^|;\s*)sergak\.lang=([^;]+)/.exec(document.cookie)?.[1],
    stored('localStorage'),
    stored('sessionStorage'),
    ...(navigator.languages ?? []),
    navigator.language,
    document.documentElement.lang,
  ]
    .map(supported)
    .find((one) => one !== undefined);

/** Switches to a language; its texts must be loaded. */
export const applyLanguage = (next: Language): void => {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser without storage detects the language again on the next visit.
  }
  document.documentElement.setAttribute('lang', next);
  setShownLanguage(next);
  void i18n.changeLanguage(next);
};

/**
 * Loads the first language: the detected one, otherwise the organisation's. Two languages are never mixed (a check keeps
 * each complete).
 */
export const initLanguage = async (organisation: Language, extra: readonly string[] = []): Promise<void> => {
  const language = detected() ?? organisation;
  await i18n.changeLanguage(language);
  await Promise.all([
    ...always.map((namespace) => loadWithRetries(namespace)),
    ...extra.map((namespace) => loadNamespace(namespace)),
  ]);
  applyLanguage(language);
};

/**
 * Switches to another language after loading all namespaces in use in it, and returns whether it did. If a namespace that
 * is always needed cannot be loaded, the old language stays.
 */
export const changeLanguage = async (next: Language): Promise<boolean> => {
  const language = currentLanguage();
  await Promise.all(namespacesOf(language).map((namespace) => fetchTexts(next, namespace)));
  const can = always.every((namespace) => hasTexts(next, namespace));
  if (can) applyLanguage(next);
  else showToast({ kind: 'error', text: textIn(language, 'commons:language_lost') });
  return can;
};
