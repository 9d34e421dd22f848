import type { Authentication, Hop } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';

// What the headers of an email say about its way. Each function takes time in proportion to its text: the headers are foreign.

export type HeaderField = { readonly name: string; readonly value: string };
/** A longer value is cut. */
const VALUE_MAX = 2_000;
const LINES_MAX = 100;

/** The fields of stored headers, one a line; names in lower case. */
export const headerFields = (headers: string): HeaderField[] =>
  headers.split('\n').flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [{ name: line.slice(0, at).trim().toLowerCase(), value: line.slice(at + 1).trim() }];
  });

const short = (text: string | undefined): string => cleanLine(text ?? '').slice(0, 255);
const valuesOf = (fields: readonly HeaderField[], name: string): string[] =>
  fields.filter((one) => one.name === name).map(({ value }) => value.slice(0, VALUE_MAX));

/** The value without its comments in brackets, which may be nested; a bracket that is never closed ends with the value. */
export const withoutComments = (value: string): string => {
  let depth = 0;
  let kept = '';
  for (const sign of value) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += sign;
  }
  return kept.replace(/\s+/g, ' ').trim();
};

const timeOf = (text: string): number | null => {
  const at = Date.parse(withoutComments(text).slice(0, 60));
  return Number.isNaN(at) ? null : at;
};

/** The word after each of these words, which introduce the parts of a `Received` field. */
const wordsAfter = (text: string): Record<'from' | 'by' | 'with', string> => {
  const found = { from: '', by: '', with: '' };
  const words = withoutComments(text).split(' ');
  for (const [at, word] of words.entries()) {
    const name = word.toLowerCase();
    if ((name === 'from' || name === 'by' || name === 'with') && found[name] === '') found[name] = words[at + 1] ?? '';
  }
  return found;
};

const addressIn = (text: string): string | null =>
  /[[(](?:IPv6:)?((?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7})[\])]/i.exec(text)?.[1] ?? null;

/**
 * The servers that handled an email, the first one first, with the time that the email took from one to the next. Each server
 * writes its line above the others, so the lowest ones come from the sender and can be invented.
 */
export const hopsOf = (fields: readonly HeaderField[]): Hop[] => {
  let before: number | null = null;
  return valuesOf(fields, 'received')
    .slice(0, LINES_MAX)
    .toReversed()
    .map((value) => {
      const end = value.lastIndexOf(';');
      const route = end < 0 ? value : value.slice(0, end);
      const time = end < 0 ? null : timeOf(value.slice(end + 1));
      const delay = time === null || before === null ? null : Math.round((time - before) / 1_000);
      before = time ?? before;
      const { from, by, with: protocol } = wordsAfter(route);
      return {
        from: short(from),
        by: short(by),
        address: addressIn(route),
        protocol: short(protocol),
        at: time === null ? null : new Date(time).toISOString(),
        delay,
      };
    });
};

const methods = new Set(['spf', 'dkim', 'dmarc', 'arc', 'compauth', 'dkim-adsp', 'iprev', 'bimi']);
const properties = ['header.from', 'header.d', 'header.i', 'smtp.mailfrom', 'smtp.helo', 'policy.iprev'];

/** `spf=pass smtp.mailfrom=a.test` → method, result and what was checked; nothing if it is no result. */
const resultIn = (part: string): Pick<Authentication, 'method' | 'result' | 'about'> | undefined => {
  const pairs = part
    .trim()
    .split(' ')
    .map((word) => [word.slice(0, word.indexOf('=')).toLowerCase(), word.slice(word.indexOf('=') + 1)] as const);
  const [[method, result] = ['', '']] = pairs;
  const name = method.split('/')[0]!;
  if (!methods.has(name) || result === '') return undefined;
  const about = properties.map((one) => pairs.find(([key]) => key === one)?.[1]).find(Boolean);
  return { method: name, result: short(result.toLowerCase()), about: short(about) };
};

const resultsIn = (value: string, source: Authentication['source']): Authentication[] => {
  const parts = withoutComments(value)
    .split(';')
    .map((part) => part.trim());
  // ARC begins with the number of the seal, Exchange sometimes leaves out the name of the server.
  const rest = /^i=\d{1,3}$/.test(parts[0] ?? '') ? parts.slice(1) : parts;
  const by = resultIn(rest[0] ?? '') === undefined ? short((rest[0] ?? '').split(' ')[0]) : '';
  return rest.flatMap((part) => {
    const result = resultIn(part);
    return result ? [{ source, by, ...result }] : [];
  });
};

/** `Received-SPF: pass (comment) client-ip=…; envelope-from=…; receiver=…` */
const spfIn = (value: string): Authentication[] => {
  const text = withoutComments(value);
  const result = text.split(/[ ;]/)[0]!.toLowerCase();
  if (!/^[a-z]{2,20}$/.test(result)) return [];
  const of = (name: string) =>
    text
      .split(/[ ;]/)
      .find((word) => word.toLowerCase().startsWith(`${name}=`))
      ?.slice(name.length + 1);
  return [
    {
      source: 'received-spf',
      by: short(of('receiver')),
      method: 'spf',
      result,
      about: short(of('envelope-from') ?? of('helo')),
    },
  ];
};

/** What servers on the way wrote about the sender: SPF, DKIM, DMARC and ARC, the last server first. */
export const authenticationOf = (fields: readonly HeaderField[]): Authentication[] =>
  [
    ...valuesOf(fields, 'authentication-results').flatMap((value) => resultsIn(value, 'authentication-results')),
    ...valuesOf(fields, 'arc-authentication-results').flatMap((value) =>
      resultsIn(value, 'arc-authentication-results'),
    ),
    ...valuesOf(fields, 'received-spf').flatMap(spfIn),
  ].slice(0, LINES_MAX);
