import type { ColumnMap, ImportField } from '@sergak/contract/employees/imports.schema.ts';
import { holdsAddress } from '@sergak/contract/employees/addresses.rules.ts';
import { isPatronymic } from '@sergak/contract/employees/name-words.ts';
import { meaningOf } from './import-headings.ts';

/** Rows of the table as far as they are known when its columns are detected. */
type Rows = readonly (readonly string[])[];

const HONORIFIC = /^(mr|mrs|ms|miss|mx|dr|prof|sir|madam|г-?н|г-?жа|господин|госпожа|janob|xonim|жаноб|хоним)$/i;

const valuesOf = (rows: Rows, column: number): string[] =>
  rows.map((cells) => (cells[column] ?? '').trim()).filter((value) => value !== '');
/** Whether most values of a column meet a condition. */
const mostly = (values: readonly string[], is: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(is).length * 2 > values.length;

/**
 * Detects the field of each column by its heading. Of several columns with the same field the best heading wins, then the first
 * column; a column of addresses without addresses, and a column «Title» with Mr and Ms, do not count.
 */
export const detectColumns = (headers: readonly string[], rows: Rows = []): ColumnMap => {
  const best = new Map<ImportField, { column: number; rank: number }>();
  headers.forEach((heading, column) => {
    const meaning = meaningOf(heading);
    if (!meaning) return;
    const { field } = meaning;
    const values = valuesOf(rows, column);
    if (field === 'position' && mostly(values, (value) => HONORIFIC.test(value.replace(/\.$/, '')))) return;
    const isEmpty = field === 'email' && rows.length > 0 && !values.some(holdsAddress);
    if (isEmpty && meaning.rank > 0) return;
    const rank = meaning.rank + (isEmpty ? 10 : 0);
    if (rank < (best.get(field)?.rank ?? Infinity)) best.set(field, { column, rank });
  });
  const map: ColumnMap = Object.fromEntries([...best].map(([field, { column }]) => [field, column]));
  const email = map.email ?? soleAddresses(headers, rows);
  return withWholeNames(withUserNames(email === undefined ? map : { ...map, email }, headers, rows), rows);
};

/** A heading that may mean accounts or people. */
const USER = /^\s*пользователь\s*$/i;
/** «User name» with several words holds the names of people, not of accounts. */
const withUserNames = (map: ColumnMap, headers: readonly string[], rows: Rows): ColumnMap => {
  if ((map.full_name ?? map.last_name ?? map.first_name) !== undefined) return map;
  const column = headers.findIndex(
    (heading, at) =>
      at !== map.email &&
      (meaningOf(heading)?.field === 'email' || USER.test(heading)) &&
      mostly(valuesOf(rows, at), (value) => value.includes(' ') && !value.includes('@')),
  );
  return column < 0 ? map : { ...map, full_name: column };
};

/** Headings of addresses that are not the work address of the person in the line. */
const FOREIGN =
  /руковод|начальн|личн|домашн|резервн|manager|supervisor|boss|home|personal|private|recovery|rahbar|shaxsiy|раҳбар|шахсий/i;

/** The only column of addresses, if its heading means nothing known. */
const soleAddresses = (headers: readonly string[], rows: Rows): number | undefined => {
  const full = headers.flatMap((_, column) => (valuesOf(rows, column).some(holdsAddress) ? [column] : []));
  const [only, ...others] = full;
  if (only === undefined || others.length > 0 || meaningOf(headers[only] ?? '') || FOREIGN.test(headers[only] ?? ''))
    return undefined;
  return mostly(valuesOf(rows, only), holdsAddress) ? only : undefined;
};

/** Further columns of addresses, the best first, for lines in which the chosen one is empty: accounts without a mailbox. */
export const otherAddresses = (headers: readonly string[], map: ColumnMap): number[] => {
  const taken = new Set<number | undefined>(Object.values(map));
  return headers
    .map((heading, column) => ({ column, meaning: meaningOf(heading) }))
    .filter(({ column, meaning }) => meaning?.field === 'email' && !taken.has(column))
    .sort((a, b) => (a.meaning?.rank ?? 0) - (b.meaning?.rank ?? 0))
    .map(({ column }) => column);
};

/** A column «Name» with several words holds full names. Full names are left out where the parts are there. */
const withWholeNames = (map: ColumnMap, rows: Rows): ColumnMap => {
  const { first_name, full_name, ...rest } = map;
  const isWhole =
    first_name !== undefined &&
    map.last_name === undefined &&
    mostly(valuesOf(rows, first_name), (value) => value.includes(' '));
  if (isWhole) return { ...rest, full_name: full_name ?? first_name };
  if (first_name !== undefined && map.last_name !== undefined) return { ...rest, first_name };
  return map;
};

/** Guesses the fields of a table without headings from its rows: the addresses, and the names next to them. */
export const guessColumns = (rows: Rows): ColumnMap => {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => valuesOf(rows, column));
  const counts = columns.map((values) => values.filter(holdsAddress).length);
  const email = counts.reduce((best, count, column) => (count > (counts[best] ?? 0) ? column : best), -1);
  if (email < 0) return {};
  const isText = (value: string) => /^\p{L}[\p{L}\p{M}\s.,'ʻʼ’‘`-]*$/u.test(value);
  const texts = columns.flatMap((values, column) => (column !== email && mostly(values, isText) ? [column] : []));
  const isMiddle = (column: number) => mostly(columns[column]!, (value) => isPatronymic(value.split(' ')[0]!));
  const whole = texts.find((column) => mostly(columns[column]!, (value) => value.includes(' ')));
  const single = texts.filter((column) => mostly(columns[column]!, (value) => !value.includes(' ')));
  if (whole !== undefined && (single.length < 2 || whole < single[0]!)) return { email, full_name: whole };
  const middle = single.find(isMiddle);
  const [last_name, first_name] = single.filter((column) => column !== middle);
  if (last_name === undefined || first_name === undefined) return { email };
  return { email, last_name, first_name, ...(middle === undefined ? {} : { middle_name: middle }) };
};
