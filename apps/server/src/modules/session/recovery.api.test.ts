import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inOrganization, runJobsWithoutOrganization, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { hashPassword } from './public.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const PASSWORD = 'Тихая гавань 7';
const own = { 'x-requested-with': 'sergak' };
const post = (path: string, body: object, session: string | null = null) =>
  portal.ask('POST', `/lk/api/v2/auth${path}`, session, body, own);
const me = async (session: string) => (await portal.ask('GET', '/lk/api/v2/users/me', session)).status;

const person = async (org: make.TestOrganization, changes: Parameters<typeof make.employee>[1] = {}) => {
  const employee = await make.employee(org, changes);
  const hash = await hashPassword(PASSWORD);
  await inOrganization(org.id, 'write', (tx) =>
    tx.updateTable('employees').set({ password_hash: hash }).where('id', '=', employee.id).execute(),
  );
  return employee;
};
const emails = async (to: Person, kind: string) =>
  (
    await stored<{ text: string }>('select text from outbox where employee_id = $1 and kind = $2 order by created_at', [
      to.id,
      kind,
    ])
  ).map((one) => one.text);
const switchTwoFactor = (as: string, active: boolean, body: object = {}) =>
  portal.ask('PATCH', `/lk/api/v2/organizations/twofa/processing?active=${active}`, as, body);
const mailServer = (org: make.TestOrganization) =>
  inOrganization(org.id, 'write', (tx) =>
    tx
      .insertInto('mail_settings')
      .values({
        host: 'mail.test',
        port: 25,
        security: 'none',
        username: '',
        sender_name: 'x',
        sender_address: `x@${org.domain}`,
        connections: 1,
      })
      .execute(),
  );
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)![0];
const linkIn = (text: string) => /confirm\/([\w-]+)/.exec(text)![1]!;

const recoveryEmail = async (of: Person & { email: string }) => {
  await post('/recovery', { email: of.email });
  await runJobsWithoutOrganization('session.send-recovery');
  return linkIn((await emails(of, 'recovery')).at(-1)!);
};

describe('recovery', () => {
  it('queues one and the same job whether no, one or two people have the address', async () => {
    const [org, other] = [await make.organization(), await make.organization()];
    const employee = await person(org);
    const twice = await person(org);
    await person(other, { email: twice.email });
    const queuedBy = async (email: string) => {
      const before = await stored<{ n: number }>('select count(*)::int as n from outbox');
      await stored('delete from graphile_worker._private_jobs');
      const { body } = await post('/recovery', { email });
      const after = await stored<{ n: number }>('select count(*)::int as n from outbox');
      const jobs = await stored('select payload from graphile_worker._private_jobs');
      return { body, jobs: jobs.length, emails: after[0]!.n - before[0]!.n };
    };
    const same = { body: { status: 'accepted' }, jobs: 1, emails: 0 };
    for (const email of ['nobody@nowhere.test', employee.email, twice.email])
      expect(await queuedBy(email)).toEqual(same);
    await runJobsWithoutOrganization('session.send-recovery');
    expect(await emails(twice, 'recovery')).toHaveLength(1);
  });

  it('notifies the person of the changed password, as a change in the profile does', async () => {
    const employee = await person(await make.organization());
    const answer = await post(`/recovery/${await recoveryEmail(employee)}`, { password: 'Новая гавань 8' });
    expect(answer.body).toEqual({ next: 'sign_in' });
    expect(await emails(employee, 'password_changed')).toHaveLength(1);
    const { token } = (await post('/login', { email: employee.email, password: 'Новая гавань 8' })).body;
    const change = { current: 'Новая гавань 8', password: 'Третья гавань 9' };
    expect((await post('/password', change, token)).status).toBe(200);
    expect(await emails(employee, 'password_changed')).toHaveLength(2);
  });

  it('opens no session, with or without two-factor authentication', async () => {
    const alone = await person(await make.organization());
    const plain = await post(`/recovery/${await recoveryEmail(alone)}`, { password: 'Новая гавань 8' });
    expect([plain.status, plain.body]).toEqual([200, { next: 'sign_in' }]);
    expect(await stored('select 1 from sessions where employee_id = $1', [alone.id])).toEqual([]);

    const org = await make.organization();
    const employee = await person(org);
    await inOrganization(org.id, 'write', (tx) => tx.updateTable('organizations').set({ two_factor: true }).execute());
    const answer = await post(`/recovery/${await recoveryEmail(employee)}`, { password: 'Новая гавань 8' });
    expect([answer.status, answer.body]).toEqual([200, { next: 'sign_in' }]);
    expect(await stored('select 1 from sessions where employee_id = $1', [employee.id])).toEqual([]);
    expect(await emails(employee, 'code')).toEqual([]);
    expect((await post('/login', { email: employee.email, password: 'Новая гавань 8' })).body.next).toBe('two_factor');
  });

  it('a changed password voids a recovery link that was sent before', async () => {
    const employee = await person(await make.organization());
    const link = await recoveryEmail(employee);
    const { token } = (await post('/login', { email: employee.email, password: PASSWORD })).body;
    await post('/password', { current: PASSWORD, password: 'Новая гавань 8' }, token);
    expect((await portal.ask('GET', `/lk/api/v2/auth/recovery/${link}`, null)).status).toBe(404);
  });
});

