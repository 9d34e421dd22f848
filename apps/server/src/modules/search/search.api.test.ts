import { certificateNumber } from '@sergak/contract/certificates/certificates.rules.ts';
import { RECENT_KEPT, RECENT_MAX } from '@sergak/contract/search/search.rules.ts';
import { expect, test } from 'vitest';
import { call, inOrganization, platform, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { sweepRecent } from './recent.repo.ts';

type Org = Awaited<ReturnType<typeof make.organization>>;
const start = async () => {
  const org = await make.organization();
  return { org, operator: await make.operator(org) };
};
const titles = async (as: Parameters<typeof call>[1], search: string) =>
  (await call('search.find', as, { search })).data.map(({ kind, title }) => `${kind}: ${title}`);
const add = (org: Org, sql: string, ...values: unknown[]) =>
  inOrganization(org.id, 'write', async () => stored(sql, [org.id, ...values]));
/** One thing of every kind with this word in its title. */
const fillAll = async (org: Org, word: string) => {
  const anna = await make.employee(org, { last_name: word, first_name: 'Анна' });
  await add(org, `insert into departments (organization_id, title) values ($1, $2)`, `Отдел ${word}`);
  await add(org, `insert into tags (organization_id, title, type) values ($1, $2, 'arbitrary')`, `Тег ${word}`);
  for (const byTag of [false, true])
    await add(
      org,
      `insert into campaigns (organization_id, name, settings, is_autophish, start_at, end_at) values ($1, $2, '{}', $3, now(), now() + interval '1 day')`,
      `Рассылка ${word}`,
      byTag,
    );
  await add(
    org,
    `with c as (insert into template_categories (organization_id, slug, title) values ($1, 'x', 'x') returning id)
     insert into templates (organization_id, category_id, name, archived) select $1, c.id, n, n like 'Старый%' from c, unnest(array[$2, 'Старый ' || $2]) n`,
    `Шаблон ${word}`,
  );
  await add(
    org,
    `with c as (insert into courses (organization_id, title, archived) select $1, n, n like 'Старый%' from unnest(array[$2, 'Старый ' || $2]) n returning id, title),
       v as (insert into course_versions (organization_id, course_id, number, content, steps_total) select $1, id, 1, '{}', 1 from c where title not like 'Старый%' returning id, course_id)
     insert into assignments (organization_id, course_id, course_version_id, title, start_date, deadline) select $1, course_id, id, $3, current_date, current_date from v`,
    `Курс ${word}`,
    `Назначение ${word}`,
  );
  await add(org, `insert into modules (organization_id, title) values ($1, $2)`, `Модуль ${word}`);
  await add(
    org,
    `insert into reports (organization_id, category, format, title, params, created_by, expires_at)
     select $1, category, 'pdf', 'Отчёт ' || $2 || extra, params::jsonb, $3, now() + days * interval '1 day' from (values
       ('progress', '', '{}', 1), ('courses', ' по человеку', '{}', 1), ('progress', ' своё', '{"own":true}', 1), ('progress', ' старый', '{}', -1))
       as x (category, extra, params, days)`,
    word,
    anna.id,
  );
  return anna;
};

test('things of every kind are found, and of each kind those that the lists of the pages show', async () => {
  const { org, operator } = await start();
  await fillAll(org, 'Неповторимова');
  expect(await titles(operator, 'неповторимова')).toEqual([
    'employee: Неповторимова Анна',
    'department: Отдел Неповторимова',
    'tag: Тег Неповторимова',
    'campaign: Рассылка Неповторимова',
    'tag_campaign: Рассылка Неповторимова',
    'template: Шаблон Неповторимова',
    'assignment: Назначение Неповторимова',
    'course: Курс Неповторимова',
    'module: Модуль Неповторимова',
    'report: Отчёт Неповторимова',
    'report: Отчёт Неповторимова по человеку',
  ]);
});

test('each role finds what its pages show: a content manager no people and no reports about persons', async () => {
  const { org } = await start();
  await fillAll(org, 'Неповторимова');
  const manager = await make.employee(org, { role: 'content_manager' });
  expect(await titles(manager, 'неповторимова')).toEqual([
    'assignment: Назначение Неповторимова',
    'course: Курс Неповторимова',
    'module: Модуль Неповторимова',
    'report: Отчёт Неповторимова',
  ]);
  const employee = await make.employee(org, { role: 'employee' });
  await expect(titles(employee, 'неповторимова')).rejects.toMatchObject({ code: 'session.forbidden' });
});

test('nothing of another organisation is found; a parent that works in a child finds what is in the child', async () => {
  const parent = await make.organization();
  const child = await make.organization({ parent });
  const stranger = await start();
  await fillAll(child, 'Неповторимова');
  const operator = await make.operator(parent);
  expect(await titles(operator, 'неповторимова')).toEqual([]);
  expect(await titles(stranger.operator, 'неповторимова')).toEqual([]);
  const inChild = { ...operator, acting: child.id };
  expect(await titles(inChild, 'неповторимова')).toHaveLength(11);
  expect(await titles(inChild, 'неповторимва')).not.toEqual([]);
  expect(await titles(stranger.operator, 'неповторимва')).toEqual([]);
});

test('spelling, alphabet and typing mistakes make no difference; whole words come first', async () => {
  const { org, operator } = await start();
  for (const last_name of ['Ахмедов', 'Axmedova', 'Akhmedova', "O'ktamov", 'Семёнова', 'Ли', 'Лисина', 'Валиева'])
    await make.employee(org, {
      last_name,
      first_name: 'Икс',
      email: `${Math.random().toString(36).slice(2)}@${org.domain}`,
    });
  const found = async (search: string) =>
    (await titles(operator, search)).map((one) => one.split(' ')[1] ?? '').toSorted((a, b) => a.localeCompare(b));
  for (const search of ['Ахмедов', 'akhmedov', 'axmedov', 'АХМЕДОВ', 'ahmedov'])
    expect(await found(search), search).toEqual(['Akhmedova', 'Axmedova', 'Ахмедов']);
  for (const search of ['oʻktamov', 'Oktamov', 'ўктамов']) expect(await found(search), search).toEqual(["O'ktamov"]);
  expect(await found('семенова икс')).toEqual(['Семёнова']);
  for (const search of ['ахмндов', 'Akmedov', 'Ахмдеов', 'axmdov'])
    expect(await found(search), search).toEqual(['Akhmedova', 'Axmedova', 'Ахмедов']);
  for (const search of ['Валеева', 'valeva', 'Ваилева', 'Валиеав'])
    expect(await found(search), search).toEqual(['Валиева']);
  expect(await titles(operator, 'ли')).toEqual(['employee: Ли Икс', 'employee: Лисина Икс']);
  expect(await found('абдуллаева')).toEqual([]);
});

test('a course can be assigned once it is published; people and other things are no courses', async () => {
  const { org, operator } = await start();
  await fillAll(org, 'Неповторимова');
  const assignable = async () =>
    (await call('search.find', operator, { search: 'неповторимова' })).data
      .filter((one) => one.assignable)
      .map(({ title }) => title);
  expect(await assignable()).toEqual([]);
  await stored(`update courses set published_version = 1 where organization_id = $1 and not archived`, [org.id]);
  expect(await assignable()).toEqual(['Курс Неповторимова']);
});

test('a certificate is found by its number alone, as a person may type it, by who may see certificates', async () => {
  const { org, operator } = await start();
  const stranger = await start();
  const number = certificateNumber('BM', 2026, '7K3M9Q4X');
  const anna = await make.employee(org, { last_name: 'Неповторимова', first_name: 'Анна' });
  await add(
    org,
    `insert into certificates (organization_id, number, employee_id, person_name, course_title, organization_title, issued_at)
     values ($1, $2, $3, 'Неповторимова Анна', 'Пароли', 'Банк', now())`,
    number,
    anna.id,
  );
  for (const typed of [number, number.toLowerCase(), number.replaceAll('-', ' ')])
    expect((await call('search.find', operator, { search: typed })).data, typed).toMatchObject([
      { kind: 'certificate', title: number, detail: 'Неповторимова Анна · Пароли' },
    ]);
  expect(await titles(operator, 'неповторимова')).toEqual(['employee: Неповторимова Анна']);
  expect(await titles(stranger.operator, number)).toEqual([]);
});

test('titles with a typing mistake are found; signs of patterns are searched as they are', async () => {
  const { org, operator } = await start();
  await add(org, `insert into departments (organization_id, title) values ($1, 'Бухгалтерия'), ($1, '100%_склад')`);
  expect(await titles(operator, 'бугалтерия')).toEqual(['department: Бухгалтерия']);
  expect(await titles(operator, 'bukhgalteria')).toEqual(['department: Бухгалтерия']);
  expect(await titles(operator, '100%_с')).toEqual(['department: 100%_склад']);
  for (const search of ['', '   ', '%', '_', '\\', "'", "'; drop", '"', 'ʻ', '1'.repeat(200), 'ъъъъ'])
    await expect(titles(operator, search), search).resolves.toBeInstanceOf(Array);
});

test('recent things come back, the latest first, without those that are gone or not allowed any more', async () => {
  const { org, operator } = await start();
  const anna = await fillAll(org, 'Неповторимова');
  const open = (kind: 'employee' | 'page', thing: string, minutes: number) =>
    atTime(after(now(), minutes * 60_000), () =>
      call('search.opened', operator, kind === 'page' ? { opened: { kind, thing } } : { opened: { kind, thing } }),
    );
  await open('employee', anna.id, 1);
  await open('page', 'staff.tags', 2);
  await open('employee', operator.id, 3);
  await open('employee', anna.id, 4);
  const recent = async (as = operator) => (await call('search.recent', as, {})).data;
  expect(await recent()).toMatchObject([
    { kind: 'employee', thing: anna.id, title: 'Неповторимова Анна' },
    { kind: 'employee', thing: operator.id },
    { kind: 'page', thing: 'staff.tags' },
  ]);
  expect(await recent({ ...operator, role: 'content_manager' })).toEqual([{ kind: 'page', thing: 'staff.tags' }]);
  expect(await recent(await make.operator(org))).toEqual([]);
  await stored('update employees set deleted_at = now() where id = $1', [anna.id]);
  expect(await recent()).toMatchObject([{ thing: operator.id }, { thing: 'staff.tags' }]);
});

test('a parent has recent things of its own in each organisation; only so many are kept; the sweep forgets old ones', async () => {
  const parent = await make.organization();
  const child = await make.organization({ parent });
  const operator = await make.operator(parent);
  const inChild = { ...operator, acting: child.id };
  for (let n = 0; n <= RECENT_KEPT; n++)
    await atTime(after(now(), n * 1_000), () =>
      call('search.opened', inChild, { opened: { kind: 'page', thing: `page.${n}` } }),
    );
  expect((await call('search.recent', operator, {})).data).toEqual([]);
  const { data } = await call('search.recent', inChild, {});
  expect(data).toHaveLength(RECENT_MAX);
  expect(data[0]).toEqual({ kind: 'page', thing: `page.${RECENT_KEPT}` });
  const kept = async () => stored('select from recent_things where employee_id = $1', [operator.id]);
  expect(await kept()).toHaveLength(RECENT_KEPT);
  await sweepRecent(await platform());
  expect(await kept()).toHaveLength(RECENT_KEPT);
  await atTime(after(now(), 91 * DAY), async () => sweepRecent(await platform()));
  expect(await kept()).toEqual([]);
  await call('search.opened', inChild, { opened: { kind: 'page', thing: 'staff.tags' } });
  await stored('update employees set deleted_at = now() where id = $1', [operator.id]);
  await sweepRecent(await platform());
  expect(await kept()).toEqual([]);
});

test('things are named by ids, entries of the web by short names', async () => {
  const { operator } = await start();
  for (const opened of [
    { kind: 'employee', thing: 'x' },
    { kind: 'page', thing: 'a b' },
    { kind: 'page', thing: 'a'.repeat(101) },
  ] as const)
    await expect(call('search.opened', operator, { opened })).rejects.toMatchObject({ name: 'ZodError' });
});
