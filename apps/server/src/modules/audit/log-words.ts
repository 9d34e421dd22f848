import type { Language } from '@sergak/contract/session/session.schema.ts';
import { logWords } from './log-words.gen.ts';

const ACTION = 'action.';
/** Of a long list in a cell, so many are told. */
const TOLD = 50;

/** What was done, in words; the bare name for an action that an older or newer version has written. */
export const actionWords = (action: string, language: Language): string =>
  logWords[language][ACTION + action] ?? action;

/** The actions whose words hold a search in small letters. */
export const actionsSaying = (needle: string, language: Language): string[] =>
  Object.entries(logWords[language])
    .filter(([key]) => key.startsWith(ACTION))
    .filter(([, text]) => text.toLowerCase().includes(needle))
    .map(([key]) => key.slice(ACTION.length));

/** Fields that hold a list: two of it are not a before and an after. */
const lists = new Set(['titles', 'people', 'actions_added', 'actions_changed', 'actions_removed']);

/** How an id reads, or undefined where it is none that is known. */
export type NameOf = (id: string) => string | undefined;

/** What a line changed as people read it: «Роль: Сотрудник → Оператор; Отдел: Склад → Бухгалтерия». */
export const changeWords = (changes: unknown, language: Language, nameOf: NameOf): string => {
  const words = logWords[language];
  const value = (field: string, one: unknown): string => {
    if (one === null || one === undefined) return '—';
    if (typeof one === 'boolean') return words[one ? 'yes' : 'no']!;
    if (Array.isArray(one))
      return (
        one
          .slice(0, TOLD)
          .map((part) => value(field, part))
          .join(', ') + (one.length > TOLD ? '…' : '')
      );
    if (typeof one === 'object') return `(${changeWords(one, language, nameOf)})`;
    const text = String(one);
    return words[`value.${field}.${text}`] ?? nameOf(text) ?? text;
  };
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    return changes === null ? '' : String(changes);
  return Object.entries(changes)
    .map(([field, one]) => {
      const pair = Array.isArray(one) && one.length === 2 && !lists.has(field);
      const told = pair ? `${value(field, one[0])} → ${value(field, one[1])}` : value(field, one);
      return `${words[`field.${field}`] ?? field}: ${told}`;
    })
    .join('; ');
};
