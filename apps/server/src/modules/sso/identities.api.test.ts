import { describe, expect, test } from 'vitest';
import { actionLog, call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD } from '../../../test/own-password.ts';
import { claims, type Home, newHome, openForTests, portal, save, signIn } from './test-home.ts';
import type { Answer } from './test-provider.ts';

openForTests();

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const named = (nameId: string, email: string, nameIdFormat = PERSISTENT) => ({
  ...claims(email),
  nameId,
  nameIdFormat,
});
/** The id of the person who signs in, or the error of our page. */
const personOf = async (home: Home, given: Partial<Answer>): Promise<string> => {
  const session = await signIn(home, given);
  if (typeof session === 'string') return session;
  return (await portal().ask('GET', '/lk/api/v2/users/me', session.token)).body.id;
};
const newPair = async () => {
  const home = await newHome();
  await save(home, { create_accounts: true });
  return { home, anna: await make.employee(home.org), boris: await make.employee(home.org) };
};

describe('the first sign-in binds a person to the subject of the provider', () => {
  test('which finds the person after the address has changed, here, at the provider, or is missing', async () => {
    const { home, anna } = await newPair();
    expect(await personOf(home, named('S-1-5-21-7', anna.email))).toBe(anna.id);
    const renamed = `renamed@${home.org.domain}`;
    expect(await personOf(home, named('S-1-5-21-7', renamed))).toBe(anna.id);
    expect(await personOf(home, named('S-1-5-21-7', 'anna@after-the-merger.test'))).toBe(anna.id);
    expect(await personOf(home, { nameId: 'S-1-5-21-7', attributes: {} })).toBe(anna.id);
    await stored(`update employees set email = $2 where id = $1`, [anna.id, `portal@${home.org.domain}`]);
    expect(await personOf(home, named('S-1-5-21-7', anna.email))).toBe(anna.id);
    expect(await stored(`select id from employees where email = any($1)`, [[renamed, anna.email]])).toEqual([]);
  });

  test('so that another subject with that address is rejected, until an administrator unlinks the person', async () => {
    const { home, anna, boris } = await newPair();
    expect(await personOf(home, named('subject-anna', anna.email))).toBe(anna.id);
    expect(await personOf(home, named('subject-boris', anna.email))).toBe('error=other_subject');
    expect(await personOf(home, named('subject-boris', boris.email))).toBe(boris.id);
    expect(await personOf(home, named('subject-boris', anna.email)), 'the subject decides').toBe(boris.id);
    expect(await personOf(home, named('SUBJECT-ANNA', anna.email)), 'subjects keep their case').toBe(
      'error=other_subject',
    );
    await call('sso.unlink-person', home.boss, { id: anna.id });
    expect(await personOf(home, named('subject-new', anna.email))).toBe(anna.id);
    const actions = (await actionLog(home.org.id)).map((one) => one.action);
    expect(actions.filter((one) => one.startsWith('employee.sso_'))).toEqual([
      'employee.sso_linked',
      'employee.sso_linked',
      'employee.sso_unlinked',
      'employee.sso_linked',
    ]);
  });

  test('also if the subject is the address itself, which then cannot be named by another subject', async () => {
    const { home, anna } = await newPair();
    expect(await personOf(home, claims(anna.email))).toBe(anna.id);
    expect(await personOf(home, named('mallory@elsewhere.test', anna.email))).toBe('error=other_subject');
    expect(await personOf(home, claims(anna.email.toUpperCase()))).toBe(anna.id);
    const renamed = `married@${home.org.domain}`;
    await stored(`update employees set email = $2 where id = $1`, [anna.id, renamed]);
    expect(await personOf(home, claims(renamed)), 'the address has changed on both sides').toBe(anna.id);
    expect(await signIn(home, claims(anna.email)), 'the old address was given to somebody new').toHaveProperty('token');
    const ids = await stored<{ id: string }>(`select id from employees where email = $1`, [anna.email]);
    expect(ids).toHaveLength(1);
    expect(ids[0]!.id).not.toBe(anna.id);
  });

  test('but not to a name that lasts for one session: then the address decides', async () => {
    const { home, anna, boris } = await newPair();
    expect(await personOf(home, named('_1', anna.email, TRANSIENT))).toBe(anna.id);
    expect(await personOf(home, named('_2', anna.email, TRANSIENT))).toBe(anna.id);
    expect(await personOf(home, named('_1', boris.email, TRANSIENT))).toBe(boris.id);
    expect(await personOf(home, named('lasting', anna.email))).toBe(anna.id);
    expect(await personOf(home, named('_3', anna.email, TRANSIENT)), 'a bound person needs the subject').toBe(
      'error=other_subject',
    );
  });

  test('of one provider: another one, chosen by a super user, binds again', async () => {
    const { home, anna, boris } = await newPair();
    expect(await personOf(home, named('7', anna.email))).toBe(anna.id);
    await stored(`update sso_identities set provider_hash = 'x', subject_hash = 'y' where employee_id = $1`, [anna.id]);
    expect(await personOf(home, named('7', boris.email))).toBe(boris.id);
    expect(await personOf(home, named('8', anna.email))).toBe(anna.id);
  });

  test('of one organisation', async () => {
    const { home, anna } = await newPair();
    const other = await newPair();
    expect(await personOf(home, named('7', anna.email))).toBe(anna.id);
    expect(await personOf(other.home, named('7', other.anna.email))).toBe(other.anna.id);
  });
});

