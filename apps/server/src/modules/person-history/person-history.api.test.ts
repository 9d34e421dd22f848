import { expect, test } from 'vitest';
import { call, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';

/** Anna reported one simulation, was caught by another, and reported a suspicious email. */
const office = async () => {
  const org = await make.organization();
  const administrator = await make.employee(org, { role: 'super_user' });
  const anna = await make.employee(org, { last_name: 'Аннова', first_name: 'Анна' });
  const old = await history.campaign(org, { ago: 40, name: 'Весна', subject: 'Для {{first_name}}' });
  const recent = await history.campaign(org, { ago: 5, name: 'Лето' });
  const testing = await history.campaign(org, { ago: 3, is_testing: true });
  await history.email(org, old, anna, { result: 4 });
  await history.email(org, recent, anna, { reported: true });
  await history.email(org, recent, await make.employee(org), { result: 2 });
  await history.email(org, testing, anna, { result: 4 });
  await stored(
    `insert into suspicious_emails (organization_id, subject, reporter_id, reported_at, size)
      values ($1, 'Счёт на оплату', $2, now() - interval '1 day', 10)`,
    [org.id, anna.id],
  );
  await call('employees.set-note', administrator, { id: anna.id, text: 'Просит писать по-русски' });
  return { org, administrator, anna };
};

test('the history of a person is one list of all kinds, newest first', async () => {
  const { administrator, anna } = await office();
  const all = await call('person-history.list', administrator, { id: anna.id });
  expect(all.data.map((one) => one.kind)).toEqual(['change', 'report', 'report', 'email', 'email']);
  expect(all.kinds).toEqual([
    { kind: 'email', count: 2 },
    { kind: 'report', count: 2 },
    { kind: 'course', count: 0 },
    { kind: 'change', count: 1 },
  ]);
  expect(all.total_count).toBe(5);
  expect(all.data[0]).toMatchObject({ action: 'employee.note_changed', title: '' });
  expect(all.data[1]).toMatchObject({ subject: 'Счёт на оплату', campaign: null });
  expect(all.data[4]).toMatchObject({ campaign: { name: 'Весна' }, email_result: 4 });
});

test('an action on many people is named by what it was about', async () => {
  const { org, administrator, anna } = await office();
  const other = await make.employee(org);
  const tag = await call('tags.create', administrator, { title: 'Руководители' });
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [anna.id, other.id] });
  const { data } = await call('person-history.list', administrator, { id: anna.id, kind: 'change' });
  expect(data[0]).toMatchObject({ action: 'tag.assigned', title: 'Руководители' });
});

test('one kind is paged by itself', async () => {
  const { administrator, anna } = await office();
  const page = await call('person-history.list', administrator, { id: anna.id, kind: 'email', limit: 1, offset: 1 });
  expect(page).toMatchObject({ total_count: 2, data: [{ campaign: { name: 'Весна' } }] });
  const same = await call('statistics.user-phishing', administrator, { id: anna.id, limit: 1, offset: 1 });
  expect(page.data[0]).toMatchObject({ subject: same.data[0]!.subject, email_result: same.data[0]!.result });
});

test('an anonymous organisation shows neither emails nor reports of a person', async () => {
  const { org, administrator, anna } = await office();
  await stored(
    `insert into retention_settings (organization_id, anonymous) values ($1, true) on conflict (organization_id) do update set anonymous = true`,
    [org.id],
  );
  const all = await call('person-history.list', administrator, { id: anna.id });
  expect(all.kinds.map((one) => one.kind)).toEqual(['course', 'change']);
  expect(all.data.map((one) => one.kind)).toEqual(['change']);
  const emails = await call('person-history.list', administrator, { id: anna.id, kind: 'email' });
  expect(emails).toMatchObject({ data: [], total_count: 0 });
});
