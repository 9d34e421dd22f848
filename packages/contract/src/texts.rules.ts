/** How texts of the catalogue `locales` are read: the same in the web and in the server's emails and files. */
export type TextTree = { readonly [key: string]: string | TextTree };

/** Options of i18next. */
export const textOptions = {
  initAsync: false,
  lng: 'ru',
  // Languages are never mixed; scripts/check-locales.ts keeps all languages complete.
  fallbackLng: false,
  ns: [],
  // With its own resources i18next loads nothing by itself.
  resources: {},
  defaultNS: 'translation',
  nsSeparator: ':',
  keySeparator: '.',
  // Plural forms are `selected#one`: with i18next's `_` the key `delete_many` would be the plural form "many" of `delete`.
  pluralSeparator: '#',
  // Who shows a text escapes it. Values are inserted unchanged: placeholders and `$t(…)` inside a value stay as typed.
  interpolation: { escapeValue: false },
  missingInterpolationHandler: () => '',
} as const;

/** Options of i18next for one text with its values. */
export const valuesOf = (language: string, values: Readonly<Record<string, unknown>>) => ({
  lng: language,
  nest: false,
  replace: values,
  ...(typeof values['count'] === 'number' && { count: values['count'] }),
});

const isQuoted = (text: string, at: number): boolean => text.lastIndexOf('«', at) > text.lastIndexOf('»', at);
/** Marks each placeholder between «» with the format `quoted`. */
export const markQuoted = (tree: TextTree): TextTree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? value.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string, at: number) =>
            isQuoted(value, at) ? `{{${name}, quoted}}` : placeholder,
          )
        : markQuoted(value),
    ]),
  );
/** The format `quoted`: quotation marks in the value become inner ones. */
export const toInnerQuotes = (value: unknown): string => String(value).replaceAll('«', '„').replaceAll('»', '“');

/** The namespace of a file below the folder of a language: `employees__import` for employees/import.json. */
export const namespaceOf = (file: string): string => file.replaceAll('/', '__').replace(/\.json$/, '');
/** Whether only the server reads a file: texts of emails and files, which the web does not download. */
export const isServerText = (file: string): boolean => /(^|\/)server\.json$/.test(file);
