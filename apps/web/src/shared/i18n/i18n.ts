import type { Language } from '@sergak/contract/session/session.schema.ts';
import { loadJson } from '../api.ts';
import { partLost } from '../stale-page.ts';
import { showToast } from '../toasts.ts';
import { addTexts, hasTexts, namespacesOf, textIn, type TextTree } from './texts.ts';

export const languages: readonly Language[] = ['ru', 'en', 'uz'];
export const languageNames: Record<Language, string> = { ru: 'Русский', en: 'English', uz: 'Oʻzbekcha' };
/** Loaded before the first render; the rest come with the screens that name them. */
const always = ['translation', 'commons', 'tips', 'global_errors'];
const KEY = 'sergak.lang';

let language: Language = 'ru';
const listeners = new Set<() => void>();
export const currentLanguage = (): Language => language;
export const onLanguage = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const loading = new Map<string, Promise<void>>();
/** One file for each namespace: `employees__import` is employees/import.json. A failure is logged only, and the next one who asks fetches anew. */
const fetchTexts = (of: Language, namespace: string): Promise<void> => {
  const address = `${of}/${namespace}`;
  const known = loading.get(address);
  if (known !== undefined) return known;
  const started = loadJson<TextTree>(
    `/lk/locales/${of}/${namespace.replaceAll('__', '/')}.json?v=${__APP_VERSION__}`,
  ).then(
    (texts) => addTexts(of, namespace, texts),
    () => {
      console.error(`texts ${address} could not be loaded`);
      loading.delete(address);
    },
  );
  loading.set(address, started);
  return started;
};

/** Asks for the texts of a feature ahead; screens name theirs in the route table so that they load beside the code. */
export const loadNamespace = (namespace: string): Promise<void> => fetchTexts(language, namespace);
export const hasNamespace = (namespace: string): boolean => hasTexts(language, namespace);

/** How long after a failure a file is asked for again: soon, then ever more seldom. */
const PAUSES_MS = [300, 1_000, 3_000, 10_000];

/** Fetches texts until they are there: without them there is nothing to show. `onFailure` hears of each vain try. */
const untilThere = async (namespace: string, onFailure?: (tries: number) => void): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    await fetchTexts(language, namespace);
    if (hasNamespace(namespace)) return;
    onFailure?.(tries);
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]));
  }
};

const needed = new Map<string, Promise<void>>();
/** The texts of what should be shown now. Ends only once they are there; says so when they do not come at once. */
export const needNamespace = (namespace: string): Promise<void> => {
  const known = needed.get(namespace);
  if (known !== undefined) return known;
  const started = untilThere(namespace, (tries) => tries === 2 && void partLost()).finally(() =>
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
/** The wish in the address, then what was kept, then the browser's languages, then the page's own. */
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

/** Speaks a language from now on; its texts must be there. */
export const speak = (next: Language): void => {
  language = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser that keeps nothing asks again the next time.
  }
  document.documentElement.setAttribute('lang', next);
  for (const listener of listeners) listener();
};

/** Starts the languages: detected, else the organisation's, never a mixture of two (a check keeps all complete). */
export const startLanguages = async (organisation: Language, extra: readonly string[] = []): Promise<void> => {
  language = detected() ?? organisation;
  await Promise.all([
    ...always.map((namespace) => untilThere(namespace)),
    ...extra.map((namespace) => loadNamespace(namespace)),
  ]);
  speak(language);
};

/**
 * Speaks another language once all texts that are in use are there in it, and answers whether it does: without those that are
 * always needed the old language stays.
 */
export const changeLanguage = async (next: Language): Promise<boolean> => {
  await Promise.all(namespacesOf(language).map((namespace) => fetchTexts(next, namespace)));
  const can = always.every((namespace) => hasTexts(next, namespace));
  if (can) speak(next);
  else showToast({ kind: 'error', text: textIn(language, 'commons:language_lost') });
  return can;
};
