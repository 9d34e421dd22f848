import { expect, test } from 'vitest';
import { actionLog, call, platform, queued, runJobs, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, MINUTE, now } from '../../platform/clock.ts';
import { sweepRemoved } from './removed.jobs.ts';

const removed = async (usersLimit?: number) => {
  const org = await make.organization({ usersLimit });
  const administrator = await make.operator(org);
  const sales = await make.department(org, 'Сбыт');
  const anna = await make.employee(org, { last_name: 'Азимова', first_name: 'Анна', department_id: sales.id });
  const tag = await make.tag(org, 'Кассиры');
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [anna.id] });
  await call('employees.set-note', administrator, { id: anna.id, text: 'Звонить до обеда' });
  await call('employees.remove', administrator, { id: anna.id });
  return { org, administrator, sales, anna };
};
const wipe = async (org: { id: string }) => {
  await sweepRemoved(await platform());
  const orders = await runJobs('employees.wipe-removed', org.id);
  await runJobs('privacy.forget-people', org.id);
  return orders;
};

test('removed people are listed with the person who removed them and the last day to restore them', async () => {
  const { administrator, anna } = await removed();
  const list = await call('employees.removed', administrator, {});
  expect(list).toMatchObject({
    total_count: 1,
    data: [{ id: anna.id, full_name: 'Азимова Анна', department: 'Сбыт', removed_by: administrator.name }],
  });
  const [one] = list.data;
  expect(Date.parse(one!.wiped_at) - Date.parse(one!.removed_at)).toBe(30 * DAY);
  expect((await call('employees.removed', administrator, { search: 'азим АННА' })).total_count).toBe(1);
  expect((await call('employees.removed', administrator, { search: 'юсупов' })).total_count).toBe(0);
});

