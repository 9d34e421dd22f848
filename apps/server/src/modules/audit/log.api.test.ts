import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readSheet } from '@sergak/sheets/read-sheet.ts';
import { actionLog, call, inOrganization, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { writeAudit } from '../../platform/audit.ts';
import { sweepAudit } from './chain.service.ts';

const organization = async () => {
  const org = await make.organization({ usersLimit: 10_000 });
  const boss = await make.employee(org, { role: 'super_user', last_name: 'Главная', first_name: 'Анна' });
  return { org, boss };
};
const lineOf = async (boss: Person, action: string) => {
  const page = await call('audit.list', boss, { action });
  return { row: page.data[0]!, things: page.things, total: page.total_count };
};
const crowd = async (org: make.TestOrganization, count: number) =>
  (
    await stored<{ id: string }>(
      `insert into employees (organization_id, department_id, email, last_name, first_name)
       select $1, d.id, 'crowd-' || n || '@' || $2, 'Толпаев', 'Номер' || n
       from departments d cross join generate_series(1, $3::int) n where d.organization_id = $1 and d.is_default returning id`,
      [org.id, org.domain, count],
    )
  ).map((row) => row.id);
/** The sheets of the export of all lines, the first row of each left out. */
const exported = async (org: { id: string }, boss: Person, sheet: string) => {
  const { event_id } = await call('audit.report', boss, {});
  await runJobs('audit.write-export', org.id);
  const { result } = await call('events.get', boss, { id: event_id });
  const file = await call('files.get', boss, { id: (result as { file_id: string }).file_id });
  const path = join(await mkdtemp(join(tmpdir(), 'sergak-audit-')), 'log.xlsx');
  await writeFile(path, await buffer(file.stream));
  const rows: string[][] = [];
  for await (const row of readSheet(path, { sheet })) rows.push(row.cells);
  return rows.slice(1);
};

test('a line names whom it was done to and what its ids mean, by the names of now', async () => {
  const { org, boss } = await organization();
  const person = await make.employee(org, { last_name: 'Ибрагимов', first_name: 'Тимур' });
  const [from, to] = [await make.department(org, 'Склад'), await make.department(org, 'Бухгалтерия')];
  await stored('update employees set department_id = $2 where id = $1', [person.id, from.id]);
  await call('employees.update', boss, { id: person.id, version: 1, department_id: to.id } as never);
  const { row, things } = await lineOf(boss, 'employee.changed');
  const named = new Map(things.map((one) => [one.id, one]));
  expect(row.target).toBe(person.id);
  expect(named.get(person.id)).toEqual({
    id: person.id,
    kind: 'employee',
    name: 'Ибрагимов Тимур',
    state: 'present',
    parent_id: null,
  });
  expect([from.id, to.id].map((id) => named.get(id)?.name)).toEqual(['Склад', 'Бухгалтерия']);
  expect(named.get(boss.id)?.name).toBe('Главная Анна');

  await call('employees.remove', boss, { id: person.id });
  const state = async () => (await lineOf(boss, 'employee.changed')).things.find((one) => one.id === person.id);
  expect(await state()).toMatchObject({ name: 'Ибрагимов Тимур', state: 'removed' });
  await stored(`update employees set last_name = '', first_name = '', wiped_at = now() where id = $1`, [person.id]);
  expect(await state()).toMatchObject({ name: null, state: 'wiped' });
});

test('what is deleted keeps the name that the log told of it; another organisation tells nothing', async () => {
  const { org, boss } = await organization();
  const tag = await make.tag(org, 'Сменный персонал');
  const person = await make.employee(org);
  await call('tags.assign', boss, { tag_id: tag.id, users_ids: [person.id] });
  await call('tags.remove', boss, { id: tag.id });
  const { things } = await lineOf(boss, 'tag.assigned');
  expect(things.find((one) => one.id === tag.id)).toMatchObject({
    kind: 'tag',
    name: 'Сменный персонал',
    state: 'removed',
  });
  const stranger = await make.employee((await organization()).org);
  await inOrganization(org.id, 'write', (tx) =>
    writeAudit(tx, { action: 'employee.changed', target: stranger.id, actorId: boss.id, actorName: 'Анна' }),
  );
  expect((await lineOf(boss, 'employee.changed')).things.map((one) => one.id)).not.toContain(stranger.id);
});

test('the search finds the person or thing by name, the action by its words, and a person who is removed', async () => {
  const { org, boss } = await organization();
  const person = await make.employee(org, { last_name: 'Шахрисабзов', first_name: 'Икром' });
  const department = await make.department(org, 'Лаборатория');
  await call('employees.update', boss, { id: person.id, version: 1, position: 'Химик' } as never);
  await call('departments.update', boss, { id: department.id, title: 'Лаборатория 2' } as never);
  await call('employees.remove', boss, { id: person.id });
  const found = async (search: string) =>
    (await call('audit.list', boss, { search })).data.map((row) => row.action).sort();
  expect(await found('шахрисабз')).toEqual(['employee.changed', 'employee.removed']);
  expect(await found('ЛАБОРАТОРИЯ')).toEqual(['department.changed']);
  expect(await found('Удаление сотрудника')).toEqual(['employee.removed']);
  expect(await found('главная')).toHaveLength(3);
  expect(await found(person.id)).toHaveLength(2);
  expect(await found('нет такого')).toEqual([]);
  const second = await call('audit.list', boss, { search: 'главная', limit: 2, offset: 2 });
  expect([second.data.length, second.total_count]).toEqual([1, 3]);
  const { boss: other } = await organization();
  expect((await call('audit.list', other, { search: 'шахрисабз' })).total_count).toBe(0);
});

test('the search finds a person among those whom bulk work was done to, as an index of the log does', async () => {
  const { org, boss } = await organization();
  const [first, second] = [await crowd(org, 3), await make.employee(org, { last_name: 'Шахрисабзов' })];
  const tag = await make.tag(org, 'Смена');
  await call('tags.assign', boss, { tag_id: tag.id, users_ids: [...first, second.id] });
  await call('tags.remove-users', boss, { tagId: tag.id, users_ids: first });
  const found = async (search: string, as = boss) =>
    (await call('audit.list', as, { search })).data.map((row) => row.action).sort();
  expect(await found('шахрисабзов')).toEqual(['tag.assigned']);
  expect(await found(second.email)).toEqual(['tag.assigned']);
  expect(await found('толпаев номер2')).toEqual(['tag.assigned', 'tag.unassigned']);
  await stored('update employees set deleted_at = now() where id = $1', [second.id]);
  expect(await found('шахрисабзов')).toEqual(['tag.assigned']);
  await stored(`update employees set last_name = '', first_name = '', email = 'x', wiped_at = now() where id = $1`, [
    second.id,
  ]);
  expect(await found('шахрисабзов')).toEqual([]);
  expect(await found('толпаев', (await organization()).boss)).toEqual([]);
  // what is no id in such a list harms nobody, and a line without one is passed over
  await inOrganization(org.id, 'write', (tx) =>
    writeAudit(tx, {
      action: 'employees.removed',
      target: null,
      actorId: boss.id,
      actorName: 'Анна',
      changes: { people: ['x', first[0]!] },
    }),
  );
  expect(await found('толпаев номер1')).toEqual(['employees.removed', 'tag.assigned', 'tag.unassigned']);
});

test('bulk work names everybody by id: within the call, as a long task, and sealed', async () => {
  const { org, boss } = await organization();
  const few = await crowd(org, 150);
  await call('employees.remove-many', boss, { ids: { include_ids: few } });
  const small = await lineOf(boss, 'employees.removed');
  expect(small.row).toMatchObject({ people: true, changes: { people: 150 } });
  const page = await call('audit.people', boss, { line: small.row.id, limit: 200 });
  expect([page.total_count, new Set(page.data.map((one) => one.id))]).toEqual([150, new Set(few)]);
  expect(page.data[0]).toMatchObject({ state: 'removed', name: expect.stringMatching(/^Толпаев/) });

  await stored(`update employees set email = 'x' || email where deleted_at is not null and organization_id = $1`, [
    org.id,
  ]);
  const many = await crowd(org, 2_001);
  await call('employees.remove-many', boss, { ids: { include_ids: many } });
  await runJobs('bulk.work-through', org.id);
  const ended = (await lineOf(boss, 'bulk.ended')).row;
  expect(ended).toMatchObject({ people: true, changes: { people: 2_001, ordered: 2_001 } });
  // so many people are looked for in the lines, a few in the index of them
  const by = async (search: string) => (await call('audit.list', boss, { search })).data.map((line) => line.id);
  expect(await by('толпаев')).toEqual([ended.id, small.row.id]);
  expect(await by('номер2001')).toEqual([ended.id]);
  const last = await call('audit.people', boss, { line: ended.id, limit: 200, offset: 2_000 });
  expect([last.data.length, last.total_count]).toEqual([1, 2_001]);
  const kept = (await actionLog(org.id)).find((line) => line.action === 'bulk.ended')!.changes as { people: string[] };
  expect(new Set(kept.people)).toEqual(new Set(many));

  await sweepAudit(await platform());
  expect(await call('audit.verify', boss, {})).toMatchObject({ pending: 0, broken: null });
  await stored(
    `update audit_log set changes = jsonb_set(changes, '{people,7}', '"x"') where organization_id = $1 and action = 'bulk.ended'`,
    [org.id],
  );
  expect((await call('audit.verify', boss, {})).broken).toMatchObject({ reason: 'changed' });
  const stranger = (await organization()).boss;
  expect(await call('audit.people', stranger, { line: ended.id })).toEqual({ data: [], total_count: 0 });
});

test('a line of an earlier version says how many there were and names those it kept', async () => {
  const { org, boss } = await organization();
  const people = await crowd(org, 100);
  await inOrganization(org.id, 'write', (tx) =>
    writeAudit(tx, {
      action: 'employees.removed',
      target: '1840',
      actorId: boss.id,
      actorName: 'Анна',
      changes: { people },
    }),
  );
  const { row } = await lineOf(boss, 'employees.removed');
  expect(row).toMatchObject({ people: true, changes: { people: 1840 } });
  expect((await call('audit.people', boss, { line: row.id })).total_count).toBe(100);
});

test('the export reads in words beside what was written, and names the people of bulk work', async () => {
  const { org, boss } = await organization();
  const person = await make.employee(org, { last_name: 'Ибрагимов', first_name: 'Тимур' });
  await call('employees.update', boss, { id: person.id, version: 1, position: 'Логист' } as never);
  const few = await crowd(org, 3);
  await call('employees.remove-many', boss, { ids: { include_ids: few } });
  await stored(`update employees set last_name = '', first_name = '', wiped_at = now() where id = $1`, [few[0]]);
  const rows = await exported(org, boss, 'Журнал действий');
  const changed = rows.find((row) => row[7] === 'employee.changed')!;
  expect(changed.slice(3, 6)).toEqual([
    'Изменение данных сотрудника',
    'Ибрагимов Тимур',
    expect.stringMatching(/Должность: .*→ Логист/),
  ]);
  expect(changed[8]).toBe(person.id);
  expect(JSON.parse(changed[9]!)).toHaveProperty('position');
  const people = await exported(org, boss, 'Люди');
  expect(new Set(people.map((row) => row[2]))).toEqual(new Set(few));
  expect(people.find((row) => row[2] === few[0])![1]).toBe('данные удалены');
});
