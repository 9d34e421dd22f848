import type { CallOutput } from '../../shared/api.ts';
import { formatDate } from '../../shared/format.ts';
import { hasText, textOf } from '../../shared/i18n/use-t.ts';

/** A line of the action log as the list answers it. */
export type AuditRow = CallOutput<'audit.list'>['data'][number];

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** What was done, in words; the bare name for an action that an older or newer version has written. */
export const actionWords = (action: string): string => {
  const key = `admin__audit:action.${action}`;
  return hasText(key) ? textOf(key) : action;
};

/** The name of a changed field. */
export const fieldWords = (field: string): string => {
  const key = `admin__audit:field.${field}`;
  return hasText(key) ? textOf(key) : field;
};

/** A stored word as a person reads it: a role, a state, a language; undefined where it is nobody's word but the data's. */
export const valueWords = (field: string, value: string | number): string | undefined => {
  const key = `admin__audit:value.${field}.${value}`;
  return hasText(key) ? textOf(key) : undefined;
};
export const isRecord = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

/** What an action was done to, where that says something to a person; ids and inner words do not. */
export const targetWords = (target: string | null): string | null =>
  target === null || uuid.test(target) || target === 'mail' ? null : target;

export type Change = {
  readonly field: string;
  readonly was: unknown;
  readonly became: unknown;
  readonly pair: boolean;
};

const FIELDS_MOST = 4;
const VALUE_MOST = 60;
const day = /^\d{4}-\d\d-\d\d$/;
/** A value in a few words; undefined where it is none, too long for a line, or nobody's word but the data's. */
const short = (field: string, value: unknown): string | undefined => {
  if (typeof value === 'boolean') return textOf(`admin__audit:${value ? 'yes' : 'no'}`);
  if ((typeof value !== 'string' && typeof value !== 'number') || isRecord(value)) return undefined;
  const words = valueWords(field, value) ?? (day.test(String(value)) ? formatDate(String(value)) : String(value));
  return words === '' || words.length > VALUE_MOST ? undefined : words;
};
/** A field with what was said of it, what came new, what has gone, or from what to what it went. */
const told = ({ field, was, became, pair }: Change): string => {
  const [from, to] = [pair ? short(field, was) : undefined, short(field, became)];
  const both = from !== undefined && to !== undefined && typeof became !== 'boolean';
  const value = both
    ? `${from} → ${to}`
    : was === null || became === null || typeof became === 'boolean'
      ? (to ?? from)
      : undefined;
  return value === undefined ? fieldWords(field) : `${fieldWords(field)}: ${value}`;
};
/** One quiet line under the action: what it was done to, else which fields changed. */
export const aboutWords = ({ target, changes }: { target: string | null; changes: unknown }): string => {
  const fields = changesOf(changes).filter(({ field }) => field !== '');
  return (
    targetWords(target) ?? fields.slice(0, FIELDS_MOST).map(told).join(', ') + (fields.length > FIELDS_MOST ? '…' : '')
  );
};

/** Lists of names or people: two of them are not a before and an after. */
const isList = (field: string, value: readonly unknown[]): boolean =>
  (field === 'people' || field === 'titles') && value.every((one) => typeof one === 'string');

/** Field → [before, after] as a list; anything else that an action tells stands as a value of its own. */
export const changesOf = (changes: unknown): readonly Change[] => {
  if (changes === null || changes === undefined) return [];
  if (typeof changes !== 'object' || Array.isArray(changes))
    return [{ field: '', was: null, became: changes, pair: false }];
  return Object.entries(changes).map(([field, value]) =>
    Array.isArray(value) && value.length === 2 && !isList(field, value)
      ? { field, was: value[0], became: value[1], pair: true }
      : { field, was: null, became: value, pair: false },
  );
};
