import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionLog, call, platform, runJobs, stored } from '../../../test/app.ts';
import { started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import { jobContext } from '../../platform/jobs.ts';
import { refreshMembershipJob } from './tags.jobs.ts';

const upload = async (text: string | Buffer) => {
  const path = join(tmpdir(), `${randomUUID()}.csv`);
  await writeFile(path, text);
  return { file: { path, name: 'people.csv', type: 'text/csv', size: Buffer.byteLength(text) } };
};

test('members by spreadsheet: previewed with the lines that match no one, then added to the tag', async () => {
  const { org, administrator } = await started();
  const tag = await make.tag(org);
  const [a, b] = [await make.employee(org), await make.employee(org)];
  const rows = [
    'ФИО;Почта',
    `Первая;${a.email.toUpperCase()}`,
    `Второй;${b.email}`,
    'Кто-то;nobody@nowhere.test',
    `Ещё;${a.email}`,
    'Пусто;',
  ];
  const file = await upload(rows.join('\r\n'));
  const preview = await call('tags.preview-file', administrator, {}, file);
  expect(preview).toMatchObject({ lines: 5, found: 2, rejected: 3 });
  expect(preview.rejections.map((one) => [one.line, one.reason])).toEqual([
    [4, 'not_found'],
    [5, 'email_twice_in_file'],
    [6, 'email_missing'],
  ]);
  expect((await call('tags.users', administrator, { id: tag.id })).total_count).toBe(0);
  const input = { id: tag.id };
  expect(await call('tags.assign-file', administrator, input, file)).toEqual({ assigned: 2, already: 0, rejected: 3 });
  expect(await call('tags.assign-file', administrator, input, file)).toEqual({ assigned: 0, already: 2, rejected: 3 });
  const wrong = await upload('ФИО;Должность\r\nКто-то;Бухгалтер');
  const foreign = await upload(Buffer.from('d5c5c8fd3bb2c6cef1b2bf0a', 'hex'));
  await expect(call('tags.preview-file', administrator, {}, foreign)).rejects.toMatchObject({
    code: 'import.encoding_unknown',
  });
  await expect(call('tags.preview-file', administrator, {}, wrong)).rejects.toMatchObject({
    code: 'import.columns_missing',
  });
});

test('members by a list with titles, signs around addresses and no heading', async () => {
  const { org, administrator } = await started();
  const [a, b, c] = [await make.employee(org), await make.employee(org), await make.employee(org)];
  const listed = await upload(
    `Список на обучение, ноябрь\r\n\r\nSMTP:${a.email};smtp:x@elsewhere.test\r\n"Петров, Иван" <${b.email}>\r\n\u200B${c.email}.\u00A0\r\n`,
  );
  expect(await call('tags.preview-file', administrator, {}, listed)).toMatchObject({ lines: 3, found: 3, rejected: 0 });
  const line = await upload(`${a.email}; ${b.email}\r\n${c.email}\r\n`);
  expect(await call('tags.preview-file', administrator, {}, line)).toMatchObject({ lines: 3, found: 3, rejected: 0 });
  const broken = await upload(`${a.email.replace('.', '')}@\r\n${b.email}\r\n`);
  expect(await call('tags.preview-file', administrator, {}, broken)).toMatchObject({ lines: 2, found: 1, rejected: 1 });
});

test('a large spreadsheet becomes a task; totals count all found and rejected lines', async () => {
  const { org, administrator } = await started();
  const tag = await make.tag(org);
  await stored('update organizations set users_limit = 10000 where id = $1', [org.id]);
  await stored(
    `insert into employees (organization_id, department_id, email, last_name, first_name)
     select $1, d.id, 'crowd-' || n || '@' || $2, 'Толпаев', 'Номер' || n
     from departments d cross join generate_series(1, 2001) n where d.organization_id = $1 and d.is_default`,
    [org.id, org.domain],
  );
  const known = Array.from({ length: 2_001 }, (_, n) => `crowd-${n + 1}@${org.domain}`);
  const unknown = Array.from({ length: 300 }, (_, n) => `nobody-${n}@nowhere.test`);
  const file = await upload(['Почта', ...known, ...unknown].join('\r\n'));
  const preview = await call('tags.preview-file', administrator, {}, file);
  expect([preview.found, preview.people.length, preview.rejected, preview.rejections.length]).toEqual([
    2_001, 200, 300, 300,
  ]);
  const answer = await call('tags.assign-file', administrator, { id: tag.id }, file);
  expect(answer).toEqual({ assigned: 0, already: 0, rejected: 300, task_id: expect.any(String) });
  await runJobs('bulk.work-through', org.id);
  expect((await call('tags.users', administrator, { id: tag.id })).total_count).toBe(2_001);
});

test('the log of a person keeps the runs of a deleted tag', async () => {
  const { org, administrator } = await started();
  const tag = await make.tag(org, 'Временный');
  const person = await make.employee(org);
  await stored(
    `insert into tag_action_runs (organization_id, tag_id, tag_title, action_id, action_type, action_title, employee_id, joined_at, due_at, state)
     select $1, $2, 'Временный', gen_random_uuid(), 'letter', 'Памятка', $3, now(), now(), s from unnest('{done,waiting}'::text[]) s`,
    [org.id, tag.id, person.id],
  );
  await call('tags.remove', administrator, { id: tag.id });
  const { data, total_count } = await call('automation.person-runs', administrator, { id: person.id });
  expect(total_count).toBe(2);
  expect(data.map((run) => [run.tag, run.state, run.reason])).toEqual([
    [{ id: null, title: 'Временный' }, 'skipped', 'action_removed'],
    [{ id: null, title: 'Временный' }, 'done', null],
  ]);
});

test('a call that selects no one, or only people of another organisation, is rejected and not logged', async () => {
  const { org, administrator } = await started();
  const stranger = await make.employee(await make.organization());
  const mine = await call('tags.create', administrator, { title: 'Склад' });
  await expect(call('tags.assign', administrator, { tag_id: mine.id, users_ids: [stranger.id] })).rejects.toMatchObject(
    {
      code: 'employee.not_found',
    },
  );
  await expect(
    call('tags.remove-users', administrator, { tagId: mine.id, users_ids: [stranger.id] }),
  ).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  await expect(call('tags.assign', administrator, { tag_id: mine.id })).rejects.toMatchObject({
    code: 'employee.none_selected',
  });
  expect((await actionLog(org.id)).map((line) => line.action)).toEqual(['tag.created']);
});

test('members of risk groups follow the bounds, which never overlap', async () => {
  const { org, administrator, tag } = await started();
  const risk = tag('risk_group');
  const person = await make.employee(org);
  await stored('update employees set risk_level = 5 where id = $1', [person.id]);
  await call('tags.set-risk-bounds', administrator, {
    id: risk.id,
    min_risk_level: 4,
    max_risk_level: 6,
    version: risk.version,
  });
  const on = await platform();
  await refreshMembershipJob(jobContext(on, org.id, new AbortController().signal), {
    organization_id: org.id,
    employee_ids: null,
  });
  const members = async () => (await call('tags.users', administrator, { id: risk.id })).data.map((one) => one.id);
  expect(await members()).toContain(person.id);
  for (const [level, belongs] of [
    [6.99, true],
    [7, false],
    [4, true],
    [3.99, false],
  ] as const) {
    await stored('update employees set risk_level = $2 where id = $1', [person.id, level]);
    await refreshMembershipJob(jobContext(on, org.id, new AbortController().signal), {
      organization_id: org.id,
      employee_ids: [person.id],
    });
    expect((await members()).includes(person.id), `${level}`).toBe(belongs);
  }
  await expect(
    call('tags.set-risk-bounds', administrator, { id: risk.id, min_risk_level: 7, max_risk_level: 6 }),
  ).rejects.toThrow();
  await expect(
    call('tags.set-risk-bounds', administrator, { id: tag('newbie').id, min_risk_level: 1, max_risk_level: 2 }),
  ).rejects.toMatchObject({ code: 'tag.system_tag' });
});
