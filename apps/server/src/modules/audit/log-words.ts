import type { AuditChange } from '@sergak/contract/audit/audit.schema.ts';
import { isFound } from '@sergak/contract/fold.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { listTexts } from '../../platform/texts.ts';
import { zoneNameIn } from '../../platform/zone-name.ts';

const ACTION = 'action.';
/** Maximum number of list items shown in a cell. */
const LIST_MOST = 50;

/** The text of an action, or its identifier if another version of the product wrote it. */
export const actionWords = (action: string, language: Language): string =>
  listTexts(language, 'audit').get(ACTION + action) ?? action;

/** Actions whose text contains the words of a search. */
export const findActionsByText = (search: string, language: Language): string[] =>
  [...listTexts(language, 'audit')]
    .filter(([key]) => key.startsWith(ACTION))
    .filter(([, text]) => isFound(text, search))
    .map(([key]) => key.slice(ACTION.length));

/** Returns the name for an id, or undefined if it is unknown. */
export type NameOf = (id: string) => string | undefined;
type Entry = {
  readonly changes?: readonly AuditChange[] | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** The changes and details of an entry as text: «Роль: Сотрудник → Оператор; Отдел: Склад → Бухгалтерия; Людей: 12». */
export const entryWords = ({ changes = [], details = {} }: Entry, language: Language, nameOf: NameOf): string => {
  const words = listTexts(language, 'audit');
  const value = (field: string, one: unknown): string => {
    if (one === null || one === undefined) return '—';
    if (typeof one === 'boolean') return words.get(one ? 'yes' : 'no')!;
    if (Array.isArray(one)) {
      const items = one.slice(0, LIST_MOST).map((part) => value(field, part));
      return items.join(', ') + (one.length > LIST_MOST ? '…' : '');
    }
    if (typeof one === 'object') {
      const { changes: inner, ...rest } = one as { changes?: AuditChange[] };
      return `(${entryWords({ changes: inner, details: rest }, language, nameOf)})`;
    }
    const text = String(one);
    if (field === 'time_zone') return zoneNameIn(language, text);
    return words.get(`value.${field}.${text}`) ?? nameOf(text) ?? text;
  };
  const named = (field: string, text: string) => `${words.get(`field.${field}`) ?? field}: ${text}`;
  return [
    ...changes.map(({ field, before, after }) => named(field, `${value(field, before)} → ${value(field, after)}`)),
    ...Object.entries(details).map(([field, one]) => named(field, value(field, one))),
  ].join('; ');
};