test('a restored person keeps department, tags and note, and the log records it', async () => {
  const { org, administrator, anna, sales } = await removed();
  const back = await call('employees.restore', administrator, { id: anna.id });
  expect(back).toMatchObject({ id: anna.id, email: anna.email, department: { id: sales.id } });
  expect(back.tags.map((one) => one.title)).toContain('Кассиры');
  expect((await call('employees.note', administrator, { id: anna.id })).text).toBe('Звонить до обеда');
  expect((await call('employees.removed', administrator, {})).total_count).toBe(0);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({ action: 'employee.restored', target: anna.id });
  expect(await queued('tags.refresh-membership', org.id)).toContainEqual({
    organization_id: org.id,
    employee_ids: [anna.id],
  });
  await expect(call('employees.restore', administrator, { id: anna.id })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
});

test('a person whose department was removed meanwhile is restored to «Без отдела»', async () => {
  const { administrator, anna, sales } = await removed();
  await call('departments.remove', administrator, { department_ids: [sales.id] });
  expect(await call('employees.restore', administrator, { id: anna.id })).toMatchObject({
    department: { title: 'Без отдела' },
  });
});

test('restoring a person whose address is taken reports its holder, and another address can be given', async () => {
  const { org, administrator, anna } = await removed();
  await make.employee(org, { email: anna.email.toUpperCase(), last_name: 'Юсупова', first_name: 'Лола' });
  await expect(call('employees.restore', administrator, { id: anna.id })).rejects.toMatchObject({
    code: 'employee.email_taken',
    details: { email: anna.email, holder: 'Юсупова Лола' },
  });
  expect(
    await call('employees.restore', administrator, { id: anna.id, email: `azimova2@${org.domain}` }),
  ).toMatchObject({
    email: `azimova2@${org.domain}`,
  });
});

test('restoring takes a seat of the licence', async () => {
  const { org, administrator, anna } = await removed(2);
  await make.employee(org);
  await expect(call('employees.restore', administrator, { id: anna.id })).rejects.toMatchObject({
    code: 'licence.users_limit',
  });
});

test('no one restores a person of a higher role or of another organisation', async () => {
  const { org, administrator, anna } = await removed();
  await make.employee(org, { role: 'super_user' });
  const chief = await make.employee(org, { role: 'super_user' });
  await stored('update employees set deleted_at = now() where id = $1', [chief.id]);
  await expect(call('employees.restore', administrator, { id: chief.id })).rejects.toMatchObject({
    code: 'employee.restore_forbidden',
  });
  const stranger = await make.operator(await make.organization());
  await expect(call('employees.restore', stranger, { id: anna.id })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  expect((await call('employees.removed', stranger, {})).total_count).toBe(0);
});

test('after 30 days all personal data is wiped, here, in emails and in campaigns; the figures stay', async () => {
  const { org, administrator, anna } = await removed();
  const campaign = await history.campaign(org);
  await history.email(org, campaign, anna, { result: 4 });
  await stored(
    `insert into outbox (organization_id, employee_id, kind, recipient, subject, html, text, message_id)
     values ($1, $2, 'invitation', $3, 's', 'Азимова', 't', '<1@x>')`,
    [org.id, anna.id, anna.email],
  );
  const traces = async () =>
    stored<{ place: string }>(
      `select 'employees' as place from employees where id = $1 and (search_text like '%азимов%' or email_key = lower($2) or note <> '')
       union all select 'recipients' from campaign_recipients where employee_id = $1 and (address = $2 or last_name <> '')
       union all select 'outbox' from outbox where employee_id = $1`,
      [anna.id, anna.email],
    ).then((rows) => rows.map((row) => row.place));
  expect(await traces()).toEqual(['employees', 'recipients', 'outbox']);
  await atTime(after(now(), 29 * DAY), () => wipe(org));
  expect(await traces()).toHaveLength(3);
  const later = after(now(), 30 * DAY + MINUTE);
  expect(await atTime(later, () => wipe(org))).toBe(1);
  expect(await traces()).toEqual([]);
  expect(
    await stored('select employee_id, result from campaign_recipients where campaign_id = $1', [campaign.id]),
  ).toEqual([{ employee_id: null, result: 4 }]);
  expect(await atTime(later, () => wipe(org)), 'a second run finds nobody').toBe(0);
  await expect(call('employees.restore', administrator, { id: anna.id })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  expect((await call('employees.removed', administrator, {})).total_count).toBe(0);
});

const leavers = async (org: make.TestOrganization, administrator: Parameters<typeof call>[1], count: number) => {
  const rows = await stored<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name, first_name, deleted_at)
     select $1, d.id, 'leaver-' || n || '@' || $2, 'Уволенов', 'Номер' || n, now()
     from departments d cross join generate_series(1, $3::int) n where d.organization_id = $1 and d.is_default returning id`,
    [org.id, org.domain, count],
  );
  return {
    ids: rows.map((row) => row.id),
    left: () => call('employees.removed', administrator, { search: 'уволенов' }),
  };
};

test('1,900 leavers of a wrong import are restored at once, except the excluded people', async () => {
  const { org, administrator, anna } = await removed(4_000);
  const { ids, left } = await leavers(org, administrator, 1_900);
  const answer = await call('employees.restore-many', administrator, {
    all: true,
    search: 'уволенов',
    ids: { exclude_ids: [ids[0]!] },
  });
  expect(answer).toEqual({ count: 1_899, taken_count: 0, taken: [], forbidden_count: 0 });
  expect((await left()).data.map((one) => one.id)).toEqual([ids[0]]);
  expect((await call('employees.removed', administrator, {})).data.map((one) => one.id)).toContain(anna.id);
  const log = (await actionLog(org.id)).at(-1)!;
  expect(log).toMatchObject({ action: 'employees.restored', target: null, details: { affected: 1_899, skipped: 0 } });
  expect((await queued('statistics.refresh-people', org.id)).flatMap((job) => job.employee_ids)).toHaveLength(1_899);
});

test('selected people are restored; people with a taken address or a higher role are skipped and reported', async () => {
  const { org, administrator, anna } = await removed();
  const { ids, left } = await leavers(org, administrator, 3);
  await make.employee(org, { email: `LEAVER-1@${org.domain}`, last_name: 'Юсупова', first_name: 'Лола' });
  await make.employee(org, { role: 'super_user' });
  const chief = await make.employee(org, { role: 'super_user' });
  await stored('update employees set deleted_at = now() where id = $1', [chief.id]);
  const stranger = await make.operator(await make.organization());
  const include_ids = [ids[0]!, ids[1]!, chief.id, anna.id];
  await expect(call('employees.restore-many', stranger, { ids: { include_ids } })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  expect(await call('employees.restore-many', administrator, { ids: { include_ids } })).toEqual({
    count: 2,
    taken_count: 1,
    taken: [{ id: ids[0], full_name: 'Уволенов Номер1', email: `leaver-1@${org.domain}`, holder: 'Юсупова Лола' }],
    forbidden_count: 1,
  });
  expect((await left()).data.map((one) => one.id).sort()).toEqual([ids[0]!, ids[2]!].sort());
  await expect(call('employees.restore-many', administrator, {})).rejects.toMatchObject({
    code: 'employee.none_selected',
  });
});

test('of two removed people with the same address the one removed later is restored', async () => {
  const { org, administrator, anna } = await removed();
  const again = await make.employee(org, { email: anna.email, last_name: 'Азимова', first_name: 'Анора' });
  await call('employees.remove', administrator, { id: again.id });
  expect(await call('employees.restore-many', administrator, { all: true })).toMatchObject({
    count: 1,
    taken: [{ id: anna.id, holder: 'Азимова Анора' }],
  });
});

test('if the licence has too few seats, no one is restored', async () => {
  const { org, administrator } = await removed(3);
  const { left } = await leavers(org, administrator, 3);
  await expect(call('employees.restore-many', administrator, { all: true, search: 'уволенов' })).rejects.toMatchObject({
    code: 'licence.users_limit',
    details: { added: 3, room: 2 },
  });
  expect((await left()).total_count).toBe(3);
});
