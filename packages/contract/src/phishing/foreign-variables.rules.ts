import { foreignVariables, helpers, personObjects, statements, type Meaning } from './foreign-names.ts';

// Finds the variables of other products in a text and says what they mean here. The time is linear in the length.

/** A variable as it is written in a text. */
export type ForeignVariable = {
  readonly index: number;
  readonly text: string;
  /** The text between the signs. */
  readonly inner: string;
  /** The signs before the name. */
  readonly open: string;
};

const closing: Readonly<Record<string, string>> = {
  '{{{': '}}}',
  '{{': '}}',
  '{%': '%}',
  '{#': '#}',
  '[[': ']]',
  '[%': '%]',
  '*|': '|*',
  '%%': '%%',
  '${': '}',
  '{!': '}',
  '<%': '%>',
  '{': '}',
  '[': ']',
  '%': '%',
};
const OPENING = /\{[{%#]|\{!(?=[\p{L}$])|\[[[%]|\*\||%%|\$\{|<%|[{[%](?=\p{L})/gu;
const INNER_MAX = 200;
/** Single signs are common in texts, so they count only around a name that is known. */
const isSingle = (open: string): boolean => open.length === 1;
const SINGLE_NAME = /^(?:recipient\.)?[\p{L}\d_ -]{1,32}$/u;
/** A name that is no ordinary word: people write `[Team]` or `[Почта]` in texts. */
const CODED_NAME = /_|^recipient\.|\p{Ll}\p{Lu}|^(?:first|last|middle|full)name$|^(?:FIRST|LAST|MIDDLE|FULL)NAME$/u;
const isCoded = (open: string, name: string): boolean =>
  CODED_NAME.test(name) || (open === '%' && /^[^\x00-\x7f]+$/.test(name));
/** Marks of conditions of Mailchimp: `*|IF:FNAME|*`, `*|ELSE:|*`, `*|END:IF|*`. */
const CONDITION = /^\s{0,9}(?:IF|IFNOT|ELSEIF|ELSE|END|INTERESTED)\s{0,9}:(?![^]*<\/?[a-z!])/i;

const isPlausible = (open: string, inner: string): boolean => {
  const markup = open === '{{' ? inner.replace(/^\s{0,9}>/, '') : inner;
  if (/[<>]/.test(markup) && open !== '{%' && open !== '<%' && !(open === '*|' && CONDITION.test(inner))) return false;
  if (inner.includes(open) || !/[\p{L}\d]/u.test(inner)) return false;
  if (open === '%%') return /^[=[]?[\p{L}_][^%]*$/u.test(inner) && !/[.!?]\s/.test(inner);
  if (open === '{#') return /^\s/.test(inner);
  if (open === '${') return !inner.includes('{');
  if (open === '{!') return /^\$?[\p{L}\d_]+(?:\.[\p{L}\d_]+)*$/u.test(inner);
  return true;
};

const readAt = (text: string, index: number, open: string): ForeignVariable | null => {
  const close = closing[open]!;
  const start = index + open.length;
  const end = text.slice(start, start + INNER_MAX + close.length).indexOf(close);
  if (end < 0) return null;
  const inner = text.slice(start, start + end);
  if (isSingle(open)) {
    const isDouble = text[index - 1] === open || text[start + end + 1] === close;
    // `#{name}` and `%{name}` belong to programs.
    if (isDouble || (open === '{' && /[#%@]/.test(text[index - 1] ?? ''))) return null;
    if (!isCoded(open, inner) || !SINGLE_NAME.test(inner) || namedVariable(inner) === null) return null;
  } else if (!isPlausible(open, inner)) return null;
  return { index, text: text.slice(index, start + end + close.length), inner, open };
};

/** Every variable of a text in the notation of any product, those of ours among them. */
export const variablesIn = (text: string): ForeignVariable[] => {
  const found: ForeignVariable[] = [];
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const { index } = match;
    const triple = text.startsWith('{{{', index) ? readAt(text, index, '{{{') : null;
    const one = triple ?? readAt(text, index, match[0]);
    if (one) found.push(one);
    opening.lastIndex = one ? index + one.text.length : index + 1;
  }
  return found;
};

/** Letters and digits alone, so that case, spaces and signs of the product do not count. */
const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const known = new Map<string, Meaning>();
const addNames = (withSigns: boolean): void => {
  for (const { only = '', names } of foreignVariables)
    for (const [meaning, list] of Object.entries(names) as [Meaning, readonly string[]][])
      for (const name of list) {
        const key = (withSigns ? only : '') + bare(name);
        if (!known.has(key)) known.set(key, meaning);
      }
};
addNames(true);
// The names of a single product count elsewhere, too, if no other product has them.
addNames(false);
const objects = new Set(personObjects);
const statementWords = new Set(statements);
const helperWords = new Set(helpers);

const named = (name: string, open: string): Meaning | null => {
  const key = bare(name);
  const found = known.get(open + key) ?? known.get(key);
  if (found) return found;
  if (/^(?:current|todays)date/.test(key)) return 'date';
  const parts = name.split(/[.\s/@$]+/).filter((part) => part !== '');
  const from = parts.findIndex((part) => !objects.has(bare(part)));
  return from > 0 ? (known.get(bare(parts.slice(from).join(''))) ?? null) : null;
};
const namedVariable = (name: string): Meaning | null => {
  const meaning = named(name, '');
  return meaning === 'link' || meaning === 'tracking' || meaning === 'unsubscribe' ? null : meaning;
};

/** The name of a variable without filters, default values, quotes and calls. */
const nameOf = (inner: string): string => {
  const call = inner.replace(/\|[^]*$/, '');
  const argument = /\(\s{0,9}["']([^"']{1,80})["']/.exec(call)?.[1];
  if (argument !== undefined) return argument;
  return call
    .replace(/\[\s{0,9}["']([^"']{1,80})["']\s{0,9}\]/g, '.$1')
    .replace(/\sOR\s[^]*$|,\s?fallback\s?=[^]*$/i, '')
    .replace(/"[^"]*"|'[^']*'/g, ' ')
    .replace(/^[\s=&~*#@-]{1,20}|[\s~-]{1,20}$/g, '')
    .trim();
};

/** What a variable means here; `comment` is removed: a remark to the author or a mark of a condition; null a variable or a statement that is not known. */
export const meaningOf = ({ inner, open }: Pick<ForeignVariable, 'inner' | 'open'>): Meaning | 'comment' | null => {
  const text = inner.trim();
  if (open === '{#' || (open.startsWith('{{') && text.startsWith('!'))) return 'comment';
  if (open.startsWith('{{') && /^[#/^>]/.test(text.replace(/^~/, ''))) return null;
  const name = nameOf(text);
  if (open === '*|' && CONDITION.test(inner)) return 'comment';
  const words = name.split(/[\s:]+/);
  if (statementWords.has((words[0] ?? '').toLowerCase())) return null;
  const whole = named(name, open);
  if (whole) return whole;
  const [head = '', tail = ''] = name.split(':');
  if (tail !== '' && /^date$/i.test(head)) return 'date';
  if (tail !== '' && /^(?:html|title|lower|upper|url|text)$/i.test(head)) return named(tail, open);
  return words.length > 1 && helperWords.has(bare(words[0]!)) ? named(words.at(-1)!, open) : null;
};

const codes: Readonly<Record<string, string>> = {
  '7b': '{',
  '7d': '}',
  '5b': '[',
  '5d': ']',
  '7c': '|',
  '25': '%',
  '20': ' ',
  '24': '$',
  '2a': '*',
  '23': '#',
  '3c': '<',
  '3e': '>',
};
const decoded = (address: string): string =>
  address.replace(/%([0-9a-f]{2})/gi, (whole, code: string) => codes[code.toLowerCase()] ?? whole);
/** An address with the signs of variables that editors have percent-encoded, once or twice: `%7B%7B.URL%7D%7D`. */
const plainAddress = (address: string): string => {
  const plain = decoded(address);
  return (/%(?:7b|5b|7c)/i.test(plain) ? decoded(plain) : plain).trim();
};

const isAddress = (meaning: Meaning | null): boolean => meaning === 'link' || meaning === 'unsubscribe';

/** The variable that an address consists of; editors put `http://` before it. */
export const variableOfAddress = (address: string): ForeignVariable | null => {
  const plain = plainAddress(address);
  const start = /^(?:https?:\/\/)?/i.exec(plain)![0].length;
  const [text, bracket = '', inner = ''] = /^([[{])([\p{L}\d_ -]{1,32})[\]}](?=\/?$)/u.exec(plain.slice(start)) ?? [''];
  if (text.endsWith(closing[bracket] ?? '-') && isAddress(named(inner, '')))
    return { index: 0, text, inner, open: bracket };
  const found = variablesIn(plain.slice(start))[0];
  if (!found || isSingle(found.open)) return null;
  return found.index === 0 && plain.slice(start + found.text.length).replace('/', '') === '' ? found : null;
};

/** Whether the variable of an address is an address: a known one, or one with a name like `promo_url`. */
export const addressMeaning = (variable: ForeignVariable): 'link' | 'unsubscribe' | null => {
  const meaning = meaningOf(variable);
  if (meaning === 'link' || meaning === 'unsubscribe') return meaning;
  if (meaning !== null || variable.open === '{%') return null;
  const name = bare(nameOf(variable.inner));
  if (/unsub|optout|preference/.test(name)) return 'unsubscribe';
  return /(?:url|link|uri|href)\d?$/.test(name) ? 'link' : null;
};

export type Mapped = {
  readonly text: string;
  /** What was replaced, by what. */
  readonly mapped: readonly { readonly found: string; readonly variable: Meaning | 'comment' }[];
  readonly unknown: readonly ForeignVariable[];
};

/** Replaces the known variables of a text by ours, as far as they are allowed there. Unknown ones stay as they are. */
export const mapVariables = (text: string, allowed: readonly string[]): Mapped => {
  const mapped: { found: string; variable: Meaning | 'comment' }[] = [];
  const unknown: ForeignVariable[] = [];
  const parts: string[] = [];
  let from = 0;
  for (const one of variablesIn(text)) {
    const meaning = meaningOf(one);
    const own = allowed.includes(one.inner.trim()) && one.open === '{{' ? one.inner.trim() : null;
    const name = own ?? (meaning !== null && allowed.includes(meaning) ? meaning : null);
    if (name === null && meaning !== 'comment') {
      if (!isSingle(one.open)) unknown.push(one);
      continue;
    }
    parts.push(text.slice(from, one.index), name === null ? '' : `{{${name}}}`);
    from = one.index + one.text.length;
    if (one.text !== `{{${name}}}`) mapped.push({ found: one.text, variable: (name as Meaning | null) ?? 'comment' });
  }
  return { text: parts.join('') + text.slice(from), mapped, unknown };
};