test('a removed person is not found by the subject', async () => {
  const { home, anna, boris } = await newPair();
  expect(await personOf(home, named('7', anna.email))).toBe(anna.id);
  await stored(`update employees set deleted_at = now() where id = $1`, [anna.id]);
  expect(await personOf(home, named('7', boris.email))).toBe('error=no_account');
});

describe('unlinking', () => {
  test('is for system administrators, not of people above them, and only where something is linked', async () => {
    const { home, anna } = await newPair();
    const [admin, operator] = [await make.employee(home.org, { role: 'system_admin' }), await make.operator(home.org)];
    await personOf(home, named('7', anna.email));
    await personOf(home, named('8', home.boss.email));
    const state = (id: string) => call('sso.of-person', admin, { id });
    expect(await state(anna.id)).toEqual({ linked: true, unlinkable: true });
    expect(await state(home.boss.id)).toEqual({ linked: true, unlinkable: false });
    await expect(call('sso.unlink-person', operator, { id: anna.id })).rejects.toThrow('session.forbidden');
    await expect(call('sso.unlink-person', admin, { id: home.boss.id })).rejects.toThrow('employee.change_forbidden');
    const elsewhere = await make.employee(await make.organization());
    await expect(call('sso.unlink-person', admin, { id: elsewhere.id })).rejects.toThrow('employee.not_found');
    await call('sso.unlink-person', admin, { id: anna.id });
    expect(await state(anna.id)).toEqual({ linked: false, unlinkable: false });
    await expect(call('sso.unlink-person', admin, { id: anna.id })).rejects.toThrow('sso.not_linked');
  });

  test('of all people follows a change of the names at the provider', async () => {
    const { home, anna } = await newPair();
    const admin = await make.employee(home.org, { role: 'system_admin' });
    await personOf(home, claims(anna.email));
    expect(await personOf(home, named('7', anna.email))).toBe('error=other_subject');
    await expect(call('sso.unlink-all', admin, {})).rejects.toThrow('session.forbidden');
    await expect(call('sso.unlink-all', home.boss, {})).rejects.toThrow('request.invalid');
    expect(await call('sso.unlink-all', home.boss, { password: PASSWORD })).toEqual({ count: 1 });
    expect(await personOf(home, named('7', anna.email))).toBe(anna.id);
  });
});
