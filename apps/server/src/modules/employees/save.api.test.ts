import { expect, test } from 'vitest';
import { actionLog, call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

const fixture = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const [old, added] = [await make.tag(org, 'Старый'), await make.tag(org, 'Новый')];
  const person = await make.employee(org);
  await call('tags.assign', administrator, { tag_id: old.id, users_ids: [person.id] });
  const read = async () => {
    const { position, version, tags } = await call('employees.get', administrator, { id: person.id });
    return { position, version, tags: tags.map((tag) => tag.title) };
  };
  const tags = { tags_added: [added.id], tags_removed: [old.id] };
  return { org, administrator, old, added, person, read, tags };
};

test('one save adds tags, removes tags and writes the fields, with one line in the audit log', async () => {
  const { org, administrator, person, read, tags } = await fixture();
  const before = (await actionLog(org.id)).length;
  const saved = await call('employees.save', administrator, {
    id: person.id,
    version: 1,
    position: 'Бухгалтер',
    ...tags,
  });
  expect(saved).toMatchObject({ position: 'Бухгалтер', version: 2, tags: [{ title: 'Новый' }] });
  expect(await read()).toEqual({ position: 'Бухгалтер', version: 2, tags: ['Новый'] });
  expect((await actionLog(org.id)).slice(before)).toMatchObject([
    {
      action: 'employee.changed',
      target: person.id,
      changes: { tags: [['Старый'], ['Новый']], position: ['', 'Бухгалтер'] },
    },
  ]);
});

test('a rejected save stores nothing: stale version, foreign tag, automatic tag, wrong department, taken address', async () => {
  const { org, administrator, old, added, person, read } = await fixture();
  const other = await make.employee(org);
  const foreign = await make.tag(await make.organization());
  const newbie = (await call('tags.list', administrator, {})).data.find((tag) => tag.type === 'newbie')!;
  await call('employees.update', administrator, { id: person.id, version: 1, position: 'Аудитор' });
  const stored = await read();
  const lines = (await actionLog(org.id)).length;
  const save = { id: person.id, version: 2, tags_added: [added.id], tags_removed: [old.id], first_name: 'Зоя' };
  const rejections: [object, object][] = [
    [
      { version: 1 },
      { code: 'common.stale_version', details: { current: { version: 2, tags: [{ title: 'Старый' }] } } },
    ],
    [{ tags_added: [added.id, foreign.id] }, { code: 'tag.not_found' }],
    [{ tags_added: [added.id, newbie.id] }, { code: 'tag.system_tag' }],
    [{ department_id: nobody }, { code: 'department.not_found' }],
    [{ email: other.email }, { constraint: 'employees_email_taken' }],
    [{ id: nobody }, { code: 'employee.not_found' }],
    [{ role: 'super_user' }, { code: 'employee.role_forbidden' }],
  ];
  for (const [changes, rejection] of rejections)
    await expect(call('employees.save', administrator, { ...save, ...changes } as never)).rejects.toMatchObject(
      rejection,
    );
  expect(await read()).toEqual(stored);
  expect(await actionLog(org.id)).toHaveLength(lines);
});

test('tags that another administrator has already added or removed cause no error and no stale version', async () => {
  const { administrator, old, added, person, read, tags } = await fixture();
  await call('tags.assign', administrator, { tag_id: added.id, users_ids: [person.id] });
  await call('tags.remove-user', administrator, { tagId: old.id, userId: person.id });
  await call('employees.save', administrator, { id: person.id, version: 1, ...tags });
  expect(await read()).toEqual({ position: '', version: 1, tags: ['Новый'] });
});

test('changes of tags alone do not hide the changes that a stale edit has missed', async () => {
  const { administrator, added, person } = await fixture();
  await call('employees.update', administrator, { id: person.id, version: 1, position: 'Аудитор' });
  await call('employees.save', administrator, { id: person.id, version: 2, tags_added: [added.id] });
  await expect(
    call('employees.save', administrator, { id: person.id, version: 1, first_name: 'Зоя' }),
  ).rejects.toMatchObject({
    code: 'common.stale_version',
    details: { changes: [{ field: 'position', from: '', to: 'Аудитор' }] },
  });
});

test('two saves of the same people and tags in opposite order wait for each other', async () => {
  const { org, administrator, old, added, person } = await fixture();
  const other = await make.employee(org);
  const saves = Array.from({ length: 6 }, (_, i) =>
    call('employees.save', administrator, {
      id: i % 2 ? person.id : other.id,
      tags_added: i % 2 ? [old.id, added.id] : [added.id, old.id],
    }),
  );
  const bulk = call('tags.assign', administrator, { tag_id: added.id, users_ids: [person.id, other.id] });
  await Promise.all([...saves, bulk]);
  const { data } = await call('tags.users', administrator, { id: added.id });
  expect(data.map((one) => one.id).sort()).toEqual([person.id, other.id].sort());
});
