import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointId } from '@sergak/contract/endpoints.ts';
import { endpoints } from '@sergak/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { actionLog, platform, queued, runJobs, splitInput, stored } from '../../../test/app.ts';
import { course } from '../../../test/make/learning.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';
import { inSystem } from '../../platform/db.ts';
import { execute } from '../../platform/http/execute.ts';
import { routes } from '../../app/composition.ts';
import { authenticate } from './session.query.ts';
import { insertSession } from './session.repo.ts';

type Answer = Record<string, unknown> & { id: string; task_id: string; data: { id: string }[] };

/** Opens a real session and returns a caller that, like the portal, reads the session again for each call. */
const signIn = async (person: { id: string; organization_id: string }) => {
  const on = await platform();
  const token = await inSystem(on.db, (tx) =>
    insertSession(tx, {
      organizationId: person.organization_id,
      employeeId: person.id,
      twoFactorDue: false,
      userAgent: 'test',
      address: '127.0.0.1',
    }),
  );
  return async (id: EndpointId, input: object = {}, uploads: object = {}): Promise<Answer> =>
    (await execute(
      {
        platform: on,
        route: routes.find((one) => one.id === id)!,
        session: await authenticate(on, token),
        request: { id: 'test', address: '127.0.0.1', userAgent: 'test' },
        cookie: { set() {}, clear() {} },
        uploads: uploads as never,
        idempotencyKey: randomUUID(),
      },
      splitInput(endpoints[id], input as Record<string, unknown>),
    )) as Answer;
};

const family = async () => {
  const org = await make.organization({ title: 'Головная' });
  const child = await make.organization({ title: 'Филиал', parent: org, usersLimit: 50 });
  const grandchild = await make.organization({ title: 'Отделение', parent: child, usersLimit: 5 });
  const boss = await make.employee(org, { role: 'super_user' });
  return { org, child, grandchild, boss, as: await signIn(boss) };
};
const enter = (as: Awaited<ReturnType<typeof signIn>>, organization_id: string) =>
  as('session.switch-organization', { organization_id });

test('the person is shown with title, logos and colour of the organisation acted in', async () => {
  const { child, as } = await family();
  await stored(`update organizations set brand_color = '#1f6feb' where id = $1`, [child.id]);
  expect((await as('session.me')).acting_organization).toMatchObject({ title: 'Головная', brand_color: '#3dbc87' });
  await enter(as, child.id);
  expect(await as('session.me')).toMatchObject({
    organization: { title: 'Головная', brand_color: '#3dbc87' },
    acting_organization: { title: 'Филиал', brand_color: '#1f6feb', logo: { light: null, dark: null } },
  });
});

test('a session switches to any descendant and back, with an entry in each audit log', async () => {
  const { org, child, grandchild, as } = await family();
  expect((await as('session.organizations')).data.map((one) => one.id)).toEqual([org.id, child.id, grandchild.id]);
  expect(await enter(as, child.id)).toEqual({ id: child.id, title: 'Филиал' });
  expect(await as('organizations.current')).toMatchObject({ id: child.id });
  expect(await as('session.me')).toMatchObject({
    organization: { id: org.id },
    acting_organization: { id: child.id, title: 'Филиал' },
    role: 'super_user',
  });
  await enter(as, grandchild.id); // sideways, without switching home first
  expect(await as('organizations.current')).toMatchObject({ id: grandchild.id });
  await enter(as, org.id);
  expect(await as('organizations.current')).toMatchObject({ id: org.id });
  const switches = async (id: string) =>
    (await actionLog(id)).filter((line) => line.action === 'session.organization_switched').map((line) => line.changes);
  const [down, across, home] = [
    { organization: ['Головная', 'Филиал'] },
    { organization: ['Филиал', 'Отделение'] },
    { organization: ['Отделение', 'Головная'] },
  ];
  expect(await switches(org.id)).toEqual([down, across, home]);
  expect(await switches(child.id)).toEqual([down, across]);
  expect(await switches(grandchild.id)).toEqual([across, home]);
});

test('a session cannot switch to a parent, sibling or unrelated organisation, or without the permission', async () => {
  const { org, child } = await family();
  const inside = await signIn(await make.employee(child, { role: 'super_user' }));
  const sibling = await make.organization({ parent: org });
  for (const id of [org.id, sibling.id, (await make.organization()).id, randomUUID()])
    await expect(enter(inside, id)).rejects.toMatchObject({ code: 'organization.not_found' });
  await expect(enter(inside, 'ничто')).rejects.toThrow();
  const manager = await signIn(await make.employee(org, { role: 'content_manager' }));
  await expect(enter(manager, child.id)).rejects.toMatchObject({ code: 'session.forbidden' });
});

test('a person who loses the permission is back in the home organisation at once', async () => {
  const { org, child, boss, as } = await family();
  await make.employee(org, { role: 'super_user' });
  await enter(as, child.id);
  await stored(`update employees set role = 'content_manager' where id = $1`, [boss.id]);
  expect(await as('organizations.current')).toMatchObject({ id: org.id });
});

