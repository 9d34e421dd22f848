import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA, type ScimType } from '@sergak/contract/scim/scim.schema.ts';
import { badRequest } from './scim-error.ts';

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const;
export type Operator = (typeof operators)[number];
export type Value = string | number | boolean | null;
/** `path` is in lower case, without the name of a core schema. */
export type ScimFilter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly ScimFilter[] }
  | { readonly kind: 'not'; readonly of: ScimFilter }
  | { readonly kind: 'compare'; readonly path: string; readonly op: Operator; readonly value: Value }
  | { readonly kind: 'within'; readonly path: string; readonly of: ScimFilter };

const DEPTH_MAX = 20;
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y;
const core = [USER_SCHEMA, GROUP_SCHEMA].map((name) => `${name.toLowerCase()}:`);

/** The path of an attribute in lower case. The URN of a core schema is removed; the URN of the extension stays. */
export const attributePath = (text: string): string => {
  const path = text.toLowerCase();
  const prefix = core.find((one) => path.startsWith(one));
  return prefix ? path.slice(prefix.length) : path;
};
export const ENTERPRISE_PATH = `${ENTERPRISE_SCHEMA.toLowerCase()}:`;

const tokensOf = (text: string, scimType: ScimType): string[] => {
  if (text.includes('\0') || !text.isWellFormed())
    throw badRequest(scimType, 'The filter contains invalid characters.');
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw badRequest(scimType, `The filter has a syntax error at position ${at + 1}.`);
    tokens.push((match[1] ?? match[2] ?? match[3])!);
  }
  return tokens;
};

const valueOf = (token: string | undefined, scimType: ScimType): Value => {
  try {
    const value: unknown = JSON.parse(/^(true|false|null)$/i.test(token ?? '') ? token!.toLowerCase() : (token ?? ''));
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new Error('unstorable');
      return value as Value;
    }
  } catch {
    // The error below covers this case.
  }
  throw badRequest(scimType, 'A value in a filter must be a quoted string, a number, true, false or null.');
};

/** Parses a filter of RFC 7644 §3.4.2.2. Its text reaches SQL only as bound values and known columns. */
export const parseFilter = (text: string, scimType: ScimType = 'invalidFilter'): ScimFilter => {
  const tokens = tokensOf(text, scimType);
  let at = 0;
  const is = (word: string) => tokens[at]?.toLowerCase() === word;
  const take = (sign: string) => {
    if (!is(sign)) throw badRequest(scimType, `The filter is missing “${sign}”.`);
    at += 1;
  };
  const chain = (word: 'and' | 'or', next: (depth: number) => ScimFilter, depth: number): ScimFilter => {
    const parts = [next(depth)];
    while (is(word)) {
      at += 1;
      parts.push(next(depth));
    }
    return parts.length === 1 ? parts[0]! : { kind: word, parts };
  };
  const either = (depth: number): ScimFilter => chain('or', both, depth);
  const both = (depth: number): ScimFilter => chain('and', one, depth);
  const one = (depth: number): ScimFilter => {
    if (depth > DEPTH_MAX) throw badRequest(scimType, 'The filter is nested too deeply.');
    if (is('not') && tokens[at + 1] === '(') {
      at += 1;
      return { kind: 'not', of: one(depth + 1) };
    }
    if (is('(')) {
      at += 1;
      const inner = either(depth + 1);
      take(')');
      return inner;
    }
    const token = tokens[at++];
    if (token === undefined || !/^[a-z$][\w$:.-]*$/i.test(token))
      throw badRequest(scimType, 'The filter is missing an attribute name.');
    const path = attributePath(token);
    if (is('[')) {
      at += 1;
      const inner = either(depth + 1);
      take(']');
      // `emails[type eq "work"].value eq "…"`: not in the grammar of the standard, but Entra matches users by it.
      const sub = /^\.[a-z$][\w$-]*$/i.test(tokens[at] ?? '') ? tokens[at++]!.slice(1) : null;
      return { kind: 'within', path, of: sub ? { kind: 'and', parts: [inner, comparison(sub.toLowerCase())] } : inner };
    }
    return comparison(path);
  };
  const comparison = (path: string): ScimFilter => {
    const op = tokens[at++]?.toLowerCase() as Operator | undefined;
    if (!op || !operators.includes(op)) throw badRequest(scimType, `The filter has no operator after “${path}”.`);
    return { kind: 'compare', path, op, value: op === 'pr' ? null : valueOf(tokens[at++], scimType) };
  };
  const filter = either(0);
  if (at < tokens.length) throw badRequest(scimType, 'The filter has unexpected text at its end.');
  return filter;
};

/** Whether an object matches a filter. For list elements and for collections small enough to be held in memory. */
export const matches = (filter: ScimFilter, object: unknown): boolean => {
  if ('parts' in filter) return filter.parts[filter.kind === 'and' ? 'every' : 'some']((part) => matches(part, object));
  if (filter.kind === 'not') return !matches(filter.of, object);
  if (filter.kind === 'within') return valuesAt(object, filter.path).some((element) => matches(filter.of, element));
  const values = valuesAt(object, filter.path).map((value) =>
    typeof value === 'object' && value !== null ? ((value as { value?: unknown }).value ?? null) : value,
  );
  if (filter.op === 'pr') return values.some((value) => value !== null && value !== '');
  if (filter.op === 'ne') return !values.some((value) => compare('eq', value, filter.value));
  return values.some((value) => compare(filter.op, value, filter.value));
};

const valuesAt = (object: unknown, path: string): unknown[] => {
  if (typeof object !== 'object' || object === null) return path === 'value' ? [object] : [];
  const dot = path.indexOf('.');
  const [name, rest] = dot < 0 ? [path, null] : [path.slice(0, dot), path.slice(dot + 1)];
  const found = Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];
  if (found === undefined) return [];
  const list: unknown[] = Array.isArray(found) ? found : [found];
  return rest === null ? list : list.flatMap((one) => valuesAt(one, rest));
};

const compare = (op: Operator, have: unknown, want: Value): boolean => {
  if (typeof have === 'boolean')
    return op === 'eq' && have === (typeof want === 'string' ? want.toLowerCase() === 'true' : want);
  if (typeof have !== 'string' || typeof want !== 'string') return op === 'eq' && have === want;
  const [a, b] = [have.toLowerCase(), want.toLowerCase()];
  if (op === 'eq') return a === b;
  if (op === 'co') return a.includes(b);
  if (op === 'sw') return a.startsWith(b);
  if (op === 'ew') return a.endsWith(b);
  if (op === 'gt') return a > b;
  if (op === 'ge') return a >= b;
  if (op === 'lt') return a < b;
  return op === 'le' && a <= b;
};

/** All comparisons of a filter, at any depth. */
export const comparisonsOf = (filter: ScimFilter): Extract<ScimFilter, { kind: 'compare' }>[] => {
  if (filter.kind === 'compare') return [filter];
  if (filter.kind === 'not') return comparisonsOf(filter.of);
  if (filter.kind === 'within')
    return comparisonsOf(filter.of).map((one) => ({ ...one, path: `${filter.path}.${one.path}` }));
  return filter.parts.flatMap(comparisonsOf);
};
