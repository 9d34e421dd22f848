import type { Language } from '@sergak/contract/session/session.schema.ts';
import { loadJson } from '../api.ts';
import { addTexts, hasTexts, namespacesOf, type TextTree } from './texts.ts';

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
/** One file for each namespace: `admin__staff` is admin/staff.json. A failure is logged only, as specified. */
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
      // The keys show themselves: better than a screen that waits for ever.
      addTexts(of, namespace, {});
    },
  );
  loading.set(address, started);
  return started;
};

/** Fetches the texts of a feature; screens name theirs in the route table so that they load beside the code. */
export const loadNamespace = (namespace: string): Promise<void> =>
  hasTexts(language, namespace) ? Promise.resolve() : fetchTexts(language, namespace);
export const hasNamespace = (namespace: string): boolean => hasTexts(language, namespace);

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
  const first = detected() ?? organisation;
  await Promise.all([...always, ...extra].map((namespace) => fetchTexts(first, namespace)));
  speak(first);
};

/** Speaks another language once all texts that are in use are there in it. */
export const changeLanguage = async (next: Language): Promise<void> => {
  await Promise.all(namespacesOf(language).map((namespace) => fetchTexts(next, namespace)));
  speak(next);
};
