import { expect, test } from 'vitest';
import { call, platform, stored } from '../../../test/app.ts';
import { START, at, join, makeEmail, started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { insertCampaign } from '../../../test/make/campaign-rows.ts';
import { atTime } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { refreshMembershipJob } from '../tags/tags.jobs.ts';

test('courses are collected in one assignment per version, and people who have the course are skipped', async () => {
  const { org, administrator, run, runs } = await started();
  const course = await learning.course(org);
  const tag = await make.tag(org);
  const people = [await make.employee(org), await make.employee(org), await make.employee(org)];
  const made = await atTime(START, () =>
    call('automation.add-courses', administrator, { tag_id: tag.id, course_ids: [course.id], period: 14 }),
  );
  expect(made).toMatchObject({ type: 'course', period: 14, courses: [{ id: course.id }] });
  await expect(
    call('automation.add-courses', administrator, { tag_id: tag.id, course_ids: [course.id] }),
  ).rejects.toMatchObject({ code: 'action.taken' });
  await join(administrator, tag.id, at(0, 1), people[0]!);
  await run(at(0, 2));
  await join(administrator, tag.id, at(3), people[1]!);
  await run(at(3, 2));
  const learners = () =>
    stored<{ employee_id: string; assignment_id: string; deadline: string; source: string }>(
      `select l.employee_id, l.assignment_id, l.deadline::text, a.source from learners l join assignments a on a.id = l.assignment_id
       where l.organization_id = $1 order by l.deadline`,
      [org.id],
    );
  expect((await learners()).map((one) => [one.employee_id, one.deadline, one.source])).toEqual([
    [people[0]!.id, '2027-03-15', 'tag'],
    [people[1]!.id, '2027-03-18', 'tag'],
  ]);
  expect(new Set((await learners()).map((one) => one.assignment_id)).size).toBe(1);
  await call('tags.remove-user', administrator, { tagId: tag.id, userId: people[0]!.id });
  await join(administrator, tag.id, at(5), people[0]!);
  await run(at(6));
  expect((await runs(tag.id)).data[0]).toMatchObject({ state: 'skipped', reason: 'has_course' });
  expect(await learners()).toHaveLength(2);
  // A course that is not published now is retried later.
  await stored('update courses set published_version = 0 where id = $1', [course.id]);
  await join(administrator, tag.id, at(7), people[2]!);
  await run(at(7, 2));
  expect((await runs(tag.id)).data[0]).toMatchObject({ state: 'waiting', reason: 'course_unavailable' });
  await stored('update courses set published_version = 1 where id = $1', [course.id]);
  await run(at(7, 3));
  expect((await runs(tag.id)).data[0]).toMatchObject({ state: 'done', reason: null });
  expect(await learners()).toHaveLength(3);
});

test('an unpublished course is retried later, and the other courses are not assigned again', async () => {
  const { org, administrator, run, runs } = await started();
  const [first, missing] = [await learning.course(org), await learning.course(org)];
  const tag = await make.tag(org);
  const [stays, leaves, completes] = [await make.employee(org), await make.employee(org), await make.employee(org)];
  await atTime(START, () =>
    call('automation.add-courses', administrator, { tag_id: tag.id, course_ids: [first.id, missing.id] }),
  );
  await stored('update courses set published_version = 0 where id = $1', [missing.id]);
  await join(administrator, tag.id, at(0, 1), stays, leaves, completes);
  await run(at(0, 2));
  const log = async () =>
    Object.fromEntries((await runs(tag.id)).data.map((one) => [one.person.id, `${one.state} ${one.reason}`]));
  const waits = 'waiting course_unavailable';
  expect(await log()).toEqual({ [stays.id]: waits, [leaves.id]: waits, [completes.id]: waits });
  expect((await runs(tag.id)).data.every((one) => one.assignment_id !== null)).toBe(true);
  // A retry for the same joining does not assign the course again to people who were removed from it or have completed it.
  await stored('delete from learners where employee_id = $1', [stays.id]);
  await stored('update learners set completed_at = $2 where employee_id = $1', [completes.id, at(0, 3)]);
  await run(at(0, 4));
  await call('tags.remove-user', administrator, { tagId: tag.id, userId: leaves.id });
  await run(at(0, 5));
  await stored('update courses set published_version = 1 where id = $1', [missing.id]);
  await run(at(0, 6));
  await run(at(0, 7));
  expect(await log()).toEqual({ [stays.id]: 'done null', [leaves.id]: 'done left_tag', [completes.id]: 'done null' });
  const given = await stored<{ employee_id: string; course_id: string }>(
    `select l.employee_id, a.course_id from learners l join assignments a on a.id = l.assignment_id where l.organization_id = $1`,
    [org.id],
  );
  expect(new Set(given.map((one) => `${one.employee_id} ${one.course_id}`))).toEqual(
    new Set([
      `${stays.id} ${missing.id}`,
      `${leaves.id} ${first.id}`,
      `${completes.id} ${first.id}`,
      `${completes.id} ${missing.id}`,
    ]),
  );
  expect(given).toHaveLength(4);
});

test('a registration link is sent to people who are not registered, at its own hour and for its own days', async () => {
  const { org, administrator, tag, run, emails, runs } = await started();
  const unregistered = tag('not_registered');
  const add = (tag_id: string) =>
    atTime(START, () =>
      call('automation.add-message', administrator, {
        tag_id,
        type: 'registration_link',
        theme: 'Вход на портал',
        text: 'Придумайте пароль.',
        registration_link_days: 3,
        registration_link_time: '15:00',
      }),
    );
  await expect(add(tag('newbie').id)).rejects.toMatchObject({ code: 'action.not_for_tag' });
  expect(await add(unregistered.id)).toMatchObject({ registration_link_days: 3, registration_link_time: '15:00' });
  const person = await make.employee(org, { is_registered: false });
  const on = await platform();
  await atTime(at(0, 1), () =>
    refreshMembershipJob(jobContext(on, org.id, new AbortController().signal), {
      organization_id: org.id,
      employee_ids: [person.id],
    }),
  );
  await run(at(0, 6));
  expect(await emails('invitation')).toEqual([]);
  await run(at(0, 7));
  const [sent] = await emails('invitation');
  expect(sent).toMatchObject({ recipient: person.email, subject: 'Вход на портал' });
  expect(sent!.html).toContain('/lk/auth/registration/');
  const [token] = await stored<{ expires_at: string }>('select expires_at from link_tokens where employee_id = $1', [
    person.id,
  ]);
  expect(new Date(token!.expires_at).toISOString()).toBe(at(3, 7).toISOString());
  expect((await runs(unregistered.id)).counts.done).toBe(1);
});

test('a simulation follows the rules of campaigns: one in seven days, retried if too soon, one campaign a month', async () => {
  const { org, administrator, run, runs } = await started();
  const email = await makeEmail(org);
  const tag = await make.tag(org);
  const [person, recent] = [await make.employee(org), await make.employee(org)];
  const earlier = await insertCampaign(await platform(), org.id, 0, { employees: [recent.id] });
  await stored(`update campaign_recipients set state = 'sent', sent_at = $2 where campaign_id = $1`, [
    earlier.campaignId,
    at(-5),
  ]);
  await atTime(START, () => call('automation.add-phishing', administrator, { tagId: tag.id, templates_ids: [email] }));
  await join(administrator, tag.id, START, person, recent);
  await run(at(0, 2));
  expect((await runs(tag.id)).data.map((one) => one.reason)).toEqual(['autophish_off', 'autophish_off']);
  await call('phishing.autophish-toggle', administrator, { toggle: 'true' });
  await call('tags.remove-users', administrator, { tagId: tag.id, users_ids: [person.id, recent.id] });
  await join(administrator, tag.id, at(0, 3), person, recent);
  await run(at(1, 2));
  const log = async () =>
    Object.fromEntries(
      (await runs(tag.id)).data
        .filter((one) => one.reason !== 'autophish_off')
        .map((one) => [one.person.id, one.reason ?? one.state]),
    );
  expect(await log()).toEqual({ [person.id]: 'done', [recent.id]: 'phishing_too_soon' });
  await run(at(2, 3));
  expect(await log()).toEqual({ [person.id]: 'done', [recent.id]: 'done' });
  const { data } = await call('campaigns.list', administrator, { by_tag: 'true' });
  expect(data).toMatchObject([{ name: `${tag.title}: март 2027`, users_count: 2, is_autophish: true }]);
  expect((await call('automation.autophishing', administrator, { tagId: tag.id })).campaigns).toMatchObject([
    { id: data[0]!.id, users_count: 2 },
  ]);
  expect((await call('campaigns.list', administrator, {})).data.map((one) => one.id)).not.toContain(data[0]!.id);
});

test('no one outside a verified domain gets a simulation, and a waiting run ends when the person leaves the tag', async () => {
  const { org, administrator, run, runs } = await started();
  const email = await makeEmail(org);
  const tag = await make.tag(org);
  const outside = await make.employee(org, { email: 'someone@elsewhere.example' });
  const inside = await make.employee(org);
  await call('phishing.autophish-toggle', administrator, { toggle: 'true' });
  await atTime(START, () => call('automation.add-phishing', administrator, { tagId: tag.id, templates_ids: [email] }));
  await call('organizations.sending', administrator, { paused: true });
  await join(administrator, tag.id, START, outside, inside);
  await run(at(0, 2));
  expect((await runs(tag.id)).counts.waiting).toBe(2);
  await call('tags.remove-user', administrator, { tagId: tag.id, userId: inside.id });
  await call('organizations.sending', administrator, { paused: false });
  await run(at(0, 3));
  const log = Object.fromEntries((await runs(tag.id)).data.map((one) => [one.person.id, one.reason]));
  expect(log).toEqual({ [outside.id]: 'domain_unverified', [inside.id]: 'left_tag' });
});
