import { isWorkingTime, type WorkHours } from '@sergak/contract/campaigns/schedule.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import { reminderOffsets, USUAL_REMINDERS } from '@sergak/contract/learning/reminder.rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  actionLog,
  call,
  inOrganization,
  platform,
  queued,
  runJobs,
  stored,
  withOwnPlatform,
} from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { atTime } from '../../platform/clock.ts';
import { assignCourse } from './assign.service.ts';
import { sweepLearning } from './learning.jobs.ts';

withOwnPlatform();

const ZONE = 'Asia/Tashkent';
/** 10:00 on a day in Tashkent. */
const morning = (day: string) => new Date(`${day}T05:00:00Z`);
/** A Monday. */
const FIRST = '2027-03-01';
const usual = { before_days: 3, on_deadline: true, after_every: 2, after_times: 2 };

const prepared = async (everyDay = true) => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org);
  const work_days = everyDay ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 3, 4, 5];
  await inOrganization(org.id, 'write', (tx) => tx.updateTable('organizations').set({ work_days }).execute());
  const assign = (include_ids: string[], reminders: Partial<ReminderRules>, deadline: string) =>
    atTime(morning(FIRST), () =>
      call('learning.assign', administrator, {
        course_id: course.id,
        selection: { ids: { include_ids } },
        deadline,
        reminders,
        need_message: false,
      }),
    );
  /** One sweep at 10:00 of a day, with the jobs that it queues. */
  const sweep = (day: string, at = morning(day)) =>
    atTime(at, async () => {
      await sweepLearning(await platform());
      await runJobs('learning.send-reminders', org.id);
    });
  const emails = () =>
    stored<{ recipient: string; subject: string; html: string }>(
      `select recipient, subject, html from outbox where organization_id = $1 and kind = 'course_reminder' order by created_at, recipient`,
      [org.id],
    );
  const days = async () =>
    (
      await stored<{ due: string; sent: string }>(
        `select due_day::text as due, (sent_at at time zone '${ZONE}')::date::text as sent from course_reminders
         where organization_id = $1 order by due_day`,
        [org.id],
      )
    ).map((one) => [one.due, one.sent]);
  return { org, administrator, course, assign, sweep, emails, days };
};

const rules = fc.record({
  before_days: fc.option(fc.integer({ min: 1, max: 6 })),
  on_deadline: fc.boolean(),
  after_every: fc.option(fc.integer({ min: 1, max: 4 })),
  after_times: fc.integer({ min: 1, max: 4 }),
});

test('each reminder is sent once on its day, or as the newest missed one after a downtime', async () => {
  await fc.assert(
    fc.asyncProperty(rules, fc.array(fc.nat(24), { maxLength: 12 }), fc.nat(8), async (reminders, down, period) => {
      const h = await prepared();
      const person = await make.employee(h.org);
      const deadline = addDays(FIRST, period);
      await h.assign([person.id], reminders, deadline);
      const due = reminderOffsets(reminders)
        .map((offset) => addDays(deadline, offset))
        .filter((day) => day > FIRST);
      const expected: string[][] = [];
      for (let n = 0; n <= 26; n++) {
        const day = addDays(FIRST, n);
        if (down.includes(n)) continue;
        const newest = due.filter((one) => one <= day).at(-1);
        if (newest !== undefined && expected.at(-1)?.[0] !== newest) expected.push([newest, day]);
        await h.sweep(day);
        if (n % 5 === 0) await h.sweep(day);
      }
      expect(await h.days()).toEqual(expected);
      expect(await h.emails()).toHaveLength(expected.length);
    }),
    { numRuns: 8 },
  );
}, 60_000);

test('reminders leave in working hours only, in the language of the learner', async () => {
  const h = await prepared(false);
  const person = await make.employee(h.org);
  await inOrganization(h.org.id, 'write', (tx) =>
    tx.updateTable('employees').set({ language: 'uz' }).where('id', '=', person.id).execute(),
  );
  // The deadline is a Saturday: the reminder of that day leaves on Monday at the opening.
  await h.assign([person.id], { on_deadline: true }, '2027-03-06');
  await h.sweep('2027-03-06');
  await h.sweep('2027-03-08', new Date('2027-03-08T03:59:00Z'));
  expect(await h.emails()).toEqual([]);
  await h.sweep('2027-03-08', new Date('2027-03-08T04:00:00Z'));
  expect(await h.emails()).toMatchObject([{ recipient: person.email, subject: expect.stringMatching(/^Eslatma/) }]);
  const [hours] = await stored<WorkHours>('select * from organizations where id = $1', [h.org.id]);
  expect(isWorkingTime(Date.parse('2027-03-08T03:59:00Z'), hours!)).toBe(false);
});

