/** Longest email address, in characters (RFC 5321 without the angle brackets). */
export const EMAIL_MAX = 254;

/** Numbers of Punycode (RFC 3492). */
const BASE = 36;
const [T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [1, 26, 38, 700, 72, 128] as const;

const digitOf = (code: number): number => (code >= 0x61 ? code - 0x61 : code - 0x30 + 26);

const adapted = (delta: number, points: number, isFirst: boolean): number => {
  let [rest, k] = [isFirst ? Math.floor(delta / DAMP) : delta >> 1, 0];
  rest += Math.floor(rest / points);
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
};

/** Decodes a label without its `xn--`; null if it is none. */
const decodeLabel = (text: string): string | null => {
  const end = Math.max(0, text.lastIndexOf('-'));
  const points = Array.from(text.slice(0, end), (char) => char.charCodeAt(0));
  let [code, at, bias] = [FIRST_CODE as number, 0, FIRST_BIAS as number];
  for (let read = end > 0 ? end + 1 : 0; read < text.length; at += 1) {
    const before = at;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(text.charCodeAt(read++));
      // `URL` does not check labels that are in ASCII already. The end of the text gives NaN.
      if (!(digit >= 0 && digit < BASE && weight < 0x10ffff)) return null;
      at += digit * weight;
      const threshold = k <= bias ? T_MIN : Math.min(T_MAX, k - bias);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    bias = adapted(at - before, points.length + 1, before === 0);
    code += Math.floor(at / (points.length + 1));
    if (code > 0x10ffff) return null;
    at %= points.length + 1;
    points.splice(at, 0, code);
  }
  return String.fromCodePoint(...points);
};

const PLAIN = /^[a-z0-9.-]*$/;

/** A domain as servers write it, in ASCII (`xn--80a1acny.test`); empty if there is no such domain. */
export const asciiDomain = (domain: string): string => {
  const small = domain.toLowerCase();
  if (PLAIN.test(small) && !small.includes('xn--')) return small;
  if (domain.length > EMAIL_MAX) return '';
  if (/[\s\p{C}/?#@:\\[\]%<>^|]/u.test(small)) return '';
  try {
    return new URL(`http://${small}`).hostname;
  } catch {
    return '';
  }
};

/**
 * A domain as people read it and as it is stored, in lower case: `почта.test` for `ПОЧТА.test` and for `xn--80a1acny.test`. Both
 * spellings are one domain. A text that is no domain only becomes lower case.
 */
export const unicodeDomain = (domain: string): string => {
  const ascii = asciiDomain(domain);
  if (ascii === '') return domain.toLowerCase();
  const shown = ascii
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodeLabel(label.slice(4)) ?? label) : label))
    .join('.');
  return asciiDomain(shown) === ascii ? shown : ascii;
};

/** An address as it is stored and shown: as written, but an international domain by {@link unicodeDomain}. */
export const storedAddress = (email: string): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const isStored = at < 0 || (PLAIN.test(domain.toLowerCase()) && !domain.toLowerCase().includes('xn--'));
  return isStored ? email : `${email.slice(0, at + 1)}${unicodeDomain(domain)}`;
};

/** The key by which addresses are compared, as `employees.email_key` holds it. */
export const addressKey = (email: string): string => storedAddress(email.trim()).toLowerCase();

/** The part of an address after the @, as it is stored and compared. */
export const domainOf = (email: string): string => unicodeDomain(email.slice(email.lastIndexOf('@') + 1));

/** The domain in what people paste: an address, the address of a site, or a name of the DNS with its last dot. */
export const pastedDomain = (text: string): string => {
  const bare = text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '').trim();
  const isSite = /^https?:\/\//i.test(bare);
  const place = bare.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/[/?#].*$/s, '');
  const host = isSite ? place.replace(/:\d+$/, '').replace(/^www\./i, '') : place;
  return unicodeDomain(host.slice(host.lastIndexOf('@') + 1).replace(/\.$/, ''));
};

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])$/u;

/** Whether `text` is a domain name with at least one dot, in either spelling. */
export const isDomain = (text: string): boolean => {
  const [ascii, shown] = [asciiDomain(text), unicodeDomain(text)];
  return ascii !== '' && ascii.length <= 253 && DOMAIN.test(ascii) && DOMAIN.test(shown) && !shown.includes('xn--');
};

/** Whether `text` is a domain that can receive mail from everywhere: its last label is no number and has at least two letters. */
export const isMailDomain = (text: string): boolean =>
  isDomain(text) && asciiDomain(text).length >= 4 && /\.[a-z][a-z0-9-]*[a-z0-9]$/.test(asciiDomain(text));

/** Whether `text` is one bare address: no display name, quotes, comments or second address. */
export const isEmail = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  if (text.length > EMAIL_MAX || at < 1 || at > 64) return false;
  return LOCAL.test(text.slice(0, at)) && isDomain(text.slice(at + 1));
};

/** Scripts with letters that look alike. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian'] as const;
type Script = (typeof scripts)[number];
const patterns = scripts.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
const scriptOf = (char: string): Script | undefined => patterns.find(([, pattern]) => pattern.test(char))?.[0];

/** A letter of another script than the rest of its part of an address. */
type StrayLetter = {
  readonly letter: string;
  readonly script: Script;
  /** The script of most letters of the part. */
  readonly among: Script;
  /** Place of the letter in the part, counted from 1. */
  readonly place: number;
};

const strayIn = (part: string): StrayLetter | null => {
  const letters = Array.from(part, (letter, i) => ({ letter, script: scriptOf(letter), place: i + 1 }));
  const counts = new Map<Script, number>();
  for (const { script } of letters) if (script) counts.set(script, (counts.get(script) ?? 0) + 1);
  if (counts.size < 2) return null;
  const [among] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  const stray = letters.find(({ script }) => script !== undefined && script !== among)!;
  return { letter: stray.letter, script: stray.script!, among, place: stray.place };
};

/**
 * The first letter that looks like one of another script: within one label of the domain, or within the local part. `почта.test`
 * and `mail.почта.рф` have none. Null if there is none.
 */
export const strayLetter = (address: string): StrayLetter | null => {
  const at = address.lastIndexOf('@');
  const parts = [...(at < 0 ? [] : [address.slice(0, at)]), ...unicodeDomain(address.slice(at + 1)).split('.')];
  for (const part of parts) {
    const found = strayIn(part);
    if (found) return found;
  }
  return null;
};

type ScriptText = `commons:script.${Script}` | `commons:script_among.${Script}`;
/** The values of the text that names the stray letter of an address; nothing if it has none. */
export const strayWords = (
  say: (key: ScriptText) => string,
  address: string,
): Readonly<Record<string, string | number>> => {
  const found = strayLetter(address);
  if (found === null) return {};
  const { letter, script, among, place } = found;
  return { letter, script: say(`commons:script.${script}`), among: say(`commons:script_among.${among}`), place };
};
