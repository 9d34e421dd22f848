import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionLog, call, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { BASE, BIND_DN, ou, PASSWORD, person, startSlapd, whyNoSlapd, type Slapd } from '../../../test/slapd.ts';
import { jobContext } from '../../platform/jobs.ts';
import { findByDirectory } from '../ldap/public.ts';
import { runScheduled } from './read.jobs.ts';

const MANY = 20_000;
const finance = `ou=Касса,ou=Финансы,${BASE}`;
let server: Slapd;

if (whyNoSlapd) console.warn(whyNoSlapd);
describe.skipIf(whyNoSlapd !== null)('with a real directory', () => {
  beforeAll(async () => {
    server = await startSlapd([
      ou('Финансы'),
      ou('Касса', `ou=Финансы,${BASE}`),
      ou('Many'),
      person('azimova', finance, { mail: 'azimova@bank.uz', title: 'Кассир' }),
      person('yusupov', finance, { mail: 'yusupov@bank.uz', sn: 'Юсупов', givenName: 'Алишер', memberOf: `cn=operators,${BASE}` }),
      person('twin', finance, { mail: 'AZIMOVA@bank.uz' }),
      { dn: `cn=operators,${BASE}`, objectClass: 'groupOfNames', cn: 'operators', member: `uid=yusupov,${finance}` },
      { dn: `cn=elsewhere,${BASE}`, objectClass: ['referral', 'extensibleObject'], cn: 'elsewhere', ref: 'ldap://192.0.2.1/dc=other' },
      ...Array.from({ length: MANY }, (_, n) => person(`p${n}`, `ou=Many,${BASE}`, { mail: `p${n}@many.uz` })),
    ]);
  }, 120_000);
  afterAll(() => server?.stop());

  const settings = (changes: object = {}) => ({
    host: '127.0.0.1',
    port: server.plain,
    security: 'none' as const,
    bind_dn: BIND_DN,
    password: PASSWORD,
    base_dn: `ou=Финансы,${BASE}`,
    filter: '(objectClass=inetOrgPerson)',
    department_from: 'ou' as const,
    ...changes,
  });
  const start = async (usersLimit?: number) => {
    const org = await make.organization({ usersLimit });
    return { org, admin: await make.employee(org, { role: 'system_admin' }) };
  };
  const verdict = async (admin: Person, changes: object) => {
    const { ok, steps } = await call('directory-sync.test', admin, settings(changes));
    const last = steps.at(-1)!;
    return ok ? 'ok' : `${last.step}: ${last.code}`;
  };
  const preview = async (admin: Person) => {
    const { event_id } = await call('directory-sync.preview', admin, {});
    await runJobs('directory-sync.read-preview', admin.organization_id);
    const task = await call('events.get', admin, { id: event_id });
    const id = (task.result as { import_id: string } | null)?.import_id;
    return { event_id, task, id: id!, summary: id ? (await call('imports.get', admin, { id })).summary! : null };
  };

  test('the check names the failed step', async () => {
    const { admin } = await start();
    const cert = { ca: server.cert };
    expect(await verdict(admin, {})).toBe('ok');
    expect(await verdict(admin, { security: 'starttls', ...cert })).toBe('ok');
    expect(await verdict(admin, { security: 'ldaps', port: server.secure, ...cert })).toBe('ok');
    expect(await verdict(admin, { host: 'nowhere.invalid' })).toBe('name: host_not_found');
    expect(await verdict(admin, { port: 1 })).toBe('connect: connection_refused');
    expect(await verdict(admin, { security: 'starttls' })).toBe('tls: tls_certificate');
    expect(await verdict(admin, { security: 'ldaps', port: server.secure })).toBe('tls: tls_certificate');
    expect(await verdict(admin, { password: 'wrong' })).toBe('bind: bind_refused');
    expect(await verdict(admin, { password: '' })).toBe('bind: password_missing');
    expect(await verdict(admin, { base_dn: `ou=нет,${BASE}` })).toBe('base: base_not_found');
    expect(await verdict(admin, { filter: '(mail=' })).toBe('filter: filter_invalid');
    expect(await verdict(admin, { filter: '(mail=nobody)' })).toBe('filter: nobody_found');
  });

  test('a server that accepts the connection and never answers ends with a timeout', async () => {
    const { admin } = await start();
    server.pause();
    try {
      expect(await verdict(admin, {})).toBe('bind: timeout');
    } finally {
      server.resume();
    }
  }, 30_000);

  test('the check shows people as the attribute map gives them', async () => {
    const { admin } = await start();
    const { people } = await call('directory-sync.test', admin, settings());
    expect(people).toHaveLength(3);
    expect(people[0]).toMatchObject({ email: 'azimova@bank.uz', last_name: 'Азимова', position: 'Кассир', department: 'Касса' });
  });

  test('the password is not answered, and is deleted when the server changes', async () => {
    const { admin } = await start();
    const saved = await call('directory-sync.save', admin, { ...settings(), version: 0 });
    expect(saved).toMatchObject({ configured: true, has_password: true });
    expect(JSON.stringify(saved)).not.toContain(PASSWORD);
    const { password: _, ...same } = settings({ base_dn: BASE });
    expect(await call('directory-sync.save', admin, { ...same, version: 1 })).toMatchObject({ has_password: true });
    expect(await call('directory-sync.save', admin, { ...same, port: 1, version: 2 })).toMatchObject({ has_password: false });
  });

  test('a preview shows added and rejected people, and its confirmation adds them with department and role', async () => {
    const { admin } = await start();
    const group_roles = [{ group: `cn=operators,${BASE}`, role: 'operator' as const }];
    await call('directory-sync.save', admin, { ...settings({ base_dn: BASE, filter: '(&(objectClass=inetOrgPerson)(mail=*@bank.uz))', group_roles }), version: 0 });
    const { event_id, id, summary } = await preview(admin);
    expect(summary).toMatchObject({ lines: 3, added: 2, refused: 1, reasons: { email_twice_in_file: 1 } });
    expect((await call('imports.rows', admin, { id, verdict: 'refused' })).data[0]!.reasons[0]!.code).toBe('email_twice_in_file');
    await call('imports.apply', admin, { event_id });
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

  test('twenty thousand people are read in pages, and a licence that is too small adds nobody', async () => {
    const { admin } = await start(100);
    await call('directory-sync.save', admin, { ...settings({ base_dn: `ou=Many,${BASE}` }), version: 0 });
    const { event_id, summary } = await preview(admin);
    expect(summary).toMatchObject({ lines: MANY, added: MANY });
    await expect(call('imports.apply', admin, { event_id })).rejects.toMatchObject({ code: 'licence.users_limit' });
  }, 120_000);

  test('a scheduled sync with too many leavers waits, and administrators are no leavers', async () => {
    const { org, admin } = await start();
    for (let n = 0; n < 11; n += 1) await make.employee(org);
    await call('directory-sync.save', admin, { ...settings({ leavers: 'remove', schedule: 'hourly' }), version: 0 });
    await runScheduled(jobContext(await platform(), org.id, new AbortController().signal));
    expect((await call('directory-sync.get', admin, {})).failure).toMatchObject({ code: 'leavers_many', detail: '11' });
    const [left] = await stored<{ n: number }>(
      'select count(*)::int as n from employees where organization_id = $1 and deleted_at is not null',
      [org.id],
    );
    expect(left!.n).toBe(0);
  });

  test('a directory without people changes nothing and reports why', async () => {
    const { admin } = await start();
    await call('directory-sync.save', admin, { ...settings({ filter: '(mail=nobody)', leavers: 'remove' }), version: 0 });
    const { task } = await preview(admin);
    expect(task).toMatchObject({ status: 'error', message: 'directory.unreadable' });
    expect((await call('directory-sync.get', admin, {})).failure).toMatchObject({ step: 'filter', code: 'nobody_found' });
  });

  test('people up to operator sign in with the password of the directory', async () => {
    const { org, admin } = await start();
    await call('directory-sync.save', admin, { ...settings({ sign_in: true }), version: 0 });
    const on = await platform();
    const candidate = (role: 'employee' | 'super_user', email = 'yusupov@bank.uz') => [
      { organization_id: org.id, role, email },
    ];
    const right = { email: 'yusupov@bank.uz', password: PASSWORD };
    expect(await findByDirectory(on, candidate('employee'), right)).toMatchObject({ role: 'employee' });
    expect(await findByDirectory(on, candidate('super_user'), right)).toBeUndefined();
    for (const wrong of [
      { ...right, password: 'wrong' },
      { ...right, password: '' },
      { ...right, email: '*@bank.uz' },
      { ...right, email: 'yusupov@bank.uz)(uid=*' },
      { ...right, email: 'azimova@bank.uz' }, // two entries
      { ...right, email: 'nobody@bank.uz' },
    ])
      expect(await findByDirectory(on, candidate('employee', wrong.email), wrong)).toBeUndefined();
  });
});