test('a visitor need not give the consent of the other organisation, and its time zone applies', async () => {
  const { org, child, boss, as } = await family();
  await stored(`update organizations set consent_required = false where id = $1`, [org.id]);
  await stored(`update organizations set time_zone = 'Europe/London' where id = $1`, [child.id]);
  await stored(`update employees set consented_at = null where id = $1`, [boss.id]);
  await enter(as, child.id);
  expect(await as('organizations.current')).toMatchObject({ id: child.id });
});

/** An upload as the multipart reader stores it on the disk. */
const csv = async (text: string) => {
  const path = join(tmpdir(), `${randomUUID()}.csv`);
  await writeFile(path, text);
  return { file: { path, name: 'staff.csv', type: 'text/csv', size: Buffer.byteLength(text) } };
};

test('an administrator of the parent can do all main work in a child, and the rows belong to the child', async () => {
  const { org, child, boss, as } = await family();
  const lesson = await course(child);
  const { email_id } = await emails(child);
  await enter(as, child.id);

  const person = await as('employees.add', { email: `lola@${child.domain}`, last_name: 'Азимова', first_name: 'Лола' });
  await as('employees.update', { id: person.id, position: 'Кассир' });
  await as('employees.set-note', { id: person.id, text: 'Заметка' });
  await as('employees.reinvite', { ids: { include_ids: [person.id] } });
  const department = await as('departments.create', { title: 'Касса' });
  const tag = await as('tags.create', { title: 'Кассиры', color: '#3b82c4' });
  await as('tags.assign', { tag_id: tag.id, users_ids: [person.id] });
  const campaign = await as('campaigns.create', {
    name: 'Проверка',
    templates: [email_id],
    targets: { target_users: [person.id] },
  });
  await runJobs('campaigns.plan-emails', child.id);
  expect(await as('campaigns.get', { id: campaign.id })).toMatchObject({ name: 'Проверка', created_by: null });
  await as('campaigns.test-email', { email_id });
  const assignment = await as('learning.assign', {
    course_id: lesson.id,
    selection: { ids: { include_ids: [person.id] } },
  });
  expect(await as('learning.assignment', { id: assignment.id })).toMatchObject({ learners_count: 1 });

  const started = await as(
    'imports.read',
    {},
    await csv(
      `Фамилия;Имя;Отчество;Почта;Должность;Подразделение;Роль\nСаидов;Тимур;;timur@${child.domain};Кассир;Касса;\n`,
    ),
  );
  await runJobs('employees.read-import', child.id);
  const applied = await as('imports.apply', { task_id: started.task_id });
  await runJobs('employees.apply-import', child.id);
  expect(await as('tasks.get', { id: applied.task_id })).toMatchObject({ status: 'success' });

  const exported = await as('employees.report', { all: true });
  await runJobs('employees.write-export', child.id);
  const { result } = (await as('tasks.get', { id: exported.task_id })) as unknown as { result: { file_id: string } };
  expect(await as('files.get', { id: result.file_id })).toMatchObject({ name: expect.stringMatching(/xlsx$/) });
  const report = await as('reports.make-phishing', { id: campaign.id });
  await runJobs('reports.make-report', child.id);
  expect(await as('reports.get', { id: report.id })).toMatchObject({ status: 'complete', created_by: null });
  await as('phishing.preview', { kind: 'page', html: '<form><input name="a"></form>' });
  const { version } = await as('organizations.get', { id: child.id });
  await as('organizations.save', { description: 'Новое описание', version });
  await as('organizations.notify', { all: true, theme: 'Собрание', text: 'В пятницу в 10:00.' });
  await as('settings.mail-send-test');

  // The home organisation has none of the rows, and the names in the log are complete.
  const [at] = await stored<{ people: number; departments: number; campaigns: number }>(
    `select (select count(*)::int from employees where organization_id = $1) as people,
      (select count(*)::int from departments where organization_id = $1) as departments,
      (select count(*)::int from campaigns where organization_id = $1) as campaigns`,
    [org.id],
  );
  expect(at).toEqual({ people: 1, departments: 1, campaigns: 0 });
  const nameless = await stored(
    `select action from audit_log where organization_id = $1 and actor_id = $2 and actor_name = ''`,
    [child.id, boss.id],
  );
  expect(nameless).toEqual([]);
  expect(department.id).not.toBe(tag.id);
});

test('personal things belong to the home organisation: courses, password, language, the own record', async () => {
  const { org, child, boss, as } = await family();
  const lesson = await course(org);
  const administrator = await signIn(await make.operator(org));
  const assigned = await administrator('learning.assign', {
    course_id: lesson.id,
    selection: { ids: { include_ids: [boss.id] } },
  });
  await enter(as, child.id);
  expect((await as('learner.courses')).data).toHaveLength(1);
  await as('learner.course', { id: assigned.id });
  await as('session.set-language', { language: 'uz' });
  expect(await as('session.me')).toMatchObject({ language: 'uz' });
  expect(await as('session.me-as', { id: boss.id })).toMatchObject({ id: boss.id, organization: { id: org.id } });
  await expect(as('employees.get', { id: boss.id })).rejects.toMatchObject({ code: 'employee.not_found' });
  const files = await stored('select id from files where created_by = $1', [boss.id]);
  expect(files).toEqual([]);
  expect(await queued('employees.write-export', org.id)).toEqual([]);
});
