import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { call, inOrganization, queued, runJobs, stored, type Person } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { after, atTime, DAY, dayIn, now } from '../../platform/clock.ts';
import { refreshPeople, storeDailyPoints } from '../statistics/public.ts';
import { overviewPdf } from './overview-pdf.ts';
import { closePdf } from './pdf/pdf.ts';

afterAll(closePdf);

const made = async (org: { id: string }, person: Person, id: string) => {
  await runJobs('reports.make-report', org.id);
  const report = await call('reports.get', person, { id });
  expect(report).toMatchObject({ status: 'complete', error: null });
  const { stream } = await call('files.get', person, { id: report.url!.split('/').at(-1)! });
  return buffer(stream);
};
const sheetsOf = async (bytes: Buffer) => (await readXlsx(new Uint8Array(bytes))).sheets;
const rowsOf = (sheets: Awaited<ReturnType<typeof sheetsOf>>, name: string) =>
  sheets.find((one) => one.name === name)!.rows;

/** A department with a subdivision: three people inside, one outside; a course, and a campaign. */
const office = async () => {
  const org = await make.organization({ title: 'Завод' });
  const administrator = await make.operator(org);
  const top = await make.department(org, '=Цех');
  const below = await make.department(org, 'Участок', top.id);
  const people = [
    await make.employee(org, { last_name: '=СУММ(A1)', department_id: top.id }),
    await make.employee(org, { last_name: 'Ким', department_id: below.id }),
    await make.employee(org, { last_name: 'Ли', department_id: below.id }),
    await make.employee(org, { last_name: 'Внешний' }),
  ];
  const campaign = await history.campaign(org, { name: 'Пропуск', ago: 10 });
  for (const [i, person] of people.entries())
    await history.email(org, campaign, person, { result: i === 0 ? 4 : 1, reported: i === 1 });
  const course = await learning.course(org);
  const { id: assignment } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: people.map((one) => one.id) } },
    need_message: false,
  });
  await inOrganization(org.id, 'write', (tx) => refreshPeople(tx, null));
  await inOrganization(org.id, 'write', storeDailyPoints);
  return { org, administrator, top, below, people, campaign, course, assignment };
};

