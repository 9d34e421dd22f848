import { expect, test } from 'vitest';
import { actionLog, call, platform, queued, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { answerError } from '../../platform/http/answer-error.ts';
import { atTime } from '../../platform/clock.ts';
import { sweepUnfinished } from './unfinished.service.ts';

const form = {
  title: 'Бухарский филиал',
  language: 'ru',
  time_zone: 'Asia/Samarkand',
  users_limit: 10,
  start_date: '2026-01-01',
  end_date: '2027-01-01',
} as const;
const start = async (usersLimit = 100) => {
  const org = await make.organization({ usersLimit });
  return { org, boss: await make.employee(org, { role: 'super_user' }) };
};
/** The person with new descendant organisations in scope, as a session reads the subtree again on each call. */
const seeing = (person: Person, ...ids: string[]): Person => ({
  ...person,
  readable: [...(person.readable ?? [person.organization_id]), ...ids],
});
const rejections = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error & { code: string }] : []));
const peopleOf = async (id: string) =>
  (
    await stored<{ n: number }>(
      'select count(*)::int as n from employees where organization_id = $1 and deleted_at is null',
      [id],
    )
  )[0]!.n;

test('a new child organisation has the default department and tags, starter content, an invited administrator and entries in both logs', async () => {
  const { org, boss } = await start();
  const made = await call('organizations.create-child', boss, {
    ...form,
    administrator: { email: 'Direktor@buxoro.test', last_name: 'Ҳамидова', first_name: 'Зилола' },
  });
  expect(made).toMatchObject({ title: form.title, license: { users_count: 1, users_limit: 10 }, children_count: 0 });
  const [administrator] = await stored<{ id: string; role: string; department: string }>(
    `select e.id, e.role, d.title as department from employees e join departments d on d.id = e.department_id where e.organization_id = $1`,
    [made.id],
  );
  expect(administrator).toMatchObject({ role: 'system_admin', department: 'Без отдела' });
  const tags = (id: string) =>
    stored(
      `select title, type, is_system, life_days, min_risk_level, max_risk_level from tags where organization_id = $1 order by title`,
      [id],
    );
  expect(await tags(made.id)).toEqual(await tags(org.id));
  expect(await stored('select kind, employee_id from outbox where organization_id = $1', [made.id])).toEqual([
    { kind: 'invitation', employee_id: administrator!.id },
  ]);
  // The job is lost, as after its last attempt: the sweep queues it again until the content is installed.
  await stored(`delete from graphile_worker._private_jobs where payload->>'organization_id' = $1`, [made.id]);
  await sweepUnfinished(await platform());
  expect(await queued('organizations.install-starter', made.id)).toHaveLength(1);
  await runJobs('organizations.install-starter', made.id);
  await sweepUnfinished(await platform());
  expect(await queued('organizations.install-starter', made.id)).toEqual([]);
  const [starter] = await stored<{ courses: number; templates: number; categories: number }>(
    `select (select count(*)::int from courses where organization_id = $1) as courses,
      (select count(*)::int from templates where organization_id = $1) as templates,
      (select count(*)::int from template_categories where organization_id = $1) as categories`,
    [made.id],
  );
  // Courses and templates are copied when they are used.
  expect(starter).toEqual({ courses: 0, templates: 0, categories: 8 });
  for (const id of [org.id, made.id])
    expect((await actionLog(id)).at(-1)).toMatchObject({ action: 'organization.created', target: made.id });
});

test('the licence of a child stays within the free places and dates of its parent', async () => {
  const { org, boss } = await start(20);
  await make.employee(org);
  await call('organizations.create-child', boss, { ...form, title: 'Первая', users_limit: 8 });
  const rejected = call('organizations.create-child', boss, { ...form, users_limit: 11 });
  await expect(rejected).rejects.toMatchObject({
    code: 'licence.users_limit',
    details: { users_limit: 20, users_count: 2, given_to_children: 8, added: 11, room: 10 },
  });
  expect(answerError(await rejected.catch((error: unknown) => error), 'x').body.message).toContain('Number of users');
  for (const days of [
    { start_date: '2019-12-31' },
    { end_date: '2100-01-01' },
    { start_date: '2027-02-01', end_date: '2027-01-01' },
  ])
    await expect(call('organizations.create-child', boss, { ...form, ...days })).rejects.toMatchObject({
      code: 'organization.licence_dates',
    });
  await expect(call('organizations.create-child', boss, { ...form, time_zone: 'Mars/Olympus' })).rejects.toMatchObject({
    code: 'organization.time_zone',
  });
  // A limit of zero places, together with a first administrator.
  await expect(
    call('organizations.create-child', boss, {
      ...form,
      users_limit: 0,
      administrator: { email: 'a@b.test', last_name: 'А', first_name: 'Б' },
    }),
  ).rejects.toMatchObject({ code: 'licence.users_limit' });
});

