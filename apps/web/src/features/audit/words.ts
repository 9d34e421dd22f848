import type { AuditThing } from '@sergak/contract/audit/audit.endpoints.ts';
import type { CallOutput } from '../../shared/api.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { hasText, textOf } from '../../shared/i18n/use-t.ts';

/** A line of the action log as the list answers it. */
export type AuditRow = CallOutput<'audit.list'>['data'][number];

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** What was done, in words; the bare name for an action that an older or newer version has written. */
export const actionWords = (action: string): string => {
  const key = `audit:action.${action}`;
  return hasText(key) ? textOf(key) : action;
};

/** The name of a changed field. */
export const fieldWords = (field: string): string => {
  const key = `audit:field.${field}`;
  return hasText(key) ? textOf(key) : field;
};

/** A stored word as a person reads it: a role, a state, a language; undefined where it is nobody's word but the data's. */
export const valueWords = (field: string, value: string | number): string | undefined => {
  const key = `audit:value.${field}.${value}`;
  return hasText(key) ? textOf(key) : undefined;
};
export const isRecord = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

const inner = new Set(['mail', 'mailbox']);
/** What an action was done to, where that says something to a person; ids, bare numbers and inner words do not. */
export const targetWords = (target: string | null): string | null =>
  target === null || uuid.test(target) || /^\d+$/.test(target) || inner.has(target) ? null : target;

/** How an id reads, or undefined where it is none that is known. */
export type NameOf = (id: string) => string | undefined;
/** The name of a thing, and what has become of it since. */
export const thingWords = ({ kind, name, state }: AuditThing): string => {
  if (name === null) return textOf('audit:thing.wiped');
  if (state === 'present') return name;
  return textOf(`audit:thing.${kind === 'employee' ? 'left' : 'removed'}`).replace('{{name}}', name);
};

export type Change = {
  readonly field: string;
  readonly was: unknown;
  readonly became: unknown;
  readonly pair: boolean;
};

const FIELDS_MOST = 4;
const VALUE_MOST = 60;
const counts = new Set(['people', 'ordered', 'skipped', 'rows']);
const day = /^\d{4}-\d\d-\d\d$/;
/** A value in a few words; undefined where it is none, too long for a line, or nobody's word but the data's. */
const short = (field: string, value: unknown, nameOf: NameOf): string | undefined => {
  if (isRecord(value)) return nameOf(value);
  if (typeof value === 'number' && counts.has(field)) return formatNumber(value);
  if (typeof value === 'boolean') return textOf(`audit:${value ? 'yes' : 'no'}`);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const words = valueWords(field, value) ?? (day.test(String(value)) ? formatDate(String(value)) : String(value));
  return words === '' || words.length > VALUE_MOST ? undefined : words;
};
/** A field with what was said of it, what came new, what has gone, or from what to what it went. */
const told = ({ field, was, became, pair }: Change, nameOf: NameOf): string => {
  const [from, to] = [pair ? short(field, was, nameOf) : undefined, short(field, became, nameOf)];
  const both = from !== undefined && to !== undefined && typeof became !== 'boolean';
  const value = both
    ? `${from} → ${to}`
    : was === null || became === null || typeof became === 'boolean'
      ? (to ?? from)
      : undefined;
  return value === undefined ? fieldWords(field) : `${fieldWords(field)}: ${value}`;
};
const unknown: NameOf = () => undefined;
/** One quiet line under the action: what it was done to, and which fields changed. */
export const aboutWords = (
  { target, changes, actor_id }: { target: string | null; changes: unknown; actor_id?: string | null },
  nameOf: NameOf = unknown,
): string => {
  const plain = targetWords(target);
  if (plain !== null) return plain;
  // Who signed in need not be told twice.
  const thing = target === null || target === actor_id ? undefined : nameOf(target);
  const says = ({ field, was, became }: Change): boolean =>
    field !== '' && (thing === undefined || !names.has(field) || (was !== null && was !== became));
  const fields = changesOf(changes).filter(says);
  const words = fields.slice(0, FIELDS_MOST).map((one) => told(one, nameOf));
  const about = words.join(', ') + (fields.length > FIELDS_MOST ? '…' : '');
  return [thing, about].filter(Boolean).join(' · ');
};
/** Fields that repeat the name of what a line is about. */
const names = new Set(['title', 'name', 'tag']);

/** Lists of names, people or actions: two of them are not a before and an after. */
const lists = new Set(['people', 'titles', 'actions_added', 'actions_changed', 'actions_removed']);
const isList = (field: string, value: readonly unknown[]): boolean =>
  lists.has(field) && value.every((one) => typeof one === 'string' || (typeof one === 'object' && one !== null));

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
