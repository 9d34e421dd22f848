export type Attribute = { readonly name: string; readonly value: string };

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' };
export const escapeText = (text: string): string => text.replace(/[&<>\u00a0]/g, (sign) => entities[sign]!);

/** Brackets are escaped too, so that no parser can find a tag in the value. */
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

const flags = new Set('checked disabled required readonly selected novalidate nowrap open'.split(' '));
export const attributesText = (attributes: readonly Attribute[]): string =>
  attributes
    .map(({ name, value }) => (value === '' && flags.has(name) ? ` ${name}` : ` ${name}="${escapeValue(value)}"`))
    .join('');
