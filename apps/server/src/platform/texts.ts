/** The catalogue of texts (`locales`), read once: what the web shows, and what emails and files say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Keys } from '@sergak/contract/text-keys.gen.ts';
import {
  markQuoted,
  namespaceOf,
  textOptions,
  type TextTree,
  toInnerQuotes,
  valuesOf,
} from '@sergak/contract/texts.rules.ts';
import { createInstance } from 'i18next';

const folder = fileURLToPath(new URL('../../../../locales/', import.meta.url));

/** The files of the catalogue: `ru/session/legal.json` → its JSON. */
export const textFiles: ReadonlyMap<string, string> = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.split(sep).join('/'), readFileSync(join(folder, name), 'utf8')]),
);

const i18n = createInstance();
void i18n.init({
  ...textOptions,
  appendNamespaceToMissingKey: true,
  parseMissingKeyHandler: (key) => {
    throw new Error(`the catalogue has no text ${key}`);
  },
});
i18n.services.formatter?.add('quoted', toInnerQuotes);
for (const [file, text] of textFiles) {
  const slash = file.indexOf('/');
  const language = file.slice(0, slash);
  i18n.addResourceBundle(language, namespaceOf(file.slice(slash + 1)), markQuoted(JSON.parse(text) as TextTree));
}

export type Namespace = keyof Keys;
type Values = Readonly<Record<string, string | number>>;
type Qualified<N extends Namespace> = N extends Namespace ? `${N}:${Keys[N]}` : never;
/** Looks up a text: a key of the namespace `N`, or of one in `More`, such as `figures:risk_level`. */
export type Texts<N extends Namespace, More extends Namespace = never> = (
  key: Keys[N] | Qualified<More>,
  values?: Values,
) => string;

/** The texts of one namespace in a language. A missing text throws. */
export const textsOf =
  <N extends Namespace, More extends Namespace = never>(language: Language, namespace: N): Texts<N, More> =>
  (key, values = {}) => {
    const name: string = key;
    return i18n.t(name.includes(':') ? name : `${namespace}:${name}`, valuesOf(language, values));
  };

const flatten = (tree: TextTree, path: string): [string, string][] =>
  Object.entries(tree).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [[path + name, inner]] : flatten(inner, `${path}${name}.`),
  );
const lists = new Map<string, ReadonlyMap<string, string>>();
/** All texts of a namespace by key, without values: for keys that come from data, such as codes of older releases. */
export const listTexts = (language: Language, namespace: Namespace): ReadonlyMap<string, string> => {
  const id = `${language} ${namespace}`;
  const list = lists.get(id) ?? new Map(flatten(i18n.getResourceBundle(language, namespace) as TextTree, ''));
  lists.set(id, list);
  return list;
};

const numbers: Readonly<Record<Language, Intl.NumberFormat>> = {
  ru: new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 }),
  en: new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }),
  uz: new Intl.NumberFormat('uz-UZ', { maximumFractionDigits: 1 }),
};
/** A number as people read it, with at most one digit after the separator. */
export const numberIn = (language: Language, value: number): string => numbers[language].format(value);
