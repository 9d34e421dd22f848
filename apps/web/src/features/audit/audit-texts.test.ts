import { expect, test } from 'vitest';
import { endpoints } from '@sergak/contract/endpoints.ts';
import type { AuditChange } from '@sergak/contract/audit/audit.schema.ts';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import { languages, readLocales } from '../../../../../scripts/locale-files.ts';
import { aboutWords, entryDetails } from './words.ts';

const actionOf = (e: Endpoint): string[] =>
  e.method === 'GET' ? [] : 'action' in e.audit ? [e.audit.action] : 'own' in e.audit ? [e.audit.own] : [];
const actions = new Set((Object.values(endpoints) as Endpoint[]).flatMap(actionOf));

test.each(languages)('the action log has words for every action that an endpoint can write: %s', (language) => {
  const texts = readLocales(language).get('audit')!;
  expect(actions.size).toBeGreaterThan(40);
  expect([...actions].filter((action) => !texts.get(`action.${action}`)?.trim())).toEqual([]);
});

const row = {
  target_id: null,
  target_title: null,
  actor_id: null,
  changes: [],
  details: {},
} satisfies Parameters<typeof aboutWords>[0];

test('details leave out the list of people and the id of the task', () => {
  const details = { affected: 12, people: 12, task_id: '0190a7e2-0000-7000-8000-000000000001' };
  expect(entryDetails({ details })).toEqual([{ field: 'affected', value: 12 }]);
  expect(aboutWords({ ...row, details: { affected: 1840 } })).toMatch(/: 1.840$/);
});

test('the line under an action shows added and removed values, and values before and after', () => {
  const about = (field: AuditChange['field'], before: AuditChange['before'], after: AuditChange['after']): string =>
    aboutWords({ ...row, changes: [{ field, before, after }] });
  expect(about('title', null, 'Филиал')).toMatch(/: Филиал$/);
  expect(about('title', 'Филиал', null)).toMatch(/: Филиал$/);
  expect(about('title', 'Филиал', 'Отделение')).toMatch(/: Филиал → Отделение$/);
  expect(about('text', 'я'.repeat(61), 'коротко')).not.toMatch(/яяя|коротко/);
  expect(about('deadline', null, '2027-11-23')).not.toContain('2027-11-23');
  expect(about('text', null, 'я'.repeat(61))).not.toContain('я'.repeat(61));
  expect(about('parent_id', null, '0190a7e2-0000-7000-8000-000000000001')).not.toContain('0190a7e2');
});

test('names the target by its present name, else by its stored title, and does not repeat it', () => {
  const [person, from, to] = [1, 2, 3].map((n) => `0190a7e2-0000-7000-8000-00000000000${n}`) as [
    string,
    string,
    string,
  ];
  const names = new Map([
    [person, 'Ибрагимов Тимур'],
    [from, 'Склад'],
    [to, 'Бухгалтерия'],
  ]);
  const nameOf = (id: string) => names.get(id);
  const moved = { field: 'department_id', before: from, after: to } as const;
  expect(aboutWords({ ...row, target_id: person, changes: [moved] }, nameOf)).toMatch(
    /^Ибрагимов Тимур · .*: Склад → Бухгалтерия$/,
  );
  const created = { ...row, target_id: 'gone', target_title: 'Смена' };
  expect(aboutWords({ ...created, changes: [{ field: 'title', before: null, after: 'Смена' }] }, nameOf)).toBe('Смена');
  expect(aboutWords({ ...row, target_id: person, actor_id: person }, nameOf)).toBe('');
});
