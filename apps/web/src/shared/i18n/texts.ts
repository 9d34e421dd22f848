/**
 * The texts that are there, and how one is found: plural by the language's own rules, values put in as they are (only
 * quotes within quotes change their shape).
 */

export type TextTree = { readonly [key: string]: string | TextTree };
export type Values = Readonly<Record<string, unknown>>;

const kept = new Map<string, ReadonlyMap<string, string>>();
const rules = new Map<string, Intl.PluralRules>();

const flat = (tree: TextTree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value] as [string, string]] : flat(value, `${before}${key}.`),
  );

/** Keeps the texts of a namespace in a language. */
export const addTexts = (language: string, namespace: string, tree: TextTree): void =>
  void kept.set(`${language}/${namespace}`, new Map(flat(tree)));
export const hasTexts = (language: string, namespace: string): boolean => kept.has(`${language}/${namespace}`);
/** Namespaces that are there in a language. */
export const namespacesOf = (language: string): string[] =>
  [...kept.keys()].filter((key) => key.startsWith(`${language}/`)).map((key) => key.slice(language.length + 1));

const formOf = (language: string, count: number): string => {
  let found = rules.get(language);
  if (found === undefined) rules.set(language, (found = new Intl.PluralRules(language)));
  return found.select(count);
};

const find = (language: string, address: string, count: unknown): string | undefined => {
  const [namespace, key] = address.includes(':') ? address.split(':') : ['translation', address];
  const texts = kept.get(`${language}/${namespace}`);
  if (texts === undefined || key === undefined) return undefined;
  const plural = typeof count === 'number' ? texts.get(`${key}_${formOf(language, count)}`) : undefined;
  return plural ?? texts.get(key);
};

/** Whether `namespace:key` has a text that needs no count. */
export const hasTextIn = (language: string, address: string): boolean =>
  find(language, address, undefined) !== undefined;

/** Whether this place of a text stands between «». */
const isQuoted = (text: string, at: number): boolean => text.lastIndexOf('«', at) > text.lastIndexOf('»', at);

const reported = new Set<string>();
/** Stands where a text is missing: nobody is shown a key. */
const GAP = '…';
/** A gap is a fault of ours: it stands in the console, once, where a developer and the walking tests see it. */
const reportGap = (gap: string): void => {
  if (reported.has(gap)) return;
  reported.add(gap);
  console.error(`No text for ${gap}`);
};

/** The text at `namespace:key` with its values; three dots where there is none, which the console then tells of. */
export const textIn = (language: string, address: string, values: Values = {}): string => {
  const found = find(language, address, values['count']);
  if (found === undefined) {
    reportGap(`${language} ${address}`);
    return GAP;
  }
  return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string, at: number) => {
    const value = String(values[name] ?? '');
    return isQuoted(found, at) ? value.replaceAll('«', '„').replaceAll('»', '“') : value;
  });
};
