import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionLog, call, platform, queued, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD as OWN_PASSWORD } from '../../../test/own-password.ts';
import { BASE, ou, PASSWORD, person, startSlapd, whyNoSlapd, type Slapd } from '../../../test/slapd.ts';
import { sweepDirectories } from './read.jobs.ts';
import { linkEveryone, preview, runSchedule, settingsOf, staffOf, start } from './test-directory.ts';

const MANY = 20_000;
const finance = `ou=Касса,ou=Финансы,${BASE}`;
let server: Slapd;

describe.skipIf(whyNoSlapd !== null)(whyNoSlapd ?? 'with a real directory', () => {
  beforeAll(async () => {
    server = await startSlapd([
      ou('Финансы'),
      ou('Касса', `ou=Финансы,${BASE}`),
      ou('Many'),
      person('azimova', finance, { mail: 'azimova@bank.uz', title: 'Кассир' }),
      person('yusupov', finance, {
        mail: 'yusupov@bank.uz',
        sn: 'Юсупов',
        givenName: 'Алишер',
        memberOf: `cn=operators,${BASE}`,
      }),
      person('twin', finance, { mail: 'AZIMOVA@bank.uz' }),
      { dn: `cn=operators,${BASE}`, objectClass: 'groupOfNames', cn: 'operators', member: `uid=yusupov,${finance}` },
      // An alias that leads back to its parent: following it would never end.
      {
        dn: `cn=loop,${finance}`,
        objectClass: ['alias', 'extensibleObject'],
        cn: 'loop',
        aliasedObjectName: `ou=Финансы,${BASE}`,
      },
      {
        dn: `cn=elsewhere,${BASE}`,
        objectClass: ['referral', 'extensibleObject'],
        cn: 'elsewhere',
        ref: 'ldap://192.0.2.1/dc=other',
      },
      ...Array.from({ length: MANY }, (_, n) => person(`p${n}`, `ou=Many,${BASE}`, { mail: `p${n}@many.uz` })),
    ]);
  }, 120_000);
  afterAll(() => server?.stop());

  const settings = (changes: object = {}) =>
    settingsOf(server, { base_dn: `ou=Финансы,${BASE}`, department_from: 'ou' as const, ...changes });
  const verdict = async (admin: Person, changes: object) => {
    const { ok, steps } = await call('directory-sync.test', admin, settings(changes));
    const last = steps.at(-1)!;
    return ok ? 'ok' : `${last.step}: ${last.code}`;
  };
  test('the check names the failed step', async () => {
    const { admin } = await start();
    const cert = { ca: server.cert };
    expect(await verdict(admin, {})).toBe('ok');
    expect(await verdict(admin, { security: 'starttls', ...cert })).toBe('ok');
    expect(await verdict(admin, { security: 'ldaps', port: server.secure, ...cert })).toBe('ok');
    expect(await verdict(admin, { host: 'nowhere.invalid', plain_allowed: true })).toBe('name: host_not_found');
    expect(await verdict(admin, { port: 1 })).toBe('connect: connection_refused');
    expect(await verdict(admin, { security: 'starttls' })).toBe('tls: tls_certificate');
    expect(await verdict(admin, { security: 'ldaps', port: server.secure })).toBe('tls: tls_certificate');
    expect(await verdict(admin, { password: 'wrong' })).toBe('bind: bind_rejected');
    expect(await verdict(admin, { password: '' })).toBe('bind: password_missing');
    expect(await verdict(admin, { base_dn: `ou=нет,${BASE}` })).toBe('base: base_not_found');
    expect(await verdict(admin, { base_dn: `cn=elsewhere,${BASE}` })).toBe('base: base_elsewhere');
    expect(await verdict(admin, { filter: '(mail=' })).toBe('filter: filter_invalid');
    expect(await verdict(admin, { filter: '(mail=nobody)' })).toBe('filter: nobody_found');
  }, 120_000);

  test('the check shows people as the attribute map gives them', async () => {
    const { admin } = await start();
    const { people } = await call('directory-sync.test', admin, settings());
    expect(people).toHaveLength(3);
    expect(people[0]).toMatchObject({
      email: 'azimova@bank.uz',
      last_name: 'Азимова',
      position: 'Кассир',
      department: 'Касса',
    });
  });

  test('before a directory is connected, the settings are the usual values', async () => {
    const { admin } = await start();
    expect(await call('directory-sync.get', admin, {})).toMatchObject({
      configured: false,
      host: '',
      port: 636,
      security: 'ldaps',
      leavers: 'keep',
      version: 0,
    });
  });

  test('the password is not answered, and is deleted when the server changes', async () => {
    const { admin } = await start();
    const saved = await call('directory-sync.save', admin, { ...settings(), version: 0 });
    expect(saved).toMatchObject({ configured: true, password_state: 'set' });
    expect(JSON.stringify(saved)).not.toContain(PASSWORD);
    const { password: _, ...same } = settings({ base_dn: BASE });
    expect(await call('directory-sync.save', admin, { ...same, version: 1 })).toMatchObject({ password_state: 'set' });
    expect(await call('directory-sync.save', admin, { ...same, port: 1, version: 2 })).toMatchObject({
      password_state: 'none',
    });
  });

  test('a preview shows added and rejected people, and its confirmation adds them with department and role', async () => {
    const { admin } = await start();
    const group_roles = [{ group: `cn=operators,${BASE}`, role: 'operator' as const }];
    await call('directory-sync.save', admin, {
      ...settings({ base_dn: BASE, filter: '(&(objectClass=inetOrgPerson)(mail=*@bank.uz))', group_roles }),
      version: 0,
    });
    const { task_id, id, summary } = await preview(admin);
    expect(summary).toMatchObject({ lines: 3, added: 2, rejected: 1, reasons: { email_twice_in_file: 1 } });
    expect((await call('imports.rows', admin, { id, verdict: 'rejected' })).data[0]!.reasons[0]!.code).toBe(
      'email_twice_in_file',
    );
    await call('imports.apply', admin, { task_id });
    await runJobs('employees.apply-import', admin.organization_id);
    const rows = await stored<{ email: string; role: string; title: string }>(
      `select e.email, e.role, d.title from employees e join departments d on d.id = e.department_id
       where e.organization_id = $1 and e.email like '%@bank.uz' order by 1`,
      [admin.organization_id],
    );
    expect(rows).toEqual([
      { email: 'azimova@bank.uz', role: 'employee', title: 'Касса' },
      { email: 'yusupov@bank.uz', role: 'operator', title: 'Касса' },
    ]);
    expect((await actionLog(admin.organization_id)).map(({ action }) => action)).toContain('employees.imported');
  });

  test('units that lead back to each other end, and referrals to other servers are not followed', async () => {
    const { admin } = await start();
    await call('directory-sync.save', admin, {
      ...settings({ base_dn: BASE, filter: '(|(mail=*@bank.uz)(objectClass=alias)(objectClass=referral))' }),
      version: 0,
    });
    const { summary } = await preview(admin);
    // Three people, and the alias as an entry without an address.
    expect(summary).toMatchObject({ lines: 4, added: 2, reasons: { email_twice_in_file: 1, email_missing: 1 } });
  });

  test('without encryption, no password of people is sent, and that of the account only where it is allowed', async () => {
    const { admin } = await start();
    const set = (changes: object) =>
      call('directory-sync.save', admin, { ...settings(changes), own_password: OWN_PASSWORD, version: 0 });
    await expect(set({ sign_in: true })).rejects.toMatchObject({ code: 'directory.plain_sign_in' });
    await expect(set({ sign_in: true, plain_allowed: true })).rejects.toMatchObject({
      code: 'directory.plain_sign_in',
    });
    await expect(set({ host: 'dc.bank.uz' })).rejects.toMatchObject({ code: 'directory.plain_password' });
    await expect(call('directory-sync.test', admin, settings({ host: 'dc.bank.uz' }))).rejects.toMatchObject({
      code: 'directory.plain_password',
    });
    expect(await set({ host: 'dc.bank.uz', plain_allowed: true })).toMatchObject({ plain_allowed: true });
    await expect(
      stored('update directories set sign_in = true where organization_id = $1', [admin.organization_id]),
    ).rejects.toThrow(/check/);
  });

  test('the log names each change of the settings, and administrators are told by email', async () => {
    const { org, admin } = await start();
    const owner = await make.employee(org, { role: 'super_user' });
    await make.operator(org);
    const written = () =>
      stored<{ employee_id: string }>(
        `select employee_id from outbox where organization_id = $1 and kind = 'directory_changed'`,
        [org.id],
      );
    await call('directory-sync.save', admin, { ...settings(), version: 0 });
    expect((await written()).map((one) => one.employee_id).toSorted()).toEqual([admin.id, owner.id].toSorted());
    await call('directory-sync.save', admin, { ...settings(), version: 1 });
    expect(await written()).toHaveLength(2);
    const group = `cn=operators,${BASE}`;
    await call('directory-sync.save', admin, {
      ...settings({ ca: server.cert, password: 'another', group_roles: [{ group, role: 'operator' as const }] }),
      version: 2,
    });
    expect(await written()).toHaveLength(4);
    const { changes } = (await actionLog(org.id)).at(-1)!;
    expect(changes).toEqual({
      ca: [[], [new X509Certificate(server.cert).fingerprint256]],
      group_roles: [[], [{ role: 'operator', group }]],
      password: ['saved', 'replaced'],
    });
  });

  test('twenty thousand people are read in pages, and a licence that is too small adds nobody', async () => {
    const { admin } = await start(100);
    await call('directory-sync.save', admin, { ...settings({ base_dn: `ou=Many,${BASE}` }), version: 0 });
    const { task_id, summary } = await preview(admin);
    expect(summary).toMatchObject({ lines: MANY, added: MANY });
    await expect(call('imports.apply', admin, { task_id })).rejects.toMatchObject({ code: 'licence.users_limit' });
  }, 120_000);

  test('a scheduled sync adds, changes and removes people, and administrators keep their account and role', async () => {
    const { org, admin } = await start();
    const owner = await make.employee(org, { role: 'super_user' });
    await make.employee(org, { email: 'gone@bank.uz' });
    await linkEveryone(org.id);
    await make.employee(org, { email: 'azimova@bank.uz', role: 'content_manager' });
    await make.employee(org, {
      email: 'yusupov@bank.uz',
      role: 'system_admin',
      last_name: 'Юсупов',
      first_name: 'Алишер',
    });
    const group_roles = [{ group: `cn=operators,${BASE}`, role: 'operator' as const }];
    const given = settings({ leavers: 'remove', schedule: 'hourly', group_roles });
    const saved = await call('directory-sync.save', admin, { ...given, version: 0 });
    expect(saved.next_at).not.toBeNull();
    await runSchedule(org.id);
    const expected = [
      'employee azimova@bank.uz',
      `super_user ${owner.email}`,
      `system_admin ${(await stored<{ email: string }>('select email from employees where id = $1', [admin.id]))[0]!.email}`,
      'system_admin yusupov@bank.uz',
    ];
    expect((await staffOf(org.id)).toSorted()).toEqual(expected.toSorted());
    const first = await call('directory-sync.get', admin, {});
    expect(first.failure).toBeNull();
    await runSchedule(org.id);
    expect((await staffOf(org.id)).toSorted()).toEqual(expected.toSorted());
    expect(
      (await call('imports.get', admin, { id: (await call('directory-sync.get', admin, {})).import_id! })).summary,
    ).toMatchObject({ added: 0, changed: 0, leavers: 0 });
    expect((await call('imports.get', admin, { id: first.import_id! })).result).toMatchObject({ left: 1 });
  });

  test('a sync has the power of an operator, although a super user saves, starts and confirms it', async () => {
    const { org } = await start();
    const owner = await make.employee(org, { role: 'super_user' });
    const changed = { last_name: 'Прежняя', first_name: 'Имя' };
    await make.employee(org, { email: 'azimova@bank.uz', role: 'operator', ...changed });
    await make.employee(org, { email: 'yusupov@bank.uz', role: 'system_admin', ...changed });
    const group_roles = [{ group: `cn=operators,${BASE}`, role: 'operator' as const }];
    await call('directory-sync.save', owner, {
      ...settings({ leavers: 'remove', schedule: 'hourly', group_roles }),
      version: 0,
    });
    const { task_id, id, summary } = await preview(owner);
    expect(summary).toMatchObject({ changed: 1, unchanged: 1, leavers: 0 });
    // The import is judged by the same power when it is applied: this person became an administrator since.
    await stored(
      `update employees set role = 'system_admin' where email = 'azimova@bank.uz' and organization_id = $1`,
      [org.id],
    );
    await call('imports.apply', owner, { task_id, add_type: 'add_update_leave' });
    await runJobs('employees.apply-import', org.id);
    await runSchedule(org.id);
    expect((await call('imports.get', owner, { id })).result).toMatchObject({ changed: 0 });
    const names = await stored(
      `select distinct last_name, role from employees where organization_id = $1 and email like '%@bank.uz'`,
      [org.id],
    );
    expect(names).toEqual([{ last_name: 'Прежняя', role: 'system_admin' }]);
  });

  test('a scheduled sync that does not fit into the licence changes nobody and says so', async () => {
    const { org, admin } = await start(2);
    await call('directory-sync.save', admin, { ...settings({ schedule: 'daily' }), version: 0 });
    await runSchedule(org.id);
    const { failure, import_id } = await call('directory-sync.get', admin, {});
    expect(failure).toMatchObject({ code: 'licence_full', detail: '2' });
    expect(await staffOf(org.id)).toHaveLength(1);
    expect((await call('imports.get', admin, { id: import_id! })).status).toBe('ready');
    expect((await actionLog(org.id)).map(({ action }) => action)).toContain('directory.failed');
  });

  test('after the last day of the licence the directory is not read', async () => {
    const { org, admin } = await start();
    await call('directory-sync.save', admin, { ...settings({ schedule: 'hourly' }), version: 0 });
    await stored(`update organizations set licence_end = '2020-01-02' where id = $1`, [org.id]);
    await runSchedule(org.id);
    expect(await call('directory-sync.get', admin, {})).toMatchObject({
      failure: { code: 'licence_expired' },
      import_id: null,
    });
  });

  test('a scheduled sync with too many leavers waits, and a later preview replaces it', async () => {
    const { org, admin } = await start();
    for (let n = 0; n < 11; n += 1) await make.employee(org);
    await linkEveryone(org.id);
    await call('directory-sync.save', admin, { ...settings({ leavers: 'remove', schedule: 'hourly' }), version: 0 });
    await runSchedule(org.id);
    const waiting = await call('directory-sync.get', admin, {});
    expect(waiting.failure).toMatchObject({ code: 'leavers_many', detail: '11' });
    expect(await staffOf(org.id)).toHaveLength(12);
    const { task_id } = await preview(admin);
    await expect(call('imports.get', admin, { id: waiting.import_id! })).rejects.toMatchObject({
      code: 'import.not_found',
    });
    await call('imports.apply', admin, { task_id, add_type: 'add_update_leave', expected_leavers: 11 });
    await runJobs('employees.apply-import', org.id);
    expect(await staffOf(org.id)).toHaveLength(3);
  });

  test('a sync is due at its time, and only once', async () => {
    const { org, admin } = await start();
    await call('directory-sync.save', admin, { ...settings({ schedule: 'hourly' }), version: 0 });
    const on = await platform();
    await sweepDirectories(on);
    expect(await queued('directory-sync.run-scheduled', org.id)).toHaveLength(0);
    await stored(`update directories set next_at = now() - interval '1 minute' where organization_id = $1`, [org.id]);
    await sweepDirectories(on);
    await sweepDirectories(on);
    expect(await runJobs('directory-sync.run-scheduled', org.id)).toBe(1);
    expect((await call('directory-sync.get', admin, {})).read_at).not.toBeNull();
    await sweepDirectories(on);
    expect(await queued('directory-sync.run-scheduled', org.id)).toHaveLength(0);
  });

  test('a directory without people changes nothing and reports why', async () => {
    const { admin } = await start();
    await call('directory-sync.save', admin, {
      ...settings({ filter: '(mail=nobody)', leavers: 'remove' }),
      version: 0,
    });
    const { task } = await preview(admin);
    expect(task).toMatchObject({ status: 'error', message: 'directory.unreadable' });
    expect((await call('directory-sync.get', admin, {})).failure).toMatchObject({
      step: 'filter',
      code: 'nobody_found',
    });
  });
});
