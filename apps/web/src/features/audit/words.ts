import type { AuditKind } from '@sergak/contract/audit/audit.rules.ts';
import type { AuditThing } from '@sergak/contract/audit/audit.endpoints.ts';
import { auditReferences } from '@sergak/contract/audit/audit.rules.ts';
import type { AuditChange } from '@sergak/contract/audit/audit.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { hasText, textOf } from '../../shared/i18n/use-t.ts';
import { nameOfZone } from '../../shared/zone-name.ts';

/** An entry of the audit log as the list returns it. */
export type AuditRow = CallOutput<'audit.list'>['data'][number];

/** The action in words; the bare name for an action that an older or newer version wrote. */
export const actionWords = (action: string): string => {
  const key = `audit:action.${action}`;
  return hasText(key) ? textOf(key) : action;
};

/** The name of a field or detail. */
export const fieldWords = (field: string): string => {
  const key = `audit:field.${field}`;
  return hasText(key) ? textOf(key) : field;
};

export const kindWords = (kind: AuditKind): string => textOf(`audit:kind.${kind}`);

/** A stored keyword (role, state, language) in readable form; undefined for values that are data. */
export const valueWords = (field: string, value: string | number): string | undefined => {
  if (field === 'time_zone') return nameOfZone(String(value));
  const key = `audit:value.${field}.${value}`;
  return hasText(key) ? textOf(key) : undefined;
};
/** Details that are ids, in addition to the fields of `auditReferences`. */
const referring = new Set(['actor_id', 'task_id']);
/** Whether the values of a field or detail are ids of other things. */
export const isReference = (field: string): boolean => referring.has(field) || Object.hasOwn(auditReferences, field);

/** Returns the name for an id, or undefined if the id is not known. */
export type NameOf = (id: string) => string | undefined;
/** The name of a thing, and whether it has been removed or deleted since. */
export const thingWords = ({ kind, name, state }: AuditThing): string => {
  if (name === null) return textOf('audit:thing.wiped');
  if (state === 'present') return name;
  return textOf(`audit:thing.${kind === 'employee' ? 'left' : 'removed'}`).replace('{{name}}', name);
};

export type Detail = { readonly field: string; readonly value: unknown };
/** Details that are not shown: people have their own list, and the task is an id. */
const silent = new Set(['people', 'task_id']);
export const entryDetails = ({ details }: Pick<AuditRow, 'details'>): readonly Detail[] =>
  Object.entries(details).flatMap(([field, value]) => (silent.has(field) ? [] : [{ field, value }]));

const FIELDS_MOST = 4;
const VALUE_MOST = 60;
const day = /^\d{4}-\d\d-\d\d$/;
/** A value in a few words; undefined if it is empty or too long for a line. */
const short = (field: string, value: unknown, nameOf: NameOf, count: boolean): string | undefined => {
  if (isReference(field)) return typeof value === 'string' ? nameOf(value) : undefined;
  if (typeof value === 'number' && count) return formatNumber(value);
  if (typeof value === 'boolean') return textOf(`audit:${value ? 'yes' : 'no'}`);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const words = valueWords(field, value) ?? (day.test(String(value)) ? formatDate(String(value)) : String(value));
  return words === '' || words.length > VALUE_MOST ? undefined : words;
};
const withValue = (field: string, value: string | undefined): string =>
  value === undefined ? fieldWords(field) : `${fieldWords(field)}: ${value}`;
/** A field with its values before and after, or with its only value. */
const changeWords = ({ field, before, after }: AuditChange, nameOf: NameOf): string => {
  const [from, to] = [short(field, before, nameOf, false), short(field, after, nameOf, false)];
  if (from !== undefined && to !== undefined && typeof after !== 'boolean') return withValue(field, `${from} → ${to}`);
  return withValue(field, before === null || after === null || typeof after === 'boolean' ? (to ?? from) : undefined);
};
const unknown: NameOf = () => undefined;
/** The current name of the target, or else its name at the time of the act. */
export const targetWords = (row: AboutRow, nameOf: NameOf = unknown): string | undefined =>
  (row.target_id === null ? undefined : nameOf(row.target_id)) ?? row.target_title ?? undefined;
type AboutRow = Pick<AuditRow, 'target_id' | 'target_title' | 'actor_id' | 'changes' | 'details'>;
/** The muted text under the action: the target, its changed fields and the details. */
export const aboutWords = (row: AboutRow, nameOf: NameOf = unknown): string => {
  // The column before this one already names the person who signed in.
  const target = row.target_id !== null && row.target_id === row.actor_id ? undefined : targetWords(row, nameOf);
  const isNews = ({ field, before, after }: AuditChange): boolean =>
    target === undefined || !names.has(field) || (before !== null && after !== null);
  const parts = [
    ...row.changes.filter(isNews).map((one) => changeWords(one, nameOf)),
    ...entryDetails(row).map(({ field, value }) => withValue(field, short(field, value, nameOf, true))),
  ];
  const about = parts.slice(0, FIELDS_MOST).join(', ') + (parts.length > FIELDS_MOST ? '…' : '');
  return [target, about].filter(Boolean).join(' · ');
};
/** Fields that repeat the name of the target when it is created or deleted. */
const names = new Set(['title', 'name', 'domain']);