test('the report of a department compares it and its descendants with the organisation, and runs no formula', async () => {
  const { org, administrator, top } = await office();
  const order = await call('reports.make-department', administrator, { id: top.id, format: 'xlsx' });
  expect(order).toMatchObject({
    category: 'department',
    title: expect.stringMatching(/^Отдел «=Цех», \d\d\.\d\d\.\d{4} – \d\d\.\d\d\.\d{4}$/),
    will_be_sent: false,
  });
  const sheets = await sheetsOf(await made(org, administrator, order.id));
  expect(sheets.map((one) => one.name)).toEqual([
    'Отдел и организация',
    'Вложенные отделы',
    'Курсы',
    'Рассылки',
    'Сотрудники',
    'Сводка',
  ]);
  const compared = rowsOf(sheets, 'Отдел и организация');
  expect(compared.find((row) => row[0] === 'Доставлено')).toEqual(['Доставлено', '3', '4']);
  expect(compared.find((row) => row[0] === 'Сообщили')).toEqual(['Сообщили', '1', '1']);
  expect(rowsOf(sheets, 'Вложенные отделы')[1]!.slice(0, 2)).toEqual(['Участок', 2]);
  expect(rowsOf(sheets, 'Рассылки')[1]!.slice(2, 7)).toEqual([3, 1, 1, 0, 1]);
  expect(rowsOf(sheets, 'Курсы')[1]!.slice(2, 5)).toEqual([3, 0, 0]);
  expect(
    rowsOf(sheets, 'Сотрудники')
      .slice(1)
      .map((row) => row[0]),
  ).toEqual(["'=СУММ(A1) Нигора", 'Ли Нигора', 'Ким Нигора']);
  const pdf = await call('reports.make-department', administrator, { id: top.id });
  expect((await made(org, administrator, pdf.id)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a department without people and a period of ten years or of one day give a report', async () => {
  const { org, administrator } = await office();
  const empty = await make.department(org, 'Пустой');
  const today = dayIn(now(), 'Asia/Tashkent');
  const tenYears = dayIn(after(now(), -3_652 * DAY), 'Asia/Tashkent');
  for (const period of [{}, { from: tenYears, to: today }, { from: tenYears, to: tenYears }]) {
    const department = await call('reports.make-department', administrator, { id: empty.id, ...period });
    expect((await made(org, administrator, department.id)).subarray(0, 5).toString()).toBe('%PDF-');
    const compliance = await call('reports.make-compliance', administrator, { ...period });
    expect((await made(org, administrator, compliance.id)).subarray(0, 5).toString()).toBe('%PDF-');
  }
  await expect(call('reports.make-compliance', administrator, { from: today, to: tenYears })).rejects.toBeDefined();
});

test('the compliance report tells who finished in time, late, not at all, and by whom it was recorded', async () => {
  const { org, administrator, people, assignment } = await office();
  const today = dayIn(now(), 'Asia/Tashkent');
  const ago = (days: number) => dayIn(after(now(), -days * DAY), 'Asia/Tashkent');
  const end = async (person: { id: string }, deadline: string, completed: string | null) =>
    stored(
      `update learners set start_date = $3::date - 20, deadline = $3::date, completed_at = $4::timestamptz, started_at = $4::timestamptz,
         progress = case when $4::timestamptz is null then 0 else 100 end where assignment_id = $1 and employee_id = $2`,
      [assignment, person.id, deadline, completed],
    );
  await end(people[0]!, ago(5), `${ago(6)}T10:00:00Z`);
  await end(people[1]!, ago(5), `${ago(2)}T10:00:00Z`);
  await end(people[2]!, ago(5), null);
  await end(people[3]!, today, null);
  await stored(`update learners set completed_by = $2, completion_reason = 'Очный зачёт' where employee_id = $1`, [
    people[1]!.id,
    administrator.id,
  ]);
  const order = await call('reports.make-compliance', administrator, { format: 'xlsx' });
  const sheets = await sheetsOf(await made(org, administrator, order.id));
  // By the learners' own deadlines; the one that is still ahead belongs to the whole.
  expect(
    rowsOf(sheets, 'По курсам')
      .slice(1)
      .map((row) => row.slice(2)),
  ).toEqual([
    [3, 1, 1, 1, 0, expect.closeTo(0.667, 3)],
    [1, 0, 0, 0, 1, 0],
  ]);
  expect(
    rowsOf(sheets, 'По отделам')
      .slice(1)
      .map((row) => [row[0], row[1]]),
  ).toContainEqual(["'=Цех / Участок", 2]);
  expect(
    rowsOf(sheets, 'Кто не завершил')
      .slice(1)
      .map((row) => [row[0], row[4], row[5]]),
  ).toEqual([
    ['Внешний Нигора', 'срок не наступил', 0],
    ['Ли Нигора', 'не завершено', 5],
  ]);
  expect(
    rowsOf(sheets, 'Кто завершил')
      .slice(1)
      .map((row) => [row[0], row[5], row[8] ?? '']),
  ).toEqual([
    ["'=СУММ(A1) Нигора", 'в срок', ''],
    ['Ким Нигора', 'позже срока', 'Очный зачёт'],
  ]);
  const done = rowsOf(sheets, 'Кто завершил');
  expect(done[1]![3]).toEqual(new Date(`${ago(5)}T00:00:00Z`));
  expect(done.map((row) => row[9])).toEqual(['Почта', people[0]!.email, people[1]!.email]);
  const earlier = await call('reports.make-compliance', administrator, { to: ago(30), format: 'xlsx' });
  expect(rowsOf(await sheetsOf(await made(org, administrator, earlier.id)), 'По курсам')).toHaveLength(1);
});

test('the subdivisions in a report of a past period have the emails and the level of that period', async () => {
  const { org, administrator, top, below, people } = await office();
  const old = await history.campaign(org, { name: 'Старая', ago: 60 });
  await history.email(org, old, people[1]!, { result: 4, ago: 60 });
  const day = (days: number) => dayIn(after(now(), -days * DAY), 'Asia/Tashkent');
  await inOrganization(org.id, 'write', (tx) =>
    tx
      .insertInto('risk_points')
      .values([
        { day: day(55), scope: 'department', subject_id: below.id, risk_level: 7.5 },
        { day: day(55), scope: 'department', subject_id: top.id, risk_level: 6.5 },
      ])
      .execute(),
  );
  const order = await call('reports.make-department', administrator, {
    id: top.id,
    format: 'xlsx',
    from: day(70),
    to: day(50),
  });
  const sheets = await sheetsOf(await made(org, administrator, order.id));
  expect(rowsOf(sheets, 'Вложенные отделы')[1]).toEqual(['Участок', 2, 7.5, null, 1, 1, 0, 1]); // no course counts before its deadline
  expect(rowsOf(sheets, 'Отдел и организация').find((row) => row[0] === 'Доставлено')).toEqual([
    'Доставлено',
    '1',
    '1',
  ]);
  expect(rowsOf(sheets, 'Отдел и организация').find((row) => row[1] === '6,5')).toBeDefined();
});

test('the overview advises the department that the page of statistics names first: that with the highest risk', async () => {
  const org = await make.organization();
  const [risky, caught] = [await make.department(org, 'Рискованный'), await make.department(org, 'Пойманный')];
  const campaign = await history.campaign(org, { ago: 10 });
  const place = async (department: { id: string }, fates: readonly (0 | 1 | 2 | 3 | 4)[], level: number) => {
    for (const result of fates) {
      const person = await make.employee(org, { department_id: department.id });
      await history.email(org, campaign, person, { result });
      await stored('update employees set risk_level = $2 where id = $1', [person.id, level]);
    }
  };
  await place(risky, [4, 0, 0, 0], 9);
  await place(caught, [3, 3, 3, 0], 2);
  const report = {
    id: org.id,
    category: 'pdf',
    format: 'pdf',
    title: 'Обзор',
    params: { language: 'ru', time_zone: 'Asia/Tashkent', asked_by: '', subject_id: org.id },
  } as unknown as Parameters<typeof overviewPdf>[1];
  const { blocks } = await inOrganization(org.id, 'read', (tx) => overviewPdf(tx, report));
  const advice = blocks.find((one) => one.type === 'list')!;
  expect(advice.type === 'list' && advice.items.join()).toMatch(/«Рискованный»: уровень риска там самый высокий, 9/);
  const administrator = await make.operator(org);
  const { data } = await call('statistics.departments', administrator, { days_period: 90, limit: 3, offset: 0 });
  expect(data[0]!.title).toBe('Рискованный');
  // The list of contents is nested by the levels: nothing belongs to the advice.
  const levels = blocks.flatMap((one) => (one.type === 'heading' ? [one.level] : []));
  expect(new Set(levels)).toEqual(new Set([1]));
  const funnel = blocks.find((one) => one.type === 'funnel')!;
  expect(funnel.type === 'funnel' && funnel.steps.map((one) => one.label)).toContain('Открыли вложение');
});

test('a deadline that is still ahead does not make the compliance complete', async () => {
  const { org, administrator, people, assignment } = await office();
  const day = (days: number) => dayIn(after(now(), days * DAY), 'Asia/Tashkent');
  await stored('update learners set deadline = $2::date where assignment_id = $1', [assignment, day(8)]);
  await stored(
    'update learners set completed_at = now(), started_at = now(), progress = 100 where assignment_id = $1 and employee_id = $2',
    [assignment, people[0]!.id],
  );
  const order = await call('reports.make-compliance', administrator, { from: day(5), to: day(10), format: 'xlsx' });
  const [row] = rowsOf(await sheetsOf(await made(org, administrator, order.id)), 'По курсам').slice(1);
  expect(row!.slice(2)).toEqual([4, 1, 0, 0, 3, 0.25]);
});

test('a report on a child organisation is in the time zone of the child', async () => {
  const parent = await make.organization({ title: 'Холдинг' });
  const child = await make.organization({ title: 'Филиал', parent });
  await inOrganization(child.id, 'write', (tx) =>
    tx.updateTable('organizations').set({ time_zone: 'Asia/Vladivostok' }).where('id', '=', child.id).execute(),
  );
  const administrator = { ...(await make.operator(parent)), readable: [parent.id, child.id] };
  /** The stored last days of a report on the child and of one on the parent, both ordered at this time. */
  const lastDays = (at: string) =>
    atTime(new Date(at), async () => {
      const ids = [];
      for (const organization of [child, parent])
        ids.push((await call('reports.make-compliance', administrator, { organization_id: organization.id })).id);
      const rows = await stored<{ id: string; text: string }>(
        `select id, (params->>'time_zone') || ' ' || (params->'period'->>'to') as text from reports where id = any($1)`,
        [ids],
      );
      return ids.map((id) => rows.find((one) => one.id === id)!.text);
    });
  expect(await lastDays('2026-11-24T15:00:00Z')).toEqual(['Asia/Vladivostok 2026-11-25', 'Asia/Tashkent 2026-11-24']);
});

test('a department and an organisation of others are not found', async () => {
  const { org, top } = await office();
  const stranger = await make.operator(await make.organization());
  await expect(call('reports.make-department', stranger, { id: top.id })).rejects.toMatchObject({
    code: 'department.not_found',
  });
  await expect(call('reports.make-compliance', stranger, { organization_id: org.id })).rejects.toMatchObject({
    code: 'organization.not_found',
  });
});

test('a link to an overview is emailed to the person who ordered it, and to nobody who has left', async () => {
  const { org, administrator } = await office();
  const emails = () =>
    stored<{ recipient: string; subject: string; text: string }>(
      `select recipient, subject, text from outbox where organization_id = $1 and kind = 'report_ready'`,
      [org.id],
    );
  const order = await call('reports.make-overview', administrator, {});
  expect(order.will_be_sent).toBe(true);
  expect(await emails()).toEqual([]);
  await made(org, administrator, order.id);
  expect((await call('reports.get', administrator, { id: order.id })).will_be_sent).toBe(false);
  const [email] = await emails();
  expect(email).toMatchObject({ recipient: administrator.email, subject: 'Готово: Обзор безопасности: Завод' });
  expect(email!.text).toContain('/lk/admin/statistics/reports');
  expect((await queued('mail.send-email', org.id)).length).toBeGreaterThan(0);
  const next = await call('reports.make-overview', administrator, {});
  await stored('update employees set deleted_at = now() where id = $1', [administrator.id]);
  await made(org, await make.operator(org), next.id);
  expect(await emails()).toHaveLength(1);
});

test('the list finds reports by title and by author', async () => {
  const { org, administrator, top } = await office();
  const other = await make.employee(org, { role: 'operator', last_name: 'Соколова' });
  const first = await call('reports.make-department', administrator, { id: top.id });
  const second = await call('reports.make-overview', other, {});
  const found = async (query: object) => (await call('reports.list', administrator, query)).data.map((one) => one.id);
  expect(await found({ search: 'цех' })).toEqual([first.id]);
  expect(await found({ search: 'соколов' })).toEqual([second.id]);
  expect(await found({ search: '100%' })).toEqual([]);
  expect(await found({ category: 'department' })).toEqual([first.id]);
});

test('a report ordered twice is made twice', async () => {
  const { org, administrator, top } = await office();
  const [one, two] = [
    await call('reports.make-department', administrator, { id: top.id, format: 'xlsx' }),
    await call('reports.make-department', administrator, { id: top.id, format: 'xlsx' }),
  ];
  await made(org, administrator, one.id);
  await made(org, administrator, two.id);
  const [first, second] = [
    await call('reports.get', administrator, one),
    await call('reports.get', administrator, two),
  ];
  expect(first.url).not.toBe(second.url);
});

test('the id of an export of people is followed like a report, by its author only', async () => {
  const { org, administrator, people } = await office();
  const order = await call('employees.report', administrator, { ids: { include_ids: [people[0]!.id] } });
  expect(order).toMatchObject({ status: 'in_progress', url: null, id: order.task_id });
  expect(await call('reports.get', administrator, { id: order.id })).toMatchObject({
    status: 'in_progress',
    url: null,
  });
  await runJobs('employees.write-export', org.id);
  const report = await call('reports.get', administrator, { id: order.id });
  expect(report).toMatchObject({ status: 'complete', category: 'employees', title: 'Сотрудники' });
  const { name } = await call('files.get', administrator, { id: report.url!.split('/').at(-1)! });
  expect(name).toBe('Сотрудники.xlsx');
  await expect(call('reports.get', await make.operator(org), { id: order.id })).rejects.toMatchObject({
    code: 'report.not_found',
  });
});
