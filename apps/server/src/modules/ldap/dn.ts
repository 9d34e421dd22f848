import type { Entry } from 'ldapts';

type Rdn = { readonly type: string; readonly value: string };

/** The parts of a DN from the left; escapes of RFC 4514 are undone, types are in lower case. */
export const parseDn = (dn: string): Rdn[] => {
  const parts: Rdn[] = [];
  let type: string | null = null;
  let bytes: number[] = [];
  const text = () => Buffer.from(bytes).toString('utf8').trim();
  const end = () => {
    if (type !== null) parts.push({ type, value: text() });
    type = null;
    bytes = [];
  };
  for (let at = 0; at < dn.length;) {
    const char = String.fromCodePoint(dn.codePointAt(at)!);
    const hex = /^\\([0-9A-Fa-f]{2})/.exec(dn.slice(at, at + 3));
    if (hex) {
      bytes.push(Number.parseInt(hex[1]!, 16));
      at += 3;
    } else if (char === '\\' && at + 1 < dn.length) {
      const next = String.fromCodePoint(dn.codePointAt(at + 1)!);
      bytes.push(...Buffer.from(next));
      at += 1 + next.length;
    } else {
      if (char === '=' && type === null) {
        type = text().toLowerCase();
        bytes = [];
      } else if (char === ',' || char === ';') end();
      else bytes.push(...Buffer.from(char));
      at += char.length;
    }
  }
  end();
  return parts;
};

/** The form in which two DNs are compared: letter case and spaces around commas do not matter. */
export const dnKey = (dn: string): string =>
  parseDn(dn)
    .map(({ type, value }) => `${type}=${value.toLowerCase()}`)
    .join('\u0000');

/** The titles of the OUs between the base and an entry, from the top. */
export const ousOf = (dn: string, baseDn: string): string[] => {
  const below = parseDn(dn).slice(1, Math.max(1, parseDn(dn).length - parseDn(baseDn).length));
  return below
    .filter(({ type }) => type === 'ou')
    .map(({ value }) => value)
    .reverse();
};

/** The values of an attribute, in any letter case; binary values are left out. */
export const valuesOf = (entry: Entry, name: string): string[] => {
  if (name === '') return [];
  const key = Object.keys(entry).find((one) => one.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? [] : entry[key]!;
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
};
