import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { farm, newerRelease, type Node } from './nodes.ts';

// A rolling upgrade as in docs/operation.md: the nodes of two releases work on one database. The newer release has migrations
// that add. The tests are steps of one story.

const MIGRATIONS = {
  '29990101000000_people.sql': `alter table employees add column added_later text not null default 'x';`,
  '29990101000001_sessions.sql': 'alter table sessions add column added_later integer;',
  '29990101000002_departments.sql': 'alter table departments add column added_later text;',
  '29990101000003_organizations.sql': 'alter table organizations add column added_later boolean not null default true;',
  '29990101000004_later.sql': 'create table later (id bigint primary key);',
};

let world: Awaited<ReturnType<typeof farm>>;
let [oldWeb, oldWorker, newWeb, newWorker] = [] as unknown as [Node, Node, Node, Node];
let token: string;
let entry: string;
let added = 0;

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const over = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    world = await farm((end) => void ends.push(end));
    entry = newerRelease(join(world.folder, 'newer'), MIGRATIONS);
    [oldWeb, oldWorker] = await Promise.all([world.start('web', 0), world.start('worker', 0)]);
  } catch (error) {
    await over();
    throw error;
  }
  return over;
}, 120_000);

// oxlint-disable-next-line typescript/no-explicit-any -- bodies have many shapes
type Answer = { status: number; body: any };
const ask = async (node: Node, method: string, path: string, body?: object): Promise<Answer> => {
  const form = body instanceof FormData;
  const answer = await fetch(`${node.portal}/lk/api/v2${path}`, {
    method,
    headers: {
      'x-requested-with': 'sergak',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    body: form ? body : body && JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
};
const readSheet = async (node: Node): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob(['Фамилия;Имя;Почта\nКим;Анна;anna@staff.test\n']), 'staff.csv');
  const started = await ask(node, 'POST', '/users/employee/csv/info', form);
  expect(started.status).toBe(200);
  return started.body.event_id as string;
};
const taskEnds = (node: Node, id: string) =>
  vi.waitFor(
    async () => expect((await ask(node, 'GET', `/webhooks/events/${id}`)).body).toMatchObject({ status: 'success' }),
    { timeout: 30_000, interval: 50 },
  );
/** Reads and writes on a node until `end`, below the limit of requests; returns the statuses that are no success. */
const useUntil = async (node: Node, end: Promise<unknown>): Promise<number[]> => {
  let isOver = false;
  const stop = () => (isOver = true);
  end.then(stop, stop);
  const rejected: number[] = [];
  for (let n = 0; !isOver; n += 1) {
    const answers = [await ask(node, 'GET', '/users/me'), await ask(node, 'GET', '/users?limit=10')];
    if (n % 5 === 0) answers.push(await ask(node, 'POST', '/departments', { title: `Отдел ${(added += 1)}` }));
    rejected.push(...answers.map(({ status }) => status).filter((status) => status >= 400));
    await pass(150);
  }
  return rejected;
};

test('an older node answers every request while a newer one migrates the database', async () => {
  const { email, password } = oldWeb.first()!;
  const opened = await ask(oldWeb, 'POST', '/auth/login', { email, password });
  expect(opened.status).toBe(200);
  token = opened.body.token;
  expect((await ask(oldWeb, 'POST', '/users/terms/processing_personal_data', {})).status).toBe(200);
  const upgraded = world.start('web', 1, entry);
  expect(await useUntil(oldWeb, upgraded)).toEqual([]);
  newWeb = await upgraded;
  expect(await useUntil(oldWeb, pass(1_500))).toEqual([]);
  const { rows } = await world.on.db.owner.query(`select name from schema_migrations where name > '2999' order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS));
}, 90_000);

test('sessions, data and jobs are shared by both releases', async () => {
  expect((await ask(newWeb, 'GET', '/users/me')).status).toBe(200);
  const department = await ask(newWeb, 'POST', '/departments', { title: 'Новый отдел' });
  expect(department.status).toBeLessThan(300);
  expect(JSON.stringify((await ask(oldWeb, 'GET', '/departments?limit=100')).body)).toContain('Новый отдел');
  await taskEnds(oldWeb, await readSheet(newWeb)); // by the older worker, the only one
  newWorker = await world.start('worker', 1, entry);
  oldWorker.child.kill('SIGTERM');
  await once(oldWorker.child, 'exit');
  await taskEnds(newWeb, await readSheet(oldWeb)); // by the newer worker
}, 90_000);

test('an older node starts on the newer database, says so, and goes on alone after the newer ones have ended', async () => {
  oldWorker = await world.start('worker', 2);
  expect(oldWorker.printed()).toContain('the database was migrated by a newer release');
  for (const { child } of [newWeb, newWorker]) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await taskEnds(oldWeb, await readSheet(oldWeb));
  expect(await world.invariants()).toMatchObject({ code: 0 });
}, 90_000);
