import fc from 'fast-check';
import { expect, test } from 'vitest';
import { call, inOrganization, platform, stored, type Person } from '../../../test/app.ts';
import { START, at, join, makeEmail, message, started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { insertCampaign } from '../../../test/make/campaign-rows.ts';
import { after, atTime, DAY, dayIn, HOUR, MINUTE } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { assignCourse } from '../learning/public.ts';
import { refreshMembershipJob } from '../tags/tags.jobs.ts';

const DAYS = 14;
const ZONE = 'Asia/Tashkent';
const dayOf = (instant: string | Date) => dayIn(new Date(instant), ZONE);

test('a dry run keeps simulations of one person seven days apart, across tags', async () => {
  const { org, administrator } = await started();
  const email = await makeEmail(org);
  const [sooner, later, last] = [await make.tag(org), await make.tag(org), await make.tag(org)];
  const person = await make.employee(org);
  await call('phishing.autophish-toggle', administrator, { toggle: 'true' });
  await atTime(START, async () => {
    for (const tag of [sooner, later, last])
      await call('automation.add-phishing', administrator, { tagId: tag.id, templates_ids: [email] });
  });
  const delay = (tagId: string, days: number) =>
    stored('update tag_actions set defer_by = $2 where tag_id = $1', [tagId, days]);
  await delay(later.id, 6);
  await delay(last.id, 13);
  for (const tag of [sooner, later, last]) await join(administrator, tag.id, at(0, 1), person);
  const predict = async (id?: string, days = DAYS) => {
    const asked = id
      ? call('automation.forecast', administrator, { id, days })
      : call('automation.forecast-all', administrator, { days });
    return (await asked).data.map((one) => [one.day, one.tag.id, one.reason]);
  };
  await atTime(at(0, 1), async () => {
    // The second one waits from the 7th to the 8th, and the third one, due on the 14th, is sent after these 14 days.
    const lines = [
      ['2027-03-01', sooner.id, null],
      ['2027-03-08', later.id, null],
      ['2027-03-14', last.id, 'phishing_too_soon'],
    ];
    expect(await predict()).toEqual(lines);
    expect(await predict(later.id)).toEqual([lines[1]]);
    expect((await predict(last.id, 20)).at(-1)).toEqual(['2027-03-15', last.id, null]);
    await call('tags.toggle', administrator, { tag_id: sooner.id, toggle: false });
    expect(await predict(later.id)).toEqual([['2027-03-07', later.id, null]]);
  });
});

const hoursAgo = (max: number) => fc.integer({ min: 0, max: max * 60 }).map((minutes) => minutes / 60);
const membership = fc.option(fc.record({ hours: hoursAgo(20 * 24), onboarding: fc.integer({ min: 0, max: 7 }) }), {
  freq: 2,
});
const sample = fc.record({
  kind: fc.constantFrom('plain', 'plain', 'plain', 'plain', 'outside', 'deleted'),
  registered: fc.constantFrom(true, true, false),
  created: fc.oneof(fc.constant(200 * 24), hoursAgo(29 * 24)),
  tags: fc.array(membership, { minLength: 5, maxLength: 5 }),
  unregistered: hoursAgo(12 * 24),
  /** Between eight and ten in the morning, so that the seven days end at an hour which the test runs. */
  simulated: fc.option(
    fc.tuple(fc.integer({ min: 1, max: 9 }), hoursAgo(2)).map(([days, hours]) => days * 24 - hours),
    { freq: 1 },
  ),
  course: fc.constantFrom(true, false, false),
});
type Sample = typeof sample extends fc.Arbitrary<infer T> ? T : never;

/** Tags with every kind of action: some switched off, some without required data, three courses shared between them. */
const organization = async () => {
  const base = await started();
  const { org, administrator, tag } = base;
  const [x, y, missing] = [await learning.course(org), await learning.course(org), await learning.course(org)];
  const [email, gone] = [await makeEmail(org), await makeEmail(org)];
  const own = [await make.tag(org), await make.tag(org), await make.tag(org), await make.tag(org), await make.tag(org)];
  const [newbie, unregistered] = [tag('newbie'), tag('not_registered')];
  await call('phishing.autophish-toggle', administrator, { toggle: 'true' });
  const delays = new Map<string, number>();
  const keep = (action: { id: string }, days: number) => delays.set(action.id, days);
  const phishing = async (tagId: string, days: number, id = email) =>
    keep(await call('automation.add-phishing', administrator, { tagId, templates_ids: [id] }), days);
  const courses = async (tag_id: string, days: number, ...course_ids: string[]) =>
    keep(await call('automation.add-courses', administrator, { tag_id, course_ids }), days);
  const mail = async (tag_id: string, days: number) => keep(await message(administrator, tag_id), days);
  await atTime(START, async () => {
    await phishing(own[1]!.id, 6);
    await courses(own[1]!.id, 0, x.id, y.id);
    await phishing(newbie.id, 20);
    await mail(newbie.id, 3);
    await phishing(own[0]!.id, 0);
    await courses(own[0]!.id, 2, x.id);
    await mail(own[0]!.id, 0);
    await phishing(own[2]!.id, 1);
    await phishing(own[3]!.id, 0, gone);
    await courses(own[3]!.id, 4, missing.id);
    await phishing(own[4]!.id, 9);
    await courses(own[4]!.id, 5, x.id);
    await phishing(unregistered.id, 5);
    await courses(unregistered.id, 4, y.id);
    const link = { tag_id: unregistered.id, type: 'registration_link', theme: 'Вход', text: 'Да' } as const;
    keep(await call('automation.add-message', administrator, { ...link, registration_link_time: '15:00' }), 1);
    await call('tags.toggle', administrator, { tag_id: own[2]!.id, toggle: false });
  });
  let minutes = 0;
  for (const [id, days] of delays)
    await stored('update tag_actions set defer_by = $2, created_at = $3 where id = $1', [
      id,
      days,
      after(START, -60 * DAY + (minutes += 1) * MINUTE),
    ]);
  await stored('update emails set deleted_at = $2 where id = $1', [gone, START]);
  await stored('update courses set published_version = 0 where id = $1', [missing.id]);
  await stored('update organizations set licence_end = $2 where id = $1', [org.id, dayOf(at(12))]);
  await stored('update employees set created_at = $2 where organization_id = $1', [org.id, at(-200)]);
  return { ...base, x, own, newbie, unregistered };
};
type Organization = Awaited<ReturnType<typeof organization>>;

const settle = async (home: Organization, samples: readonly Sample[]): Promise<void> => {
  const { org, x, own, newbie, unregistered } = home;
  const people: { id: string; one: Sample }[] = [];
  const enter = (tag: string, id: string, hours: number, onboarding = true) =>
    stored(
      `insert into tag_employees (organization_id, tag_id, employee_id, joined_at, onboarding) values ($1, $2, $3, $4, $5)`,
      [org.id, tag, id, after(START, -hours * HOUR), onboarding],
    );
  for (const [n, one] of samples.entries()) {
    const { id } = await make.employee(org, {
      is_registered: one.registered,
      ...(one.kind === 'outside' ? { email: `guest-${n}-${org.id}@elsewhere.example` } : {}),
    });
    people.push({ id, one });
    const created = after(START, -one.created * HOUR);
    await stored('update employees set created_at = $2, deleted_at = $3 where id = $1', [
      id,
      created,
      one.kind === 'deleted' ? START : null,
    ]);
    if (one.created < 30 * 24) await enter(newbie.id, id, one.created);
    if (!one.registered) await enter(unregistered.id, id, one.unregistered);
    for (const [i, as] of one.tags.entries()) if (as) await enter(own[i]!.id, id, as.hours, as.onboarding > 0);
  }
  const simulated = people.filter(({ one }) => one.simulated !== null);
  const { campaignId } = await insertCampaign(await platform(), org.id, 0, {
    employees: simulated.map(({ id }) => id),
  });
  for (const { id, one } of simulated)
    await stored(
      `update campaign_recipients set state = 'sent', sent_at = $3 where campaign_id = $1 and employee_id = $2`,
      [campaignId, id, after(START, -one.simulated! * HOUR)],
    );
  const learners = people.filter(({ one }) => one.course && one.kind !== 'deleted').map(({ id }) => id);
  await inOrganization(org.id, 'write', (tx) =>
    assignCourse(tx, {
      courseId: x.id,
      employeeIds: learners,
      source: 'manual',
      startDate: dayOf(START),
      createdBy: null,
      emails: 'none',
    }),
  );
};

type Line = { day: string; action: string; reason: string | null; people: readonly string[] };
const key = (line: Omit<Line, 'people'>) => `${line.day} ${line.action} ${line.reason}`;

/** The results of the runs in the format of the dry run. A waiting run is listed on the day of its own hour. */
const happened = async (org: make.TestOrganization): Promise<Map<string, string[]>> => {
  const log = await stored<{
    employee_id: string;
    action_id: string;
    state: string;
    reason: string;
    due: string;
    done: string;
  }>(
    `select employee_id, action_id, state, reason, due_at as due, done_at as done from tag_action_runs where organization_id = $1`,
    [org.id],
  );
  const found = new Map<string, string[]>();
  for (const run of log) {
    const gone = run.reason === 'left_tag';
    const waited = dayOf(Date.parse(run.due) > START.getTime() ? run.due : START);
    const name = key({
      day: run.state === 'waiting' || gone ? waited : dayOf(run.done),
      action: run.action_id,
      // A simulation of a newcomer waited for the seven days until the newcomer left the tag.
      reason: gone ? 'phishing_too_soon' : run.reason,
    });
    found.set(name, [...(found.get(name) ?? []), run.employee_id]);
  }
  return found;
};

/** Hours, counted from eight, in which something can happen: the hours of actions, one or two hours later, and midnight. */
const EVENTFUL = [0, 2, 3, 4, 7, 8, 16];

const simulateDays = async ({ org, run }: Organization): Promise<void> => {
  const on = await platform();
  for (let hours = 0; hours < DAYS * 24; hours += 1) {
    if (!EVENTFUL.includes(hours % 24)) continue;
    const when = at(0, hours);
    await atTime(when, () =>
      refreshMembershipJob(jobContext(on, org.id, new AbortController().signal), {
        organization_id: org.id,
        employee_ids: null,
      }),
    );
    await run(when);
    await stored(
      `update campaign_recipients set state = 'sent', sent_at = $2 where organization_id = $1 and state = 'queued'`,
      [org.id, after(when, MINUTE)],
    );
  }
};

const dryRun = (administrator: Person, id?: string) =>
  atTime(START, () =>
    id
      ? call('automation.forecast', administrator, { id, days: DAYS })
      : call('automation.forecast-all', administrator, { days: DAYS }),
  );

test('a dry run of fourteen days matches the runs of these days', { timeout: 180_000 }, async () => {
  const home = await organization();
  const { org, administrator, own, newbie, unregistered } = home;
  await settle(home, fc.sample(sample, { seed: 12, numRuns: 70 }));
  const all = await dryRun(administrator);
  // The dry run of a single tag must equal its lines in the dry run of all tags.
  for (const tag of [...own, newbie, unregistered])
    expect((await dryRun(administrator, tag.id)).data).toEqual(all.data.filter((line) => line.tag.id === tag.id));
  await simulateDays(home);
  const real = await happened(org);
  const predicted = all.data.map((line) => [
    key({ day: line.day, action: line.action.id, reason: line.reason }),
    line.people,
  ]);
  expect(Object.fromEntries(predicted)).toEqual(Object.fromEntries([...real].map(([name, ids]) => [name, ids.length])));
  for (const line of all.data) {
    const ids = real.get(key({ day: line.day, action: line.action.id, reason: line.reason }))!;
    for (const one of line.examples) expect(ids).toContain(one.id);
    expect(line.examples).toHaveLength(Math.min(5, ids.length));
  }
  const reasons = new Set(all.data.map((line) => line.reason));
  for (const reason of ['has_course', 'domain_unverified', 'licence_expired', 'no_emails'] as const)
    expect(reasons, reason).toContain(reason);
});
