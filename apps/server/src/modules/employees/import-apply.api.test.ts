import { expect, onTestFinished, test, vi } from 'vitest';
import { call, platform, queued, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { jobContext } from '../../platform/jobs.ts';
import { applyImport } from './imports.jobs.ts';
import { HEAD, read, start } from './test-imports.ts';

/** Keeps a person locked, as an edit does that has not ended yet. Returns a function that ends it. */
const hold = async (id: string) => {
  const client = await (await platform()).db.owner.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  await client.query('select from employees where id = $1 for update', [id]);
  return () => client.query('rollback');
};

/** Applies the confirmed import in the background. */
const applying = async (administrator: Person) => {
  const [order] = await queued('employees.apply-import', administrator.organization_id);
  const signal = new AbortController().signal;
  return applyImport(jobContext(await platform(), administrator.organization_id, signal), order!);
};

const PEOPLE = 2_100; // more than one statement removes
const hire = async (org: { id: string; domain: string }) => {
  const rows = await stored<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name, first_name)
     select $1, d.id, 'p' || n || '@' || $2::text, 'Юсупова', 'Лола' from departments d, generate_series(1, $3::int) n
     where d.organization_id = $1 and d.is_default returning id`,
    [org.id, org.domain, PEOPLE],
  );
  return rows.map((row) => row.id).sort();
};

test('many leavers need a confirmed number and are removed in parts with progress; others can be edited and added meanwhile, and cancelling leaves all of them', async () => {
  const { org, administrator, at } = await start(10_000);
  await make.employee(org, { email: at('other') });
  const people = await hire(org);
  const { task_id, import_id } = await read(administrator, `${HEAD}Другая;Анна;;${at('other')};;;\n`);
  const confirm = (seen: object) =>
    call('imports.apply', administrator, { task_id, add_type: 'add_update_leave', ...seen });
  const many = { code: 'import.leavers_many', details: { leavers: PEOPLE, people: PEOPLE + 2 } };
  await expect(confirm({})).rejects.toMatchObject(many);
  await expect(confirm({ expected_leavers: 10 })).rejects.toMatchObject(many);
  const started = await confirm({ expected_leavers: PEOPLE });
  const release = await hold(people.at(-1)!);
  const applied = applying(administrator);
  const task = () => call('tasks.get', administrator, { id: started.task_id });
  await vi.waitFor(async () => expect((await task()).done).toBe(2_001), { timeout: 20_000 });
  expect(await task()).toMatchObject({ status: 'in_process', stage: 'leaving', total: PEOPLE + 1 });

  await call('employees.add', administrator, { email: at('new'), last_name: 'Новая', first_name: 'Лола' });
  const third = await make.employee(org, { email: at('third') });
  await call('employees.update', administrator, { id: third.id, position: 'Кассир' });
  await expect(call('employees.update', administrator, { id: people[0]!, position: 'Кассир' })).rejects.toMatchObject({
    code: 'common.busy',
    status: 409,
    retryAfter: 15,
  });

  await call('tasks.forget', administrator, { id: started.task_id });
  await release();
  await applied;
  expect(await task()).toMatchObject({ status: 'error', message: 'task.cancelled' });
  expect(await call('imports.get', administrator, { id: import_id })).toMatchObject({ status: 'ready' });
  const left = await stored('select from employees where organization_id = $1 and deleted_at is not null', [org.id]);
  expect(left).toEqual([]);
  await call('employees.update', administrator, { id: people[0]!, position: 'Кассир' });
});

test('the seats of an import that is being applied are taken, and nobody waits for it to be told so', async () => {
  const { org, administrator, at } = await start(3);
  const known = await make.employee(org, { email: at('known'), last_name: 'Старая', first_name: 'Анна' });
  const { task_id } = await read(administrator, `${HEAD}Новая;Лола;;${at('new')};;;\nДругая;Анна;;${at('known')};;;\n`);
  const started = await call('imports.apply', administrator, { task_id });
  const release = await hold(known.id);
  const applied = applying(administrator);
  const seats = () =>
    stored<{ seats: number }>('select seats from employee_imports where organization_id = $1', [org.id]);
  await vi.waitFor(async () => expect(await seats()).toEqual([{ seats: 1 }]));
  await expect(
    call('employees.add', administrator, { email: at('third'), last_name: 'В', first_name: 'В' }),
  ).rejects.toMatchObject({ code: 'licence.users_limit' });
  await release();
  await applied;
  expect(await call('tasks.get', administrator, { id: started.task_id })).toMatchObject({ status: 'success' });
  expect(await seats()).toEqual([{ seats: 0 }]);
  expect((await call('employees.list', administrator, {})).total_count).toBe(3);
});
