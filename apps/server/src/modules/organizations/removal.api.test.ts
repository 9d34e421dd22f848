import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { actionLog, call, platform, queued, runJobs, stored, type Person, withOwnPlatform } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';
import { fillOrganization } from '../../../test/walk/fill.ts';
import { now } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import { jobContext } from '../../platform/jobs.ts';
import { handOver } from '../delivery/delivery.repo.ts';
import { storePicture } from '../files/public.ts';
import { authenticate } from '../session/session.query.ts';
import { insertSession } from '../session/session.repo.ts';
import { listTables } from './removal.repo.ts';
import { removeOrganization } from './organizations.jobs.ts';
import { sweepUnfinished } from './unfinished.service.ts';

withOwnPlatform();

const start = async () => {
  const org = await make.organization({ title: 'Головная' });
  const child = await make.organization({ title: 'Филиал', parent: org, usersLimit: 30 });
  const boss: Person = { ...(await make.employee(org, { role: 'super_user' })), readable: [org.id, child.id] };
  return { org, child, boss };
};
const remove = (boss: Person, id: string, title: string) => call('organizations.remove-child', boss, { id, title });
const finish = async (boss: Person, task_id: string) => {
  await runJobs('organizations.remove-child', boss.organization_id);
  return call('tasks.get', boss, { id: task_id });
};
/** Every table of the catalogue that has rows of this organisation. */
const leftOf = async (id: string): Promise<string[]> => {
  const tables = await stored<{ name: string; column: string }>(`
    select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (a.attname in ('organization_id', 'acting_organization_id') or c.relname = 'organizations' and a.attname in ('id', 'parent_id'))`);
  expect(tables.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { name, column } of tables)
    if ((await stored(`select 1 from ${name} where ${column} = $1 limit 1`, [id])).length > 0) found.push(name);
  return [...new Set(found)].sort();
};

test('removal deletes everything of an organisation: rows of every table, files, sessions and jobs', async () => {
  const { org, child, boss } = await start();
  const on = await platform();
  const person = await make.employee(child);
  await fillOrganization(on.db.owner, child.id, person.id);
  const filled = await leftOf(child.id);
  expect(filled).toContain('audit_log');
  expect(filled.length).toBeGreaterThan(40);
  const picture = await storeIn(child.id, Buffer.from('bytes'));
  const token = await inSystem(on.db, (tx) =>
    insertSession(tx, {
      organizationId: child.id,
      employeeId: person.id,
      twoFactorDue: false,
      userAgent: '',
      address: '127.0.0.1',
    }),
  );
  expect(await authenticate(on, token)).not.toBeNull();
  // A visitor from a parent organisation is back in the home organisation, still signed in.
  const visitor = await inSystem(on.db, (tx) =>
    insertSession(tx, {
      organizationId: org.id,
      employeeId: boss.id,
      twoFactorDue: false,
      userAgent: '',
      address: '127.0.0.1',
    }),
  );
  await stored('update sessions set acting_organization_id = $1 where organization_id = $2', [child.id, org.id]);
  expect((await authenticate(on, visitor))!.viewer.scope.organizationId).toBe(child.id);

  const { task_id } = await remove(boss, child.id, 'Филиал');
  expect(await authenticate(on, token)).toBeNull();
  expect((await authenticate(on, visitor))!.viewer.scope.organizationId).toBe(org.id);
  expect((await call('organizations.children', boss, {})).data).toEqual([]);
  await expect(call('organizations.get', boss, { id: child.id })).rejects.toMatchObject({
    code: 'organization.not_found',
  });
  expect(await finish(boss, task_id)).toMatchObject({ status: 'success' });
  expect(await leftOf(child.id)).toEqual([]);
  await expect(stat(picture)).rejects.toThrow(/ENOENT/);
  expect(await queued('campaigns.advance', child.id)).toEqual([]);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'organization.removed',
    target: child.id,
    changes: { title: ['Филиал', null] },
  });
  // A second run, as after a killed worker, finds nothing and does not fail.
  await removeOrganization(jobContext(on, org.id, new AbortController().signal), {
    organization_id: org.id,
    child_id: child.id,
    task_id,
  });
});

/** Stores a file of an organisation and returns the path of its bytes. */
const storeIn = async (organizationId: string, bytes: Buffer): Promise<string> => {
  const on = await platform();
  const ctx = jobContext(on, organizationId, new AbortController().signal);
  const id = await ctx.run('write', (tx) =>
    storePicture(tx, on, { bytes, name: 'a.webp', type: 'image/webp', createdBy: null }),
  );
  const [row] = await stored<{ storage_key: string }>('select storage_key from files where id = $1', [id]);
  const path = `${on.config.dataDir}/files/${row!.storage_key}`;
  await stat(path);
  return path;
};

