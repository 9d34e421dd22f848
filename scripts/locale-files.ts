import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { namespaceOf } from '../packages/contract/src/texts.rules.ts';

export const root = fileURLToPath(new URL('../', import.meta.url));
export const languages = ['ru', 'en', 'uz'] as const;
export type Texts = ReadonlyMap<string, string>;

const plural = /#(zero|one|two|few|many|other)$/;
/** The key as used in code: `selected` for `selected#one`, `selected#few`, … */
export const withoutPlural = (key: string): string => key.replace(plural, '');
export const pluralOf = (key: string): string | undefined => plural.exec(key)?.[1];

const flatten = (value: unknown, path: string, into: Map<string, string>): void => {
  if (typeof value === 'string') into.set(path, value);
  else
    for (const [name, inner] of Object.entries(value as object))
      flatten(inner, path === '' ? name : `${path}.${name}`, into);
};

/** All texts of a language: namespace (`employees__import` for employees/import.json) → dotted key → text. */
export const readLocales = (language: string): ReadonlyMap<string, Texts> => {
  const folder = `${root}locales/${language}`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort();
  return new Map(
    files.map((name) => {
      const texts = new Map<string, string>();
      flatten(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')), '', texts);
      return [namespaceOf(name.replaceAll('\\', '/')), texts];
    }),
  );
};
