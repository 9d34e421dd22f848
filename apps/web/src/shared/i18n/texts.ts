/** The texts of all loaded namespaces, stored and looked up by i18next. */
import { markQuoted, textOptions, type TextTree, toInnerQuotes, valuesOf } from '@sergak/contract/texts.rules.ts';
import { createInstance } from 'i18next';
import { loadJson } from '../api.ts';

type Values = Readonly<Record<string, unknown>>;

/** Shown instead of a missing text, so that people never see a key. */
const GAP = '…';
const reported = new Set<string>();
/** Reports a missing text once in the console, where developers and the walking tests see it. */
const reportGap = (gap: string): string => {
  if (!reported.has(gap)) console.error(`No text for ${gap}`);
  reported.add(gap);
  return GAP;
};

export const i18n = createInstance();
i18n.use({
  type: 'backend',
  callbackApi: true,
  /** Each namespace is one file: `employees__import` is employees/import.json. */
  read: (language: string, namespace: string, done: (error: unknown, texts: TextTree | null) => void) =>
    void loadJson<TextTree>(
      `/lk/locales/${language}/${namespace.replaceAll('__', '/')}.json?v=${__APP_VERSION__}`,
    ).then(
      (texts) => done(null, markQuoted(texts)),
      (error: unknown) => done(error, null),
    ),
});
void i18n.init({
  ...textOptions,
  appendNamespaceToMissingKey: true,
  parseMissingKeyHandler: (key, _default, options) => reportGap(`${String(options?.lng)} ${key}`),
});
i18n.services.formatter?.add('quoted', toInnerQuotes);

/** Loads a namespace that is not loaded yet. Never rejects: {@link hasTexts} shows whether the texts were loaded. */
export const fetchTexts = async (language: string, namespace: string): Promise<void> => {
  // `reloadResources` also repeats a fetch that failed; i18next joins calls for a file that is being fetched.
  if (!hasTexts(language, namespace)) await i18n.reloadResources([language], [namespace]);
};
/** Adds the texts of a namespace that did not come from the server (tests). */
export const addTexts = (language: string, namespace: string, tree: TextTree): void =>
  void i18n.addResourceBundle(language, namespace, markQuoted(tree));
export const hasTexts = (language: string, namespace: string): boolean => i18n.hasResourceBundle(language, namespace);
/** Namespaces whose texts are loaded in a language. */
export const namespacesOf = (language: string): string[] => Object.keys(i18n.getDataByLanguage(language) ?? {});

/** Whether `namespace:key` has a text that needs no count. */
export const hasTextIn = (language: string, address: string): boolean =>
  i18n.exists(address, { lng: language, returnObjects: false });

/** The text at `namespace:key` with its values; for a missing text three dots and an error in the console. */
export const textIn = (language: string, address: string, values: Values = {}): string =>
  i18n.t(address, valuesOf(language, values));
