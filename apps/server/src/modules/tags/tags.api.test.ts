import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { jobContext } from '../../platform/jobs.ts';
import { refreshMembershipJob } from './tags.jobs.ts';

const started = async () => {
  const org = await make.organization();
  return { org, administrator: await make.operator(org) };
};

test('an organisation starts with six tags, and adds its own after them', async () => {
  const { org, administrator } = await started();
  const made = await call('tags.create', administrator, { title: 'Касса' });
  expect(made).toMatchObject({ type: 'arbitrary', color: '#A259FF', is_system: false, employees_count: 0 });
  const titles = (await call('tags.list', administrator, {})).data.map((tag) => tag.title);
  expect(titles).toEqual([
    'Новый сотрудник',
    'Не зарегистрирован',
    'Низкий риск',
    'Средний риск',
    'Высокий риск',
    'отчеты',
    'Касса',
  ]);
  await expect(call('tags.create', administrator, { title: 'КАССА' })).rejects.toMatchObject({
    constraint: 'tags_title_taken',
  });
  expect((await actionLog(org.id)).map((line) => line.action)).toEqual(['tag.created']);
});

test('people join by id, by department with descendants, and by selection; no one joins twice', async () => {
  const { org, administrator } = await started();
  const tag = await make.tag(org);
  const head = await make.department(org);
  const below = await make.department(org, 'Ниже', head.id);
  const [a, b, c] = [
    await make.employee(org, { department_id: head.id }),
    await make.employee(org, { department_id: below.id }),
    await make.employee(org),
  ];
  expect(
    await call('tags.assign', administrator, { tag_id: tag.id, departments_ids: [head.id], exclude_users_ids: [a.id] }),
  ).toEqual({ assigned: 1 });
  expect(await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [b.id, c.id] })).toEqual({
    assigned: 1,
  });
  expect(
    await call('tags.assign', administrator, {
      tag_id: tag.id,
      selection: { all: true, filter: { departments: [head.id] } },
    }),
  ).toEqual({ assigned: 1 });
  expect((await call('tags.users', administrator, { id: tag.id })).total_count).toBe(3);
  await call('tags.remove-user', administrator, { tagId: tag.id, userId: c.id });
  expect(await call('tags.remove-users', administrator, { tagId: tag.id, departments_ids: [below.id] })).toEqual({
    removed: 1,
  });
  expect((await call('tags.users', administrator, { id: tag.id })).data.map((one) => one.id)).toEqual([a.id]);
});

test('tags that fill themselves are neither filled by hand nor renamed nor deleted, but can be switched off', async () => {
  const { org, administrator } = await started();
  const newbie = (await call('tags.list', administrator, {})).data.find((tag) => tag.type === 'newbie')!;
  const person = await make.employee(org);
  const rejected = { code: 'tag.system_tag' };
  await expect(call('tags.assign', administrator, { tag_id: newbie.id, users_ids: [person.id] })).rejects.toMatchObject(
    rejected,
  );
  await expect(call('tags.update', administrator, { id: newbie.id, title: 'x' })).rejects.toMatchObject(rejected);
  await expect(call('tags.remove', administrator, { id: newbie.id })).rejects.toMatchObject(rejected);
  expect(await call('tags.toggle', administrator, { tag_id: newbie.id, toggle: false })).toMatchObject({
    is_active: false,
  });
});

test('a tag of the organisation is changed and deleted; stale edits and other organisations are rejected', async () => {
  const { org, administrator } = await started();
  const tag = await make.tag(org);
  expect(await call('tags.update', administrator, { id: tag.id, color: '#112233', version: 1 })).toMatchObject({
    color: '#112233',
    version: 2,
  });
  await expect(call('tags.update', administrator, { id: tag.id, title: 'x', version: 1 })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  const stranger = await make.operator(await make.organization());
  const gone = { code: 'tag.not_found' };
  await expect(call('tags.users', stranger, { id: tag.id })).rejects.toMatchObject(gone);
  await expect(call('tags.toggle', stranger, { tag_id: tag.id, toggle: false })).rejects.toMatchObject(gone);
  await expect(call('tags.assign', stranger, { tag_id: tag.id, users_ids: [stranger.id] })).rejects.toMatchObject(gone);
  await expect(call('tags.remove', stranger, { id: tag.id })).rejects.toMatchObject(gone);
  await call('tags.remove', administrator, { id: tag.id });
  await expect(call('tags.users', administrator, { id: tag.id })).rejects.toMatchObject(gone);
  await expect(call('tags.create', administrator, { title: 'x', color: 'red' })).rejects.toMatchObject({
    issues: [{ path: ['color'] }],
  });
});

test('removed people are not members any more', async () => {
  const { org, administrator } = await started();
  const tag = await make.tag(org);
  const person = await make.employee(org);
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [person.id] });
  await call('employees.remove', administrator, { id: person.id });
  expect((await call('tags.users', administrator, { id: tag.id })).total_count).toBe(0);
  expect((await call('tags.list', administrator, {})).data.find((one) => one.id === tag.id)?.employees_count).toBe(0);
});

test('tags that fill themselves follow registration, risk and time, only for the given people', async () => {
  const org = await make.organization();
  const person = await make.employee(org, { is_registered: false });
  const tagsOf = async () =>
    (
      await stored<{ title: string }>(
        'select t.title from tag_employees m join tags t on t.id = m.tag_id where m.employee_id = $1 order by 1',
        [person.id],
      )
    ).map((row) => row.title);
  const refresh = (employee_ids: string[] | null) =>
    refreshMembershipJob(jobContext(on, org.id, new AbortController().signal), {
      organization_id: org.id,
      employee_ids,
    });
  const on = await platform();
  await refresh(null);
  expect(await tagsOf()).toEqual(['Не зарегистрирован', 'Новый сотрудник']);
  await inOrganization(org.id, 'write', (tx) =>
    tx
      .updateTable('employees')
      .set({ is_registered: true, risk_level: 6.4, created_at: new Date(Date.now() - 40 * 86_400_000) })
      .where('id', '=', person.id)
      .execute(),
  );
  await refresh([]);
  expect(await tagsOf()).toEqual(['Не зарегистрирован', 'Новый сотрудник']);
  await refresh([person.id]);
  await refresh([person.id]); // twice changes nothing
  expect(await tagsOf()).toEqual(['Средний риск']);
});
