import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, queued, runJobs, stored, type Person } from '../../test/app.ts';

import * as make from '../../test/make/index.ts';
import { course as lesson } from '../../test/make/learning.ts';
import { handlers } from '../app/composition.ts';
import { BULK_INLINE_MAX } from './bulk.ts';
import { after, atTime, MINUTE, now } from './clock.ts';
import { jobContext, type JobCtx } from './jobs.ts';

const MANY = BULK_INLINE_MAX + 1;
const PART = 1_000;

/** Creates `count` active (or `removed`) people of the default department, all with the same name. */
const makePeople = async (org: make.TestOrganization, count: number, removed = false) =>
  (
    await stored<{ id: string }>(
      `insert into employees (organization_id, department_id, email, last_name, first_name, deleted_at)
       select $1, d.id, 'crowd-' || n || '-' || $4 || '@' || $2, 'Толпаев', 'Номер' || n, case when $5 then now() end
       from departments d cross join generate_series(1, $3::int) n where d.organization_id = $1 and d.is_default returning id`,
      [org.id, org.domain, count, randomUUID().slice(0, 8), removed],
    )
  ).map((row) => row.id);
const all = { all: true, filter: { search: 'толпаев' } };

const organization = async (count = MANY, removed = false) => {
  const org = await make.organization({ usersLimit: 10_000 });
  const administrator = await make.operator(org);
  return { org, administrator, ids: await makePeople(org, count, removed) };
};
const living = async (org: { id: string }) =>
  (
    await stored<{ n: number }>(
      `select count(*)::int as n from employees where organization_id = $1 and deleted_at is null and last_name = 'Толпаев'`,
      [org.id],
    )
  )[0]!.n;
const works = (org: { id: string }) =>
  stored<{ position: number; seats: number }>('select position, seats from bulk_works where organization_id = $1', [
    org.id,
  ]);
const run = (org: { id: string }) => runJobs('bulk.work-through', org.id);
const event = (administrator: Person, id: string) => call('tasks.get', administrator, { id });
const endings = async (org: { id: string }) =>
  (await actionLog(org.id)).filter((line) => line.action === 'bulk.ended').map((line) => counted(line.details));
/** Details of an audit entry with the list of ids replaced by its length; asserts that the ids are unique. */
const counted = (details: unknown): unknown => {
  const { people } = details as { people?: unknown };
  return Array.isArray(people) ? { ...(details as object), people: new Set(people).size } : details;
};

/** A job context whose process dies in part `last + 1`; that transaction is rolled back. */
const contextDyingAfter = async (org: { id: string }, last: number, attempt = 1): Promise<JobCtx> => {
  const ctx = jobContext(await platform(), org.id, new AbortController().signal, attempt);
  let parts = 0;
  return {
    ...ctx,
    run: (mode, work) =>
      ctx.run(mode, async (tx) => {
        const answer = await work(tx);
        parts += 1;
        if (parts > last) throw new Error('the worker was killed');
        return answer;
      }),
  };
};
const work = async (ctx: JobCtx, org: { id: string }) => {
  const [order] = await queued('bulk.work-through', org.id);
  await handlers['bulk.work-through'](ctx, order!);
};

test('up to the limit people are removed within the call; one more becomes a long task with the same result', async () => {
  const small = await organization(BULK_INLINE_MAX);
  const now_ = await call('employees.remove-many', small.administrator, all);
  expect(now_.count).toBe(BULK_INLINE_MAX);
  expect(now_.people).toHaveLength(BULK_INLINE_MAX);
  expect([await living(small.org), await queued('bulk.work-through', small.org.id)]).toEqual([0, []]);

  const { org, administrator } = await organization();
  const answer = await call('employees.remove-many', administrator, { all: true });
  expect(answer).toEqual({ count: 0, task_id: expect.any(String) });
  expect(await living(org)).toBe(MANY);
  expect(await event(administrator, answer.task_id!)).toMatchObject({
    kind: 'remove_people',
    status: 'in_process',
    done: 0,
    total: MANY + 1,
    cancellable: true,
  });
  await run(org);
  expect(await living(org)).toBe(0);
  expect(await event(administrator, answer.task_id!)).toMatchObject({
    status: 'success',
    done: MANY + 1,
    result: { done: MANY, of: MANY + 1, skipped: { oneself: 1 } },
  });
  expect(await works(org)).toEqual([]);
  const log = await actionLog(org.id);
  expect(new Set(log.map((line) => line.details.task_id)), 'both entries name the task').toEqual(
    new Set([answer.task_id]),
  );
  expect(log.map(({ action, details }) => [action, counted(details)])).toMatchObject([
    ['employees.removed', { ordered: MANY + 1 }],
    ['bulk.ended', { work: 'remove_people', outcome: 'done', people: MANY, ordered: MANY + 1, skipped: 1 }],
  ]);
});