test('a person cannot create an administrator of a higher role than their own', async () => {
  const { org } = await start();
  const administrator = await make.operator(org);
  await expect(
    call('organizations.create-child', administrator, {
      ...form,
      administrator: { email: 'a@b.test', last_name: 'А', first_name: 'Б' },
    }),
  ).rejects.toMatchObject({ code: 'employee.role_forbidden' });
});

test('titles of sibling organisations are unique, ignoring letter case; an organisation under removal frees its title', async () => {
  const { boss } = await start(100);
  const first = await call('organizations.create-child', boss, { ...form, title: 'Завод', users_limit: 5 });
  const again = () => call('organizations.create-child', boss, { ...form, title: 'ЗАВОД', users_limit: 5 });
  await expect(again()).rejects.toMatchObject({ constraint: 'organizations_title_taken' });
  const other = await call('organizations.create-child', boss, { ...form, title: 'Склад', users_limit: 5 });
  const both = seeing(boss, first.id, other.id);
  const { version } = await call('organizations.get', both, { id: other.id });
  await expect(call('organizations.save-child', both, { id: other.id, title: 'завод', version })).rejects.toMatchObject(
    { constraint: 'organizations_title_taken' },
  );
  await stored('update organizations set removal_started_at = now() where id = $1', [first.id]);
  expect(await again()).toMatchObject({ title: 'ЗАВОД' });
});

test('two children created concurrently cannot both take the last places', async () => {
  const { org, boss } = await start(100);
  const results = await Promise.allSettled(
    ['A', 'B', 'C'].map((title) => call('organizations.create-child', boss, { ...form, title, users_limit: 60 })),
  );
  expect(rejections(results).map((one) => one.code)).toEqual(['licence.users_limit', 'licence.users_limit']);
  const [sum] = await stored<{ n: number }>(
    'select sum(users_limit)::int as n from organizations where parent_id = $1',
    [org.id],
  );
  expect(sum!.n).toBe(60);
});

test('a limit that is lowered while people are added never falls below their number', async () => {
  const { boss } = await start(100);
  for (let round = 0; round < 4; round += 1) {
    const child = await call('organizations.create-child', boss, { ...form, title: `Дочь ${round}`, users_limit: 3 });
    const clerk: Person = { ...boss, acting: child.id };
    const add = (n: number) =>
      call('employees.add', clerk, { email: `p${n}@x.test`, last_name: 'Р', first_name: 'Т', need_message: 'false' });
    await add(0);
    const results = await Promise.allSettled([
      call('organizations.save-child', seeing(boss, child.id), { id: child.id, version: 1, users_limit: 2 }),
      add(1),
      add(2),
    ]);
    const [row] = await stored<{ users_limit: number }>('select users_limit from organizations where id = $1', [
      child.id,
    ]);
    expect(await peopleOf(child.id)).toBeLessThanOrEqual(row!.users_limit);
    expect(rejections(results).every((one) => one.code === 'licence.users_limit')).toBe(true);
    expect(rejections(results)).toHaveLength(1);
  }
});

test('people added to parent and child concurrently fit both licences', async () => {
  const { org, boss } = await start(10);
  const child = await call('organizations.create-child', boss, { ...form, users_limit: 5 });
  const add = (who: Person, n: number) =>
    call('employees.add', who, { email: `p${n}@x.test`, last_name: 'Р', first_name: 'Т', need_message: 'false' });
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => [add(boss, n), add({ ...boss, acting: child.id }, n)]).flat(),
  );
  expect(await peopleOf(org.id)).toBe(5); // the super user and four more: ten places minus the five given to the child
  expect(await peopleOf(child.id)).toBe(5);
  expect(rejections(results)).toHaveLength(7);
  expect(new Set(rejections(results).map((one) => one.code))).toEqual(new Set(['licence.users_limit']));
});