describe('the second factor of an organisation', () => {
  it('switched on, ends other sessions and asks the caller for a code; the second step changes the token', async () => {
    const org = await make.organization();
    await mailServer(org);
    const [admin, learner] = [await person(org, { role: 'system_admin' }), await person(org)];
    const [mine, theirs] = [await portal.signIn(admin), await portal.signIn(learner)];
    expect((await switchTwoFactor(mine, true)).status).toBe(200);
    expect([await me(mine), await me(theirs)]).toEqual([404, 401]);
    const [code] = await emails(admin, 'code');
    const passed = await post('/two-factor/verify', { code: codeIn(code!) }, mine);
    expect([await me(passed.body.token), await me(mine)]).toEqual([200, 401]);
    expect(passed.headers.get('set-cookie')).toContain(passed.body.token);
  });

  it('switched on while emails stay in the built-in mailbox, keeps the caller signed in to read them', async () => {
    const org = await make.organization();
    const [admin, other] = [await person(org, { role: 'system_admin' }), await person(org, { role: 'super_user' })];
    const [mine, theirs] = [await portal.signIn(admin), await portal.signIn(other)];
    await switchTwoFactor(mine, true);
    expect([await me(mine), await me(theirs)]).toEqual([200, 401]);
  });

  it('switched off, needs the password and is reported to the administrators', async () => {
    const org = await make.organization();
    const [admin, other] = [await person(org, { role: 'system_admin' }), await person(org, { role: 'super_user' })];
    const session = await portal.signIn(admin);
    await switchTwoFactor(session, true);
    expect((await switchTwoFactor(session, false)).status).toBe(422);
    expect((await switchTwoFactor(session, false, { password: 'не тот' })).body.code).toBe('session.wrong_credentials');
    const on = await stored('select two_factor from organizations where id = $1', [org.id]);
    expect(on).toEqual([{ two_factor: true }]);
    expect((await switchTwoFactor(session, false, { password: PASSWORD })).body).toEqual({ two_factor: false });
    expect(await emails(other, 'two_factor_off')).toHaveLength(1);
    expect(await emails(admin, 'two_factor_off')).toHaveLength(1);
  });
});

it('does not return the record of a person whom the caller may not manage', async () => {
  const org = await make.organization();
  const [operator, boss] = [await person(org, { role: 'operator' }), await person(org, { role: 'super_user' })];
  const session = await portal.signIn(operator);
  const read = async (id: string) => (await portal.ask('GET', `/lk/api/v2/users/me/${id}`, session)).status;
  expect([await read(boss.id), await read(operator.id), await read((await person(org)).id)]).toEqual([404, 200, 200]);
});
