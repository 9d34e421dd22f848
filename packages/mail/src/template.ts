import { MessageError } from './header.ts';

/** Text split at its {{variables}}: statics[0] names[0] statics[1] … ; one more static than names. */
export type Template = { statics: readonly string[]; names: readonly string[] };
export type Values = Readonly<Record<string, string>>;

/** Splits a text at its variables. With `known`, any other text in double braces is kept as text. */
export const compile = (text: string, known?: ReadonlySet<string>): Template => {
  const statics: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/gi)) {
    const name = match[1]!;
    if (known && !known.has(name)) continue;
    statics.push(text.slice(from, match.index));
    names.push(name);
    from = match.index + match[0].length;
  }
  statics.push(text.slice(from));
  return { statics, names };
};

/** The value of a person. A missing value is an error, so that nobody gets an incomplete email. */
export const valueOf = (values: Values, name: string): string => {
  if (!Object.hasOwn(values, name)) throw new MessageError(`There is no value for {{${name}}}`);
  return values[name]!;
};

/** Fills a template without escaping. */
export const fill = (
  { statics, names }: Template,
  values: Values,
  escape: (text: string) => string = (text) => text,
): string => {
  let out = statics[0]!;
  for (let i = 0; i < names.length; i++) out += escape(valueOf(values, names[i]!)) + statics[i + 1]!;
  return out;
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (char) => ENTITIES[char]!) : text;
