import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles, type Role } from '@sergak/contract/access/roles.ts';
import { actionLog, call, inOrganization, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { after, atTime, DAY } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import { hashPassword, insertLinkToken } from '../session/public.ts';
import { apply, HEAD, read } from './test-imports.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

type Somebody = Awaited<ReturnType<typeof make.employee>>;
const emailsTo = (person: Person, kind: string) =>
  stored<{ recipient: string; text: string; state: string }>(
    'select recipient, text, state from outbox where employee_id = $1 and kind = $2 order by created_at, id',
    [person.id, kind],
  );
const tokenIn = (text: string) => /(?:registration|confirm)\/([\w-]{20,})/.exec(text)![1]!;
const opens = async (token: string, purpose: 'registration' | 'recovery') =>
  (await portal.ask('GET', `/lk/api/v2/auth/${purpose}/${token}`, null)).status === 200;

/** An invited person who has not registered, with the token of the invitation. */
const invited = async (org: make.TestOrganization, by: Person, role: Role = 'employee') => {
  const person = await make.employee(org, { is_registered: false, role });
  await call('employees.reinvite', by, { ids: { include_ids: [person.id], exclude_ids: [] } });
  const [email] = await emailsTo(person, 'invitation');
  return { person, token: tokenIn(email!.text) };
};
const recoveryLink = (person: Person) =>
  inSystem(portal.platform.db, (tx) =>
    insertLinkToken(tx, {
      organizationId: person.organization_id,
      employeeId: person.id,
      purpose: 'recovery',
      lifetimeMs: DAY,
    }),
  );
/** Gives a person a password and a session. */
const withPassword = async (person: Person) => {
  const password = 'Тихая гавань 7';
  const hash = await hashPassword(password);
  await inOrganization(person.organization_id, 'write', (tx) =>
    tx.updateTable('employees').set({ password_hash: hash }).where('id', '=', person.id).execute(),
  );
  return { password, session: await portal.signIn(person) };
};
const change = (by: Person, whom: Person, changes: object) => call('employees.update', by, { id: whom.id, ...changes });
const addressOf = async (person: Person) =>
  (await stored<{ email: string }>('select email from employees where id = $1', [person.id]))[0]!.email;

describe('links become void when their reason no longer applies', () => {
  it('a corrected address voids the first invitation, sent or queued, and gets a new one', async () => {
    const org = await make.organization();
    const operator = await make.operator(org);
    const { person, token } = await invited(org, operator);
    expect(await opens(token, 'registration')).toBe(true);
    await change(operator, person, { email: `right@${org.domain}` });
    expect(await opens(token, 'registration')).toBe(false);
    const emails = await emailsTo(person, 'invitation');
    expect(emails.map((one) => one.recipient)).toEqual([`right@${org.domain}`]);
    expect(await opens(tokenIn(emails[0]!.text), 'registration')).toBe(true);
    expect(await emailsTo(person, 'address_changed')).toEqual([]); // no one had registered with the old address
  });

  it('a changed role voids links and sends the invitation again', async () => {
    const org = await make.organization();
    const boss = await make.employee(org, { role: 'super_user' });
    const { person, token } = await invited(org, boss);
    const recovery = await recoveryLink(person);
    await change(boss, person, { role: 'operator' });
    expect([await opens(token, 'registration'), await opens(recovery, 'recovery')]).toEqual([false, false]);
    const [again] = await emailsTo(person, 'invitation');
    await call('roles.set', boss, { id: person.id, role: 'system_admin' });
    expect(await opens(tokenIn(again!.text), 'registration')).toBe(false);
    expect(await emailsTo(person, 'invitation')).toHaveLength(1);
  });

  it('registering voids the recovery links, and recovering the registration links', async () => {
    const org = await make.organization();
    const { person, token } = await invited(org, await make.operator(org));
    const recovery = await recoveryLink(person);
    const password = 'Тихая гавань 7';
    const answer = await portal.ask(
      'POST',
      `/lk/api/v2/auth/registration/${token}`,
      null,
      { password },
      {
        'x-requested-with': 'sergak',
      },
    );
    expect(answer.status).toBe(200);
    expect(await opens(recovery, 'recovery')).toBe(false);
  });

  it('removal voids links, sessions and the queued email', async () => {
    const org = await make.organization();
    const operator = await make.operator(org);
    const { person, token } = await invited(org, operator);
    await call('employees.remove', operator, { id: person.id });
    expect(await opens(token, 'registration')).toBe(false);
    expect(await emailsTo(person, 'invitation')).toEqual([]);
  });

  it('a role changed by an import voids links as well', async () => {
    const org = await make.organization();
    const boss = await make.employee(org, { role: 'super_user' });
    const { person, token } = await invited(org, boss);
    const { task_id } = await read(boss, `${HEAD}Каримова;Нигора;;${person.email};;;Оператор\n`);
    await apply(boss, task_id, { add_type: 'add_update' });
    expect(await opens(token, 'registration')).toBe(false);
    expect(await emailsTo(person, 'invitation')).toHaveLength(1);
  });
});

describe('the address of a person with power', () => {
  const of = async (org: make.TestOrganization, role: Role): Promise<Somebody> => make.employee(org, { role });

  it('is changed by a higher role: sessions end and the old address is notified', async () => {
    const org = await make.organization();
    const [admin, operator] = [await of(org, 'system_admin'), await of(org, 'operator')];
    const session = await portal.signIn(operator);
    const recovery = await recoveryLink(operator);
    await change(admin, operator, { email: `new@${org.domain}` });
    expect((await portal.ask('GET', '/lk/api/v2/users/me', session)).status).toBe(401);
    expect(await opens(recovery, 'recovery')).toBe(false);
    const [notice] = await emailsTo(operator, 'address_changed');
    expect(notice!.recipient).toBe(operator.email);
    expect(notice!.text).not.toContain(`new@${org.domain}`);
    expect((await actionLog(org.id)).at(-1)).toMatchObject({
      action: 'employee.changed',
      changes: { email: [operator.email, `new@${org.domain}`] },
    });
  });

  it.each(['content_manager', 'operator', 'system_admin', 'super_user'] as const)(
    'is not changed by a peer (%s), not even while a removed person is restored',
    async (role) => {
      const org = await make.organization();
      const by = await of(org, role === 'content_manager' ? 'operator' : role);
      const peer = await of(org, by.role);
      const rejected = { code: 'employee.address_forbidden' };
      await expect(change(by, peer, { email: `mine@${org.domain}` })).rejects.toMatchObject(rejected);
      await change(by, peer, { email: peer.email.toUpperCase(), last_name: 'Юсупова' }); // the same address
      await call('employees.remove', by, { id: peer.id });
      const back = call('employees.restore', by, { id: peer.id, email: `mine@${org.domain}` });
      await expect(back).rejects.toMatchObject(rejected);
      expect((await addressOf(peer)).toLowerCase()).toBe(peer.email);
    },
  );

  it('stays protected for 30 days after the role was lowered, no matter who lowered it', async () => {
    const org = await make.organization();
    const [operator, peer] = [await of(org, 'operator'), await of(org, 'operator')];
    await change(operator, peer, { role: 'content_manager' });
    await change(operator, peer, { role: 'employee' });
    const wish = { email: `mine@${org.domain}` };
    await expect(change(operator, peer, wish)).rejects.toMatchObject({ code: 'employee.address_forbidden' });
    await atTime(after(new Date(), 31 * DAY), () => change(operator, peer, wish));
    expect(await addressOf(peer)).toBe(wish.email);
  });

  it('is protected by the database for every pair of roles', async () => {
    const org = await make.organization();
    const people = roles.filter((role) => role !== 'pdf_service');
    await of(org, 'super_user'); // so that the super user under test is not the last one
    for (const [rank, role] of people.entries())
      for (const [lower, next] of people.entries()) {
        const person = await of(org, role);
        await inOrganization(org.id, 'write', (tx) =>
          tx.updateTable('employees').set({ role: next }).where('id', '=', person.id).execute(),
        );
        const [row] = await stored('select former_role from employees where id = $1', [person.id]);
        expect(row, `${role} → ${next}`).toEqual({ former_role: lower < rank ? role : null });
      }
  });

  it('is changed by its owner in the profile, with the password and a link sent to the new address', async () => {
    const org = await make.organization();
    const operator = await of(org, 'operator');
    await expect(change(operator, operator, { email: `new@${org.domain}` })).rejects.toMatchObject({
      code: 'employee.own_address',
    });
    const { password, session } = await withPassword(operator);
    const wish = { email: `new@${org.domain}`, password };
    const request = (body: object) => portal.ask('POST', '/lk/api/v2/auth/address', session, body);
    expect((await request({ ...wish, password: 'не тот' })).body.code).toBe('session.wrong_credentials');
    expect((await request(wish)).status).toBe(200);
    const [email] = await emailsTo(operator, 'address_confirm');
    expect(email!.recipient).toBe(wish.email);
    expect(await addressOf(operator)).toBe(operator.email); // not before it is confirmed
    const path = `/lk/api/v2/auth/address/${tokenIn(email!.text)}`;
    expect((await portal.ask('GET', path, null)).body).toEqual({ email: wish.email });
    const own = { 'x-requested-with': 'sergak' };
    expect((await portal.ask('POST', path, null, undefined, own)).status).toBe(200);
    expect((await portal.ask('POST', path, null, undefined, own)).status).toBe(404);
    expect(await addressOf(operator)).toBe(wish.email);
    expect((await portal.ask('GET', '/lk/api/v2/users/me', session)).status).toBe(401);
    expect((await emailsTo(operator, 'address_changed')).map((one) => one.recipient)).toEqual([operator.email]);
    expect((await actionLog(org.id)).map((one) => one.action).slice(-2)).toEqual([
      'session.address_requested',
      'session.address_changed',
    ]);
  });

  it('cannot be the address of a colleague, and an employee cannot change the own address', async () => {
    const org = await make.organization();
    const [operator, person] = [await of(org, 'operator'), await of(org, 'employee')];
    const one = await withPassword(operator);
    const other = await withPassword(person);
    const request = (session: string, body: object) => portal.ask('POST', '/lk/api/v2/auth/address', session, body);
    const taken = await request(one.session, { email: person.email.toUpperCase(), password: one.password });
    expect(taken.body.code).toBe('employee.email_taken');
    const mine = await request(other.session, { email: `x@${org.domain}`, password: other.password });
    expect(mine.status).toBe(403);
  });
});

it('each error names the rejected operation: changing, removing, restoring', async () => {
  const org = await make.organization();
  const [operator, admin] = [await make.operator(org), await make.employee(org, { role: 'system_admin' })];
  const other = await make.employee(org, { role: 'super_user' });
  await expect(change(operator, admin, { position: 'x' })).rejects.toMatchObject({ code: 'employee.change_forbidden' });
  await expect(call('employees.remove', operator, { id: admin.id })).rejects.toMatchObject({
    code: 'employee.removal_forbidden',
  });
  await call('employees.remove', other, { id: admin.id });
  await expect(call('employees.restore', operator, { id: admin.id })).rejects.toMatchObject({
    code: 'employee.restore_forbidden',
  });
});