test('a parent changes the licence of a child, the child cannot; a stale form is rejected', async () => {
  const { boss } = await start(50);
  const child = await call('organizations.create-child', boss, form);
  const top = seeing(boss, child.id);
  const saved = await call('organizations.save-child', top, {
    id: child.id,
    version: 1,
    title: 'Филиал в Бухаре',
    users_limit: 40,
    end_date: '2028-01-01',
    holidays: ['2026-03-21'],
  });
  expect(saved).toMatchObject({
    title: 'Филиал в Бухаре',
    version: 2,
    license: { users_limit: 40, end_date: '2028-01-01' },
  });
  await expect(
    call('organizations.save-child', top, { id: child.id, version: 1, title: 'Ещё раз' }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  await expect(
    call('organizations.save-child', top, { id: child.id, version: 2, users_limit: 50 }),
  ).rejects.toMatchObject({ code: 'licence.users_limit' });
  await expect(
    call('organizations.save-child', top, { id: child.id, version: 2, end_date: '2200-01-01' }),
  ).rejects.toMatchObject({ code: 'organization.licence_dates' });
  const own: Person = { ...boss, acting: child.id };
  await expect(call('organizations.save', own, { version: 2, users_limit: 1000 } as never)).rejects.toThrow();
  await expect(
    call('organizations.save-child', own, { id: child.id, version: 2, users_limit: 41 }),
  ).rejects.toMatchObject({ code: 'organization.not_found' });
  expect((await actionLog(child.id)).at(-1)).toMatchObject({
    action: 'organization.changed',
    changes: { title: ['Бухарский филиал', 'Филиал в Бухаре'], users_limit: [10, 40] },
  });
});

test('an administrator two levels up manages a grandchild, whose places count against its parent', async () => {
  const { org, boss } = await start(50);
  const child = await call('organizations.create-child', boss, { ...form, users_limit: 20 });
  const top = seeing(boss, child.id);
  const grandchild = await call('organizations.create-child', top, { ...form, parent_id: child.id, users_limit: 15 });
  expect((await call('organizations.children', seeing(top, grandchild.id), {})).data).toMatchObject([
    { id: child.id, children_count: 1 },
  ]);
  expect(
    (await call('organizations.children', seeing(top, grandchild.id), { parent_id: child.id })).data,
  ).toMatchObject([{ id: grandchild.id, license: { users_count: 0, users_limit: 15 } }]);
  await expect(
    call('organizations.create-child', top, { ...form, parent_id: child.id, users_limit: 6 }),
  ).rejects.toMatchObject({ code: 'licence.users_limit' });
  await expect(
    call('organizations.save-child', top, { id: child.id, version: 1, users_limit: 14 }),
  ).rejects.toMatchObject({ code: 'licence.users_limit', details: { given_to_children: 15 } });
  await expect(
    call('organizations.save-child', top, { id: child.id, version: 1, end_date: '2026-06-01' }),
  ).rejects.toMatchObject({ code: 'organization.licence_dates' });
  expect(await call('organizations.get', seeing(top, grandchild.id), { id: child.id })).toMatchObject({
    children_count: 1,
    license: { children_limit: 15 },
  });
  expect((await call('organizations.current', boss, {})).license).toMatchObject({ children_limit: 20 });
  expect(org.id).not.toBe(child.id);
});

test('every page shows the same number of used places over three levels: own people plus places given to children', async () => {
  const { org, boss } = await start(100);
  const child = await call('organizations.create-child', boss, { ...form, users_limit: 60 });
  const top = seeing(boss, child.id);
  const grandchild = await call('organizations.create-child', top, { ...form, parent_id: child.id, users_limit: 15 });
  const all = seeing(top, grandchild.id);
  for (const [acting, count] of [
    [child.id, 3],
    [grandchild.id, 2],
  ] as const)
    for (let n = 0; n < count; n += 1)
      await call(
        'employees.add',
        { ...boss, acting },
        { email: `p${n}@x.test`, last_name: 'Р', first_name: 'Т', need_message: 'false' },
      );
  const licencesOnPages = async (id: string, parent: string) => {
    const rows = (await call('organizations.children', all, { parent_id: parent })).data;
    return [
      rows.find((row) => row.id === id)!.license,
      (await call('organizations.get', all, { id })).license,
      (await call('organizations.current', { ...all, acting: id }, {})).license,
    ];
  };
  for (const license of await licencesOnPages(child.id, org.id))
    expect(license).toMatchObject({ users_count: 3, children_limit: 15, users_limit: 60 });
  for (const license of await licencesOnPages(grandchild.id, child.id))
    expect(license).toMatchObject({ users_count: 2, children_limit: 0, users_limit: 15 });
  expect((await call('organizations.current', boss, {})).license).toMatchObject({ users_count: 1, children_limit: 60 });
  // An organisation under removal is not listed or readable, and keeps its places until its rows are deleted.
  await stored('update organizations set removal_started_at = now() where id = $1', [grandchild.id]);
  expect((await call('organizations.children', top, {})).data).toMatchObject([
    { id: child.id, children_count: 0, license: { users_count: 3, children_limit: 15 } },
  ]);
  expect((await call('organizations.get', top, { id: child.id })).license).toMatchObject({ children_limit: 15 });
});

test('siblings, ancestors and unrelated organisations are not found, in path, query and body', async () => {
  const { org, boss } = await start();
  const stranger = await make.organization();
  const sibling = await make.organization({ parent: org });
  const below = await make.organization({ parent: org });
  const inside: Person = { ...boss, acting: below.id };
  for (const id of [stranger.id, sibling.id, org.id]) {
    const calls = [
      () => call('organizations.get', inside, { id }),
      () => call('organizations.children', inside, { parent_id: id }),
      () => call('organizations.campaigns', inside, { id }),
      () => call('organizations.create-child', inside, { ...form, parent_id: id }),
      () => call('organizations.save-child', inside, { id, version: 1, title: 'x' }),
      () => call('organizations.remove-logo', inside, { id, kind: 'light' }),
      () => call('statistics.current-risk-level', inside, { id, days_period: 90 }),
    ];
    for (const one of calls) await expect(one()).rejects.toMatchObject({ code: 'organization.not_found' });
  }
  expect((await call('organizations.children', boss, {})).data).toEqual([]); // without the permission to read descendants
});

test('hostile input: long and right-to-left names, huge limits, lists instead of values', async () => {
  const { boss } = await start();
  const create = (changes: object) => call('organizations.create-child', boss, { ...form, ...changes } as never);
  for (const changes of [
    { title: 'я'.repeat(300) },
    { title: '   ' },
    { title: ['а'] },
    { users_limit: 1e9 },
    { users_limit: -1 },
    { users_limit: 1.5 },
    { users_limit: ['5'] },
    { start_date: '2026-02-30' },
    { language: ['ru'] },
    { id: boss.id },
    { path: [boss.organization_id] },
    { parent_id: ['x'] },
    { administrator: { email: 'нет', last_name: 'А', first_name: 'Б' } },
    { administrator: { email: 'a@b.test', last_name: 'А', first_name: 'Б', role: 'super_user' } },
  ])
    await expect(create(changes), JSON.stringify(changes)).rejects.toThrow(/invalid|unrecognized|too|expected/i);
  const title = 'شركة "; drop table organizations; -- <b>';
  expect((await create({ title: `\u202e${title}` })).title).toBe(title); // characters that change the text direction are removed
});

test('after the licence ends, administrators read and export but start nothing new; learners finish', async () => {
  const { org, boss } = await start();
  const learner = await make.employee(org);
  await stored(`update organizations set licence_end = '2026-05-01' where id = $1`, [org.id]);
  const at = (day: string) => new Date(`${day}T12:00:00+05:00`);
  const licence = (day: string) => atTime(at(day), () => call('organizations.current', boss, {}));
  expect((await licence('2026-04-01')).license).toMatchObject({ days_left: 30, expired: false });
  expect((await licence('2026-04-24')).license).toMatchObject({ days_left: 7, expired: false });
  expect((await licence('2026-05-01')).license).toMatchObject({ days_left: 0, expired: false });
  expect((await licence('2026-05-02')).license).toMatchObject({ days_left: -1, expired: true });
  const selection = { all: true } as const;
  await atTime(at('2026-05-02'), async () => {
    expect((await call('employees.list', boss, {})).total_count).toBe(2);
    await call('employees.report', boss, selection);
    for (const one of [
      () => call('organizations.create-child', boss, form),
      () => call('organizations.notify', boss, { ...selection, theme: 'Тема', text: 'Текст' }),
      () => call('employees.add', boss, { email: 'n@x.test', last_name: 'Н', first_name: 'Н', need_message: 'false' }),
    ])
      await expect(one()).rejects.toMatchObject({ code: 'licence.expired' });
    expect((await call('learner.courses', learner, {})).data).toEqual([]);
  });
  expect(await queued('organizations.install-starter', org.id)).toEqual([]);
});

test('a root organisation whose starter content is missing gets it too', async () => {
  const { org } = await start();
  await stored('update organizations set starter_due = true where id = $1', [org.id]);
  await sweepUnfinished(await platform());
  expect(await queued('organizations.install-starter', org.id)).toHaveLength(1);
  await runJobs('organizations.install-starter', org.id);
  expect(await stored('select starter_due from organizations where id = $1', [org.id])).toEqual([
    { starter_due: false },
  ]);
});
