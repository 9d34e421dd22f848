import { expect, test } from 'vitest';
import { call, runJobs } from '../../../test/app.ts';
import { organization, recipients } from '../../../test/make/campaign.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';

/**
 * An organisation with one person for each counting rule: nested departments, a person who is excluded, removed, named twice,
 * at an unverified domain, or a member of a tag.
 */
const staffed = async () => {
  const h = await organization(2);
  const below = await make.department(h.org, 'Касса', h.department.id);
  const inside = await make.employee(h.org, { department_id: below.id });
  const excluded = await make.employee(h.org, { department_id: below.id });
  const removed = await make.employee(h.org, { department_id: below.id });
  const stranger = await make.employee(h.org, { department_id: below.id, email: 'a@elsewhere.test' });
  const alone = await make.employee(h.org);
  await make.employee(h.org);
  await call('employees.remove', h.administrator, { id: removed.id });
  const tag = await make.tag(h.org);
  await call('tags.assign', h.administrator, { tag_id: tag.id, users_ids: [inside.id] });
  const choice = {
    departments_ids: [h.department.id, below.id],
    users_ids: [alone.id, inside.id, removed.id],
    exclude_users_ids: [excluded.id],
  };
  const selection = {
    ids: {
      include_departments: choice.departments_ids,
      include_ids: choice.users_ids,
      exclude_ids: choice.exclude_users_ids,
    },
  };
  const meant = [...h.staff, inside, stranger, alone].map((one) => one.id);
  return { ...h, below, inside, stranger, alone, tag, choice, selection, meant };
};
const sorted = (ids: readonly string[]) => [...ids].sort();

test('a campaign sends to as many people as the wizard counted: without excluded tags and unverified domains', async () => {
  const { administrator, org, form, choice, tag, meant, inside, stranger } = await staffed();
  const plan = {
    ...form,
    targetType: 'custom' as const,
    targets: {
      target_departments: choice.departments_ids,
      target_users: choice.users_ids,
      exclude_users: choice.exclude_users_ids,
    },
    excludedTags: [tag.id],
  };
  const look = await call('campaigns.preflight', administrator, plan);
  expect(look).toMatchObject({ people: meant.length, excluded_by_tag: 1, unverified: { count: 1 } });
  const made = await call('campaigns.create', administrator, plan);
  await runJobs('campaigns.plan-emails', org.id);
  const written = (await recipients(made.id)).map((one) => one.employee_id);
  expect(written).toHaveLength(look.recipients);
  expect(sorted(written)).toEqual(sorted(meant.filter((id) => id !== inside.id && id !== stranger.id)));
});

test('a course is assigned to as many people as were counted: its learners are left out and marked as forced', async () => {
  const { administrator, org, department, below, selection, meant, inside } = await staffed();
  const course = await learning.course(org);
  const first = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [inside.id] } },
  });
  const forced = { forced_course_id: course.id };
  const level = await call('departments.users', administrator, forced);
  expect(level.data.find((one) => one.id === department.id)).toMatchObject({ users_count: 5, forced_count: 1 });
  const people = await call('departments.users', administrator, { parent_id: below.id, ...forced });
  expect(people.data.map((one) => [one.id, one.forced_count])).toContainEqual([inside.id, 1]);
  expect(people.data.filter((one) => one.forced_count === 0)).toHaveLength(2);
  const preview = await call('learning.preview', administrator, { selection, assignment_id: first.id });
  expect(preview).toMatchObject({ people: meant.length, to_add: meant.length - 1 });
  const { added } = await call('learning.add-people', administrator, { id: first.id, selection });
  expect(added).toBe(preview.to_add);
  const learners = (await call('learning.people', administrator, { id: first.id })).data.map((one) => one.employee_id);
  expect(sorted(learners)).toEqual(sorted(meant));
});

test('a tag gets as many people as were counted: its members are left out and marked as forced', async () => {
  const { administrator, department, below, choice, tag, meant, inside } = await staffed();
  const forced = { forced_tag_id: tag.id };
  const top = await call('departments.users', administrator, forced);
  expect(top.data.map((one) => [one.title, one.forced_count])).toContainEqual([department.title, 1]);
  const found = await call('departments.users', administrator, { search: 'касса', ...forced });
  expect(found.data).toMatchObject([{ id: below.id, users_count: 3, forced_count: 1 }]);
  const level = await call('departments.users', administrator, { parent_id: below.id, ...forced });
  expect(level.data.filter((one) => one.forced_count > 0).map((one) => one.id)).toEqual([inside.id]);
  const { users_count } = await call('departments.users-count', administrator, {
    department_ids: choice.departments_ids,
    user_ids: choice.users_ids,
    exclude_user_ids: choice.exclude_users_ids,
    excluded_tags: [tag.id],
  });
  const { assigned } = await call('tags.assign', administrator, { tag_id: tag.id, ...choice });
  expect([users_count, assigned]).toEqual([meant.length - 1, meant.length - 1]);
  const members = (await call('tags.users', administrator, { id: tag.id })).data.map((one) => one.id);
  expect(sorted(members)).toEqual(sorted(meant));
});