test.each([
  ['is removed', `update employees set deleted_at = now() where id = $1`],
  ['has a lower role', `update employees set role = 'employee' where id = $1`],
])('a task ends when the person who started it %s', async (_, change) => {
  const { org, administrator } = await organization();
  await call('employees.remove-many', administrator, all);
  await expect(work(await contextDyingAfter(org, 0), org)).rejects.toThrow('killed');
  await stored(change, [administrator.id]);
  const before = await living(org);
  await run(org);
  expect([await living(org), await works(org)]).toEqual([before, []]);
  expect(await endings(org)).toMatchObject([{ outcome: 'failed' }]);
});

test('the people are fixed when the call is made: later arrivals stay, people promoted meanwhile are skipped', async () => {
  const { org, administrator, ids } = await organization(MANY + 1);
  await call('employees.remove-many', administrator, { ...all, ids: { exclude_ids: [ids[0]!] } });
  await makePeople(org, 3);
  await stored(`update employees set role = 'super_user' where id = $1`, [ids[1]!]);
  await run(org);
  expect(await living(org)).toBe(1 + 3 + 1);
  expect(await endings(org)).toMatchObject([{ people: MANY - 1, ordered: MANY, skipped: 1 }]);
});

test('a cancelled task keeps what was done, reports the count and does nothing more', async () => {
  const { org, administrator } = await organization();
  const { task_id } = await call('employees.remove-many', administrator, all);
  await expect(work(await contextDyingAfter(org, 1), org)).rejects.toThrow('killed');
  expect(await living(org)).toBe(MANY - PART);
  await call('tasks.forget', administrator, { id: task_id! });
  await run(org);
  expect(await living(org)).toBe(MANY - PART);
  expect(await event(administrator, task_id!)).toMatchObject({
    status: 'error',
    message: 'task.cancelled',
    done: PART,
    result: { done: PART, of: MANY, skipped: {} },
  });
  expect(await endings(org)).toMatchObject([{ outcome: 'cancelled', people: PART, ordered: MANY }]);
  expect(await run(org)).toBe(0);
});

test('a killed task continues where it stopped: nobody is invited twice', async () => {
  const { org, administrator } = await organization();
  const { task_id } = await call('employees.reinvite', administrator, all);
  await expect(work(await contextDyingAfter(org, 1), org)).rejects.toThrow('killed');
  const emails = () =>
    stored<{ n: number }>(`select count(*)::int as n from outbox where organization_id = $1`, [org.id]);
  expect([await works(org), await emails()]).toEqual([[{ position: PART, seats: 0 }], [{ n: PART }]]);
  expect(await event(administrator, task_id!)).toMatchObject({ status: 'in_process', done: PART });
  await expect(work(await contextDyingAfter(org, 1, 2), org)).rejects.toThrow('killed');
  await run(org);
  expect(await event(administrator, task_id!)).toMatchObject({
    status: 'success',
    result: { done: MANY, skipped: {} },
  });
  expect(
    await stored(
      `select 1 from outbox where organization_id = $1 group by employee_id having count(*) <> 1
       union all select 1 from link_tokens where organization_id = $1 group by employee_id having count(*) <> 1`,
      [org.id],
    ),
  ).toEqual([]);
  expect(await emails()).toEqual([{ n: MANY }]);
});

test('emails to many people have a lower priority than later requests', async () => {
  const { org, administrator } = await organization();
  await call('employees.reinvite', administrator, all);
  await run(org);
  await call('employees.remove-many', administrator, all);
  const first = await stored<{ name: string }>(
    `select t.identifier as name from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.payload->>'organization_id' = $1 order by j.priority, j.run_at, j.id limit 1`,
    [org.id],
  );
  expect(first).toEqual([{ name: 'bulk.work-through' }]);
});

