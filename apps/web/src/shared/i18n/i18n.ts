import i18next, { type BackendModule } from 'i18next';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import LanguageDetector from 'i18next-browser-languagedetector';
import { loadJson } from '../api.ts';

export const languages: readonly Language[] = ['ru', 'en', 'uz'];
export const languageNames: Record<Language, string> = { ru: 'Русский', en: 'English', uz: 'Oʻzbekcha' };
/** Loaded before the first render; the rest come with the screens that name them. */
const always = ['translation', 'commons', 'tips', 'global_errors'];

/** One file for each namespace: `admin__staff` is admin/staff.json. A failure is logged only, as specified. */
const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    loadJson<Record<string, unknown>>(
      `/lk/locales/${language}/${namespace.replaceAll('__', '/')}.json?v=${__APP_VERSION__}`,
    ).then(
      (texts) => done(null, texts as never),
      (error: unknown) => {
        console.error(`texts ${language}/${namespace} could not be loaded`);
        done(error as Error, null);
      },
    );
  },
};

const twoLetters = (found: string): string => found.slice(0, 2).toLowerCase();

/** Starts the languages: detected, else the organisation's, never a mixture of two (a check keeps all complete). */
export const startLanguages = async (organisation: Language, extra: readonly string[] = []): Promise<void> => {
  const detector = new LanguageDetector(null, {
    order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
    lookupQuerystring: 'lang',
    lookupCookie: 'sergak.lang',
    lookupLocalStorage: 'sergak.lang',
    lookupSessionStorage: 'sergak.lang',
    caches: ['localStorage'],
    convertDetectedLanguage: twoLetters,
  });
  i18next.on('languageChanged', (language) => document.documentElement.setAttribute('lang', language));
  await i18next
    .use(backend)
    .use(detector)
    .init({
      supportedLngs: languages,
      fallbackLng: false,
      load: 'languageOnly',
      ns: [...always, ...extra],
      defaultNS: 'translation',
      nsSeparator: ':',
      interpolation: { escapeValue: false },
      returnNull: false,
      showSupportNotice: false,
    } as Parameters<typeof i18next.init>[0]);
  if (!languages.includes(i18next.language as Language)) await i18next.changeLanguage(organisation);
};

export const currentLanguage = (): Language =>
  languages.includes(i18next.language as Language) ? (i18next.language as Language) : 'ru';
export const changeLanguage = (language: Language): Promise<unknown> => i18next.changeLanguage(language);

const loading = new Map<string, Promise<void>>();
/** Fetches the texts of a feature; screens name theirs in the route table so that they load beside the code. */
export const loadNamespace = (namespace: string): Promise<void> => {
  const known = loading.get(namespace);
  if (known !== undefined) return known;
  const started = i18next.loadNamespaces(namespace);
  loading.set(namespace, started);
  return started;
};
export const hasNamespace = (namespace: string): boolean => i18next.hasLoadedNamespace(namespace);