test('removal needs the title, and is rejected for the own organisation and for a parent of others', async () => {
  const { org, child, boss } = await start();
  await expect(remove(boss, child.id, 'филиал')).rejects.toMatchObject({ code: 'organization.title_mismatch' });
  await expect(remove(boss, child.id, '')).rejects.toMatchObject({ code: 'organization.title_mismatch' });
  await expect(remove(boss, org.id, 'Головная')).rejects.toMatchObject({ code: 'organization.own_removal' });
  await expect(remove({ ...boss, acting: child.id, readable: [child.id] }, child.id, 'Филиал')).rejects.toMatchObject({
    code: 'organization.own_removal',
  });
  await expect(remove({ ...boss, acting: child.id, readable: [child.id] }, org.id, 'Головная')).rejects.toMatchObject({
    code: 'organization.own_removal',
  });
  const grandchild = await make.organization({ parent: child, usersLimit: 1 });
  await expect(remove(boss, child.id, 'Филиал')).rejects.toMatchObject({
    code: 'organization.has_children',
    details: { count: 1 },
  });
  expect(await leftOf(grandchild.id)).toContain('departments');
  expect((await call('organizations.get', boss, { id: child.id })).title).toBe('Филиал');
});

test('an operator cannot remove an organisation', async () => {
  const { org, child } = await start();
  const operator = { ...(await make.operator(org)), readable: [org.id, child.id] };
  await expect(remove(operator, child.id, 'Филиал')).rejects.toMatchObject({ code: 'session.forbidden' });
});

const loseJobs = (name: string, org: string) =>
  stored(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 and j.payload->>'organization_id' = $2 returning j.id`,
    [name, org],
  );

test('a removal whose job was lost starts again and completes', async () => {
  const { org, child, boss } = await start();
  const on = await platform();
  await remove(boss, child.id, 'Филиал');
  await sweepUnfinished(on);
  expect(await queued('organizations.remove-child', org.id)).toHaveLength(1);
  expect(await loseJobs('organizations.remove-child', org.id)).toHaveLength(1);
  await sweepUnfinished(on);
  await sweepUnfinished(on);
  expect(await queued('organizations.remove-child', org.id)).toMatchObject([{ child_id: child.id }]);
  await runJobs('organizations.remove-child', org.id);
  expect(await leftOf(child.id)).toEqual([]);
  await sweepUnfinished(on);
  expect(await queued('organizations.remove-child', org.id)).toEqual([]);
});

test('the audit log is complete until it is deleted', async () => {
  const { child } = await start();
  const tables = await inSystem((await platform()).db, listTables);
  expect(tables).toContain('employees');
  expect(tables.filter((name) => name.startsWith('audit'))).toEqual([]);
  expect(await leftOf(child.id)).not.toEqual([]);
});

test('no email is sent after the removal was confirmed', async () => {
  const { child, boss } = await start();
  const administrator = await make.operator(child);
  const people = [await make.employee(child), await make.employee(child)];
  const { email_id } = await emails(child);
  const made = await call('campaigns.create', administrator, {
    name: 'Кампания',
    templates: [email_id],
    targets: { target_users: people.map((one) => one.id) },
  });
  await runJobs('campaigns.plan-emails', child.id);
  const states = () =>
    stored<{ state: string }>('select state from campaign_recipients where campaign_id = $1', [made.id]);
  expect(await states()).toEqual([{ state: 'queued' }, { state: 'queued' }]);
  await stored(
    `update campaign_recipients set state = 'claimed', lease_owner = 'sender/1' where id = (select min(id) from campaign_recipients where campaign_id = $1)`,
    [made.id],
  );
  await call('employees.add', administrator, {
    email: 'new@x.test',
    last_name: 'Н',
    first_name: 'Н',
    need_message: 'true',
  });
  await remove(boss, child.id, 'Филиал');
  expect((await states()).map((row) => row.state).sort()).toEqual(['cancelled', 'claimed']);
  // The sender checks each email before sending, and this email is not allowed.
  const held = await stored<{ id: number }>('select id from campaign_recipients where campaign_id = $1', [made.id]);
  const claims = held.map(({ id }) => ({ id, claim: 'sender/1' }));
  expect(await handOver((await platform()).db, claims, now())).toEqual(new Set());
  expect(await stored('select id from outbox where organization_id = $1', [child.id])).toEqual([]);
});

test('an organisation of 6,000 people is removed in batches, with progress', { timeout: 300_000 }, async () => {
  const { child, boss } = await start();
  await stored(
    `insert into employees (organization_id, department_id, email, last_name)
     select d.organization_id, d.id, 'p' || n || '@large.test', 'Человек' from departments d, generate_series(1, 6000) n where d.organization_id = $1`,
    [child.id],
  );
  await stored(
    `insert into tag_employees (organization_id, tag_id, employee_id)
     select e.organization_id, t.id, e.id from employees e join tags t on t.organization_id = e.organization_id and t.type = 'newbie' where e.organization_id = $1`,
    [child.id],
  );
  await stored(
    `insert into risk_points (organization_id, scope, subject_id, day, risk_level)
     select organization_id, 'employee', id, '2026-01-01', 5 from employees where organization_id = $1`,
    [child.id],
  );
  const { task_id } = await remove(boss, child.id, 'Филиал');
  const ended = await finish(boss, task_id);
  expect(ended).toMatchObject({ status: 'success' });
  expect(ended.total).toBeGreaterThan(18_000);
  expect(ended.done).toBe(ended.total);
  expect(await leftOf(child.id)).toEqual([]);
});