test('a stopping process leaves the rest to the next start; a permanent error ends the task with what was done', async () => {
  const { org, administrator } = await organization();
  const { task_id } = await call('employees.remove-many', administrator, all);
  const [order] = await queued('bulk.work-through', org.id);
  const stopping = new AbortController();
  stopping.abort();
  await expect(
    handlers['bulk.work-through'](jobContext(await platform(), org.id, stopping.signal, 8, true), order!),
  ).rejects.toThrow();
  expect(await event(administrator, task_id!)).toMatchObject({ status: 'in_process', done: PART });
  const last = await contextDyingAfter(org, 0);
  let broken = true;
  const once: JobCtx = {
    ...last,
    lastAttempt: true,
    run: async (mode, does) => {
      if (!broken) return jobContext(await platform(), org.id, last.signal).run(mode, does);
      broken = false;
      return last.run(mode, does);
    },
  };
  await handlers['bulk.work-through'](once, order!);
  expect(await event(administrator, task_id!)).toMatchObject({
    status: 'error',
    message: 'server.failed',
    result: { done: PART, of: MANY },
  });
  expect(await endings(org)).toMatchObject([{ outcome: 'failed', people: PART }]);
});

test('the sweep restarts a task that lost its job; after repeated losses the task fails', async () => {
  const { org, administrator } = await organization();
  const { task_id } = await call('employees.remove-many', administrator, all);
  const lose = () =>
    stored(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'bulk.work-through' and j.payload->>'organization_id' = $1`,
      [org.id],
    );
  const sweepIn = async (minutes: number) => {
    const ctx = jobContext(await platform(), '', new AbortController().signal);
    await atTime(after(now(), minutes * MINUTE), () => handlers['system.sweep'](ctx, {}));
  };
  for (const times of [1, 2, 3]) {
    await lose();
    await sweepIn(times * 6);
    expect(await queued('bulk.work-through', org.id)).toHaveLength(1);
  }
  await lose();
  await sweepIn(24);
  expect(await event(administrator, task_id!)).toMatchObject({ status: 'error', message: 'server.failed' });
  expect([await works(org), await living(org)]).toEqual([[], MANY]);
  expect(await endings(org)).toMatchObject([{ outcome: 'failed', affected: 0 }]);
});

test('many people are restored in a task; their seats are reserved, and released when the task is cancelled', async () => {
  const { org, administrator, ids } = await organization(MANY + 1, true);
  await stored('update organizations set users_limit = $2 where id = $1', [org.id, MANY + 3]);
  await make.employee(org, {
    email: (await stored<{ email: string }>('select email from employees where id = $1', [ids[0]]))[0]!.email,
  });
  const person = { email: `late@${org.domain}`, first_name: 'Лола', last_name: 'Азимова' };
  const answer = await call('employees.restore-many', administrator, { all: true, search: 'толпаев' });
  expect(answer).toMatchObject({ count: 0, taken_count: 1, forbidden_count: 0, task_id: expect.any(String) });
  const add = (email: string) => call('employees.add', administrator, { ...person, email });
  expect(await works(org)).toEqual([{ position: 0, seats: MANY }]);
  await expect(add(`one@${org.domain}`)).resolves.toMatchObject({ email: `one@${org.domain}` });
  await expect(add(person.email)).rejects.toMatchObject({ code: 'licence.users_limit' });
  await expect(work(await contextDyingAfter(org, 1), org)).rejects.toThrow('killed');
  expect(await works(org)).toEqual([{ position: PART, seats: MANY - PART }]);
  await expect(add(person.email), 'who has come back is not counted twice').rejects.toMatchObject({
    code: 'licence.users_limit',
    details: { room: 0 },
  });
  await call('tasks.forget', administrator, { id: answer.task_id! });
  await run(org);
  expect(await living(org)).toBe(PART);
  await expect(add(person.email)).resolves.toMatchObject({ email: person.email });
  expect(await event(administrator, answer.task_id!)).toMatchObject({
    message: 'task.cancelled',
    result: { done: PART, of: MANY + 1, skipped: { address_taken: 1 } },
  });
});

test('restoring many people fails as a whole if the licence has too few seats', async () => {
  const { org, administrator } = await organization(MANY, true);
  await stored('update organizations set users_limit = $2 where id = $1', [org.id, MANY]);
  await expect(call('employees.restore-many', administrator, { all: true })).rejects.toMatchObject({
    code: 'licence.users_limit',
    details: { added: MANY, room: MANY - 1 },
  });
  expect([await works(org), await queued('bulk.work-through', org.id)]).toEqual([[], []]);
});

test('a parent cannot lower a licence below its reserved seats', async () => {
  const parent = await make.organization({ usersLimit: 10_000 });
  const boss = await make.employee(parent, { role: 'super_user' });
  const child = await make.organization({ usersLimit: 5_000, parent });
  const top = { ...boss, readable: [parent.id, child.id] };
  const administrator = await make.operator(child);
  await makePeople(child, MANY, true);
  await call('employees.restore-many', administrator, { all: true });
  const lower = (users_limit: number) =>
    call('organizations.save-child', top, { id: child.id, version: 1, users_limit });
  await expect(lower(MANY)).rejects.toMatchObject({ code: 'licence.users_limit', details: { users_count: MANY + 1 } });
  await expect(lower(MANY + 1)).resolves.toMatchObject({ license: { users_limit: MANY + 1 } });
  await run(child);
  expect(await living(child)).toBe(MANY);
});

test('many people join a tag and leave it by a filter of its members; deleting the tag meanwhile ends the task', async () => {
  const { org, administrator, ids } = await organization();
  const tag = await make.tag(org, 'Сменный персонал');
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [ids[0]!] });
  const members = async () => (await call('tags.users', administrator, { id: tag.id })).total_count;
  const joined = await call('tags.assign', administrator, { tag_id: tag.id, selection: all });
  await run(org);
  expect(await members()).toBe(MANY);
  expect(await event(administrator, joined.task_id!)).toMatchObject({
    result: { done: MANY - 1, of: MANY, skipped: { unchanged: 1 } },
  });
  const outsider = await makePeople(org, 1);
  const selection = { ...all, filter: { ...all.filter, tags: [tag.id] }, ids: { exclude_ids: [] } };
  const left = await call('tags.remove-users', administrator, { tagId: tag.id, selection });
  expect(await event(administrator, left.task_id!)).toMatchObject({ total: MANY });
  await run(org);
  expect(await members()).toBe(0);
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [ids[0]!, ids[1]!, outsider[0]!] });
  const few = { ...selection, ids: { exclude_ids: [ids[1]!] } };
  expect(await call('tags.remove-users', administrator, { tagId: tag.id, selection: few })).toEqual({ removed: 2 });
  expect(await members()).toBe(1);

  const late = await call('tags.assign', administrator, { tag_id: tag.id, selection: all });
  await call('tags.remove', administrator, { id: tag.id });
  await run(org);
  expect(await event(administrator, late.task_id!)).toMatchObject({ status: 'error', message: 'tag.not_found' });
});

test('a course is assigned to many people in parts, once each, and removed by a filter of the learner list', async () => {
  const { org, administrator, ids } = await organization();
  const course = await lesson(org);
  const made = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: all,
    need_message: false,
  });
  expect(made).toMatchObject({ learners_count: 0, task_id: expect.any(String) });
  await expect(work(await contextDyingAfter(org, 1), org)).rejects.toThrow('killed');
  expect(await call('learning.assignment', administrator, { id: made.id })).toMatchObject({ learners_count: PART });
  await run(org);
  expect(await call('learning.assignment', administrator, { id: made.id })).toMatchObject({ learners_count: MANY });
  await expect(
    call('learning.assign', administrator, { course_id: course.id, selection: all, need_message: false }),
  ).rejects.toMatchObject({ code: 'assignment.no_learners' });
  const selection = { all: true, search: 'толпаев', ids: { exclude_ids: [ids[0]!] } };
  const out = await call('learning.remove-people', administrator, {
    id: made.id,
    selection: { ...selection, state: 'not_started' },
  });
  expect(out, 'all but one are no more than the limit').toEqual({ removed: MANY - 1 });
}, 60_000);

test('ids of another organisation match nobody, and callers without the permission are rejected', async () => {
  const { ids } = await organization(3);
  const strangers = await organization(0);
  const include = { ids: { include_ids: ids } };
  for (const id of ['employees.remove-many', 'employees.reinvite'] as const)
    await expect(call(id, strangers.administrator, include)).rejects.toMatchObject({ code: 'employee.not_found' });
  const tag = await make.tag(strangers.org, 'Свои');
  await expect(
    call('tags.assign', strangers.administrator, { tag_id: tag.id, selection: include }),
  ).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  const home = await organization();
  const { task_id } = await call('employees.remove-many', home.administrator, all);
  for (const id of ['tasks.get', 'tasks.forget'] as const)
    await expect(call(id, strangers.administrator, { id: task_id! })).rejects.toMatchObject({ code: 'task.not_found' });
  const other = await make.employee(home.org, { role: 'employee' });
  await expect(call('employees.remove-many', { ...other, role: 'employee' }, all)).rejects.toMatchObject({
    code: 'session.forbidden',
  });
  expect(
    await inOrganization(strangers.org.id, 'read', (tx) => tx.selectFrom('bulk_works').selectAll().execute()),
  ).toEqual([]);
});
