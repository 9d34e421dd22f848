import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { expect, test } from 'vitest';
import { call, platform, stored } from '../../../test/app.ts';
import { at, join, makeEmail, message, START, started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { after, atTime, DAY, dayIn, HOUR } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { refreshMembershipJob } from '../tags/tags.jobs.ts';

type Forecast = { data: { day: string; people: number; reason: string | null; action: { id: string } }[] };
const DAYS = 14;
const dayOf = (instant: string | Date) => dayIn(new Date(instant), 'Asia/Tashkent');
const linesOf = ({ data }: Forecast) =>
  data.map(({ day, action, reason, people }) => [day, action.id, reason, people].join(' ')).sort();

/** Runs the actions at each hour in which something can happen, with memberships updated first. */
const simulateDays = async ({ org, run }: Awaited<ReturnType<typeof started>>) => {
  const on = await platform();
  const job = jobContext(on, org.id, new AbortController().signal);
  for (let hours = 0; hours < DAYS * 24; hours += 1) {
    if (![0, 2, 3, 16].includes(hours % 24)) continue;
    await atTime(at(0, hours), () => refreshMembershipJob(job, { organization_id: org.id, employee_ids: null }));
    await run(at(0, hours));
  }
};

/** The results of the runs for the people `ids`, or of the `actions` for anyone, in the format of the dry run. */
const happened = async (org: { id: string }, ids: readonly string[], actions: readonly string[] = []) => {
  const log = await stored<{ action_id: string; day: string; reason: string | null; n: string }>(
    `select action_id, (case when state = 'waiting' then due_at else done_at end at time zone 'Asia/Tashkent')::date::text as day, reason, count(*) as n
     from tag_action_runs where organization_id = $1 and (employee_id = any($2) or action_id = any($3)) group by 1, 2, 3`,
    [org.id, ids, actions],
  );
  return log.map((one) => [one.day, one.action_id, one.reason, Number(one.n)].join(' ')).sort();
};
const membersOf = async (tagId: string) =>
  (await stored<{ id: string }>('select employee_id as id from tag_employees where tag_id = $1', [tagId])).map(
    (row) => row.id,
  );
const people = async (org: make.TestOrganization, count: number, registered = true) => {
  const made: { id: string; email: string }[] = [];
  for (let n = 0; n < count; n += 1) made.push(await make.employee(org, { is_registered: registered }));
  return made;
};

test('other bounds of a risk group: the forecast of joining, leaving and actions matches the runs', async () => {
  const home = await started();
  const { org, administrator, tag } = home;
  const group = tag('risk_group');
  const staff = await people(org, 12);
  await stored(`update tags set min_risk_level = 3, max_risk_level = 5, life_days = 30 where id = $1`, [group.id]);
  for (const [n, one] of staff.entries())
    await stored('update employees set risk_level = $2 where id = $1', [one.id, n < 11 ? n : null]);
  const on = await platform();
  const job = jobContext(on, org.id, new AbortController().signal);
  await atTime(at(-3), () => refreshMembershipJob(job, { organization_id: org.id, employee_ids: null }));
  const course = await learning.course(org);
  await atTime(START, () =>
    call('automation.add-courses', administrator, { tag_id: group.id, course_ids: [course.id], for_members: 'all' }),
  );
  await message(administrator, group.id, 3);
  const bounds = { min_risk_level: 5, max_risk_level: 8 };
  const before = await membersOf(group.id);
  const counts = await atTime(START, () => call('tags.members-after', administrator, { id: group.id, ...bounds }));
  expect(counts).toEqual({ members: before.length, joining: 3, leaving: before.length - 1 });
  const predicted = await atTime(START, () =>
    call('automation.forecast-change', administrator, { id: group.id, days: DAYS, ...bounds }),
  );
  expect(predicted.joining).toBe(3);
  expect(predicted.total).toBe(6);
  expect((await call('tags.users', administrator, { id: group.id })).total_count).toBe(before.length);
  await atTime(START, () => call('tags.set-risk-bounds', administrator, { id: group.id, ...bounds }));
  await simulateDays(home);
  const now = await membersOf(group.id);
  const joined = now.filter((id) => !before.includes(id));
  expect(joined).toHaveLength(counts.joining);
  expect(before.filter((id) => !now.includes(id))).toHaveLength(counts.leaving);
  expect(linesOf(predicted)).toEqual(await happened(org, joined));
});

test('another life: the forecast includes newcomers who join again and delays that are reset', async () => {
  const home = await started();
  const { org, administrator, tag } = home;
  const newbie = tag('newbie');
  const staff = await people(org, 6);
  await stored('update tags set life_days = 20 where id = $1', [newbie.id]);
  await stored('update employees set created_at = $2 where organization_id = $1', [org.id, at(-200)]);
  for (const [n, one] of staff.entries())
    await stored('update employees set created_at = $2 where id = $1', [one.id, after(START, -(n * 8 + 1) * DAY)]);
  await stored('delete from tag_employees where tag_id = $1', [newbie.id]);
  for (const one of staff.slice(0, 3))
    await stored(
      'insert into tag_employees (organization_id, tag_id, employee_id, joined_at) values ($1, $2, $3, $4)',
      [org.id, newbie.id, one.id, at(-2)],
    );
  const soon = await message(administrator, newbie.id, 1);
  const late = await message(administrator, newbie.id, 15, 'Потом');
  await stored('update tag_actions set created_at = $2 where id = any($1)', [[soon.id, late.id], at(-3)]);
  const ask = (life_days: number) =>
    atTime(START, () => call('automation.forecast-change', administrator, { id: newbie.id, days: DAYS, life_days }));
  // With forty days two more people join; the email of the fifteenth day is after these two weeks.
  const longer = await ask(40);
  expect([longer.joining, longer.total]).toEqual([2, 2]);
  expect(longer.data.map((line) => [line.action.id, line.day, line.people])).toEqual([[soon.id, dayOf(at(1)), 2]]);
  // With ten days one person stays, and the delay of the late email is reset to zero.
  const shorter = await ask(10);
  expect(shorter.joining).toBe(0);
  expect(
    await atTime(START, () => call('tags.members-after', administrator, { id: newbie.id, life_days: 10 })),
  ).toEqual({
    members: 3,
    joining: 0,
    leaving: 1,
  });
  await atTime(START, () => call('automation.set-life-days', administrator, { id: newbie.id, life_days: 10 }));
  await simulateDays(home);
  expect(linesOf(shorter)).toEqual(await happened(org, [], [late.id]));
  expect(shorter.total).toBe(2);
});

test('switching a tag: a forecast for all members; adding people by hand: only for the new members', async () => {
  const home = await started();
  const { org, administrator } = home;
  const tag = await make.tag(org);
  const [a, b, c] = await people(org, 3);
  const guest = await make.employee(org, { email: `guest-${org.id}@elsewhere.example` });
  await call('phishing.autophish-toggle', administrator, { toggle: 'true' });
  const email = await makeEmail(org);
  await atTime(START, () => call('automation.add-phishing', administrator, { tagId: tag.id, templates_ids: [email] }));
  const mail = await message(administrator, tag.id);
  await stored('update tag_actions set defer_by = 2 where id = $1', [mail.id]);
  await join(administrator, tag.id, at(0, 1), a!);
  await call('tags.toggle', administrator, { tag_id: tag.id, toggle: false });
  const ask = (change: object) =>
    atTime(at(0, 1), () => call('automation.forecast-change', administrator, { id: tag.id, days: DAYS, ...change }));
  const on = await ask({ is_active: true });
  expect([on.joining, on.total]).toEqual([0, 2]);
  // While the tag is off, new members get nothing.
  const chosen = { selection: { ids: { include_ids: [a!.id, b!.id, c!.id, guest.id] } } };
  expect((await ask({ people: chosen })).data.map((line) => [line.reason, line.people])).toEqual([
    ['tag_off', 3],
    ['tag_off', 3],
  ]);
  await call('tags.toggle', administrator, { tag_id: tag.id, toggle: true });
  const predicted = await ask({ people: chosen });
  expect([predicted.joining, predicted.total]).toEqual([3, 5]);
  expect(predicted.data.find((line) => line.reason === 'domain_unverified')!.people).toBe(1);
  const path = pathOf(tmpdir(), `${randomUUID()}.csv`);
  await writeFile(path, ['Почта', a!.email, b!.email, c!.email, guest.email].join('\r\n'));
  const file = { file: { path, name: 'people.csv', type: 'text/csv', size: 1 } };
  const ofFile = await atTime(at(0, 1), () =>
    call('automation.forecast-file', administrator, { id: tag.id, days: DAYS } as never, file),
  );
  expect(ofFile).toEqual(predicted);
  expect((await ask({ people: { ...chosen, need_onboarding: false } })).total).toBe(0);
  expect(await membersOf(tag.id)).toEqual([a!.id]);
  await atTime(after(at(0, 1), HOUR / 60), () => call('tags.assign', administrator, { tag_id: tag.id, ...chosen }));
  await simulateDays(home);
  expect(linesOf(predicted)).toEqual(await happened(org, [b!.id, c!.id, guest.id]));
});

test('tags that fill themselves accept no one by hand, and tags filled by hand have no rules to change', async () => {
  const { org, administrator, tag } = await started();
  const own = await make.tag(org);
  const rejected = { code: 'tag.system_tag' };
  await expect(
    call('automation.forecast-change', administrator, {
      id: tag('newbie').id,
      people: { selection: { ids: { include_ids: [] } } },
    }),
  ).rejects.toMatchObject(rejected);
  await expect(call('tags.members-after', administrator, { id: own.id, life_days: 3 })).rejects.toMatchObject(rejected);
  expect(await call('automation.forecast-change', administrator, { id: own.id, life_days: 3 })).toMatchObject({
    total: 0,
  });
});