test('who has finished, by own work or by hand, and who was removed, is not reminded', async () => {
  const h = await prepared();
  const [left, byHand, finished, removed] = await Promise.all([1, 2, 3, 4].map(() => make.employee(h.org)));
  const ids = [left, byHand, finished, removed].map((one) => one!.id);
  const { id } = await h.assign(ids, usual, '2027-03-05');
  await call('learning.complete-manually', h.administrator, {
    assigned_course_id: id,
    selection: { ids: { include_ids: [byHand!.id] } },
    reason: 'Сдал',
  });
  await inOrganization(h.org.id, 'write', (tx) =>
    tx
      .updateTable('learners')
      .set({ progress: 100, completed_at: morning(FIRST) })
      .where('employee_id', '=', finished!.id)
      .execute(),
  );
  await call('employees.remove', h.administrator, { id: removed!.id });
  await h.sweep('2027-03-05');
  expect((await h.emails()).map((one) => one.recipient)).toEqual([left!.email]);
});

test('a paused course reminds nobody, and what was due meanwhile is not sent afterwards', async () => {
  const h = await prepared();
  const person = await make.employee(h.org);
  const { id } = await h.assign([person.id], usual, '2027-03-05');
  await atTime(morning(FIRST), () => call('learning.toggle', h.administrator, { id }));
  await h.sweep('2027-03-05');
  await atTime(morning('2027-03-06'), () => call('learning.toggle', h.administrator, { id }));
  await h.sweep('2027-03-06');
  expect(await h.days()).toEqual([]);
  await h.sweep('2027-03-07');
  expect(await h.days()).toEqual([['2027-03-07', '2027-03-07']]);
});

test('new rules apply from the day on which they are set; a new deadline moves the reminders', async () => {
  const h = await prepared();
  const person = await make.employee(h.org);
  const made = await h.assign([person.id], {}, '2027-03-05');
  const set = (day: string, changes: object, version: number) =>
    atTime(morning(day), () => call('learning.update', h.administrator, { id: made.id, version, ...changes }));
  await h.sweep('2027-03-08');
  expect(await h.days()).toEqual([]);
  expect((await set('2027-03-08', { reminders: usual }, made.version)).reminders).toEqual(usual);
  await h.sweep('2027-03-08');
  expect(await h.days()).toEqual([]);
  await h.sweep('2027-03-09');
  await set('2027-03-09', { deadline: '2027-03-12' }, made.version + 1);
  await h.sweep('2027-03-12');
  expect(await h.days()).toEqual([
    ['2027-03-09', '2027-03-09'],
    ['2027-03-12', '2027-03-12'],
  ]);
  await set('2027-03-12', { reminders: {} }, made.version + 2);
  await h.sweep('2027-03-14');
  expect(await h.emails()).toHaveLength(2);
});

test('many learners are reminded in batches, and the day is looked at once', async () => {
  const h = await prepared();
  const people = [];
  for (let n = 0; n < 23; n++)
    people.push(...(await Promise.all(Array.from({ length: 10 }, () => make.employee(h.org)))));
  await h.assign(
    people.map((one) => one.id),
    { on_deadline: true },
    '2027-03-05',
  );
  await h.sweep('2027-03-05');
  expect(await h.emails()).toHaveLength(230);
  await atTime(morning('2027-03-05'), async () => sweepLearning(await platform()));
  expect(await queued('learning.send-reminders', h.org.id)).toEqual([]);
});

test('courses that campaigns, tags and certificates assign start with the default reminders of the organisation', async () => {
  const h = await prepared();
  const person = await make.employee(h.org);
  expect(await call('learning.default-reminders', h.administrator, {})).toEqual({
    reminders: USUAL_REMINDERS,
    version: 0,
  });
  const reminders = { before_days: null, on_deadline: true, after_every: null, after_times: 1 };
  const saved = await call('learning.save-default-reminders', h.administrator, { reminders, version: 0 });
  expect(saved).toEqual({ reminders, version: 1 });
  await expect(
    call('learning.save-default-reminders', h.administrator, { reminders: usual, version: 0 }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  expect((await actionLog(h.org.id)).at(-1)).toMatchObject({
    action: 'learning_settings.changed',
    changes: { reminders: [[-3, 0, 3, 6, 9], [0]] },
  });
  const deadline = addDays(FIRST, 2);
  await atTime(morning(FIRST), () =>
    inOrganization(h.org.id, 'write', (tx) =>
      assignCourse(tx, {
        courseId: h.course.id,
        employeeIds: [person.id],
        source: 'campaign',
        startDate: FIRST,
        deadline,
        createdBy: null,
        emails: 'none',
      }),
    ),
  );
  for (let n = 0; n <= 6; n++) await h.sweep(addDays(FIRST, n));
  expect(await h.days()).toEqual([[deadline, deadline]]);
  const other = await make.operator(await make.organization());
  expect(await call('learning.default-reminders', other, {})).toMatchObject({ version: 0 });
});
