import { expect, test } from 'vitest';
import { endpoints } from '@sergak/contract/endpoints.ts';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import { languages, readLocales } from '../../../../../scripts/locale-files.ts';
import { aboutWords, changesOf, targetWords } from './words.ts';

const actionOf = (e: Endpoint): string[] =>
  e.method === 'GET' ? [] : 'action' in e.audit ? [e.audit.action] : 'own' in e.audit ? [e.audit.own] : [];
const actions = new Set((Object.values(endpoints) as Endpoint[]).flatMap(actionOf));

test.each(languages)('the action log has words for every action that an endpoint can write: %s', (language) => {
  const texts = readLocales(language).get('audit')!;
  expect(actions.size).toBeGreaterThan(40);
  expect([...actions].filter((action) => !texts.get(`action.${action}`)?.trim())).toEqual([]);
});

test('pairs are before and after; anything else that was told stands alone', () => {
  expect(changesOf({ title: ['A', 'B'], count: 12, ids: ['x', 'y', 'z'] })).toEqual([
    { field: 'title', was: 'A', became: 'B', pair: true },
    { field: 'count', was: null, became: 12, pair: false },
    { field: 'ids', was: null, became: ['x', 'y', 'z'], pair: false },
  ]);
  const two = [{ type: 'letter' }, { type: 'course' }];
  expect(changesOf({ actions_added: two })).toEqual([{ field: 'actions_added', was: null, became: two, pair: false }]);
  expect([changesOf(null), changesOf(undefined)]).toEqual([[], []]);
});

test('ids and inner words are not shown as the thing an action was done to', () => {
  expect([null, 'mail', '0190a7e2-0000-7000-8000-000000000001', 'company.test'].map(targetWords)).toEqual([
    null,
    null,
    null,
    'company.test',
  ]);
});

test('the line under an action names what came, what has gone, and from what to what', () => {
  const about = (changes: unknown): string => aboutWords({ target: null, changes });
  expect(about({ title: [null, 'Филиал'] })).toMatch(/: Филиал$/);
  expect(about({ title: ['Филиал', null] })).toMatch(/: Филиал$/);
  expect(about({ title: ['Филиал', 'Отделение'] })).toMatch(/: Филиал → Отделение$/);
  expect(about({ text: ['я'.repeat(61), 'коротко'] })).not.toMatch(/яяя|коротко/);
  expect(about({ end_date: [null, '2027-11-23'] })).not.toContain('2027-11-23');
  expect(about({ text: [null, 'я'.repeat(61)] })).not.toContain('я'.repeat(61));
  expect(about({ parent_id: [null, '0190a7e2-0000-7000-8000-000000000001'] })).not.toContain('0190a7e2');
});

test('a line names what it was done to and does not repeat it; ids among the changes read as names', () => {
  const [person, from, to] = [1, 2, 3].map((n) => `0190a7e2-0000-7000-8000-00000000000${n}`);
  const names = new Map([
    [person, 'Ибрагимов Тимур'],
    [from, 'Склад'],
    [to, 'Бухгалтерия'],
  ]);
  const about = (target: string | null, changes: unknown): string =>
    aboutWords({ target, changes }, (id) => names.get(id));
  expect(about(person!, { department_id: [from, to] })).toMatch(/^Ибрагимов Тимур · .*: Склад → Бухгалтерия$/);
  expect(about(from!, { title: 'Склад', people: 1840 })).toMatch(/^Склад · [^·]*1.840$/);
  expect(about('1840', { people: 1840 })).toMatch(/: 1.840$/);
});
