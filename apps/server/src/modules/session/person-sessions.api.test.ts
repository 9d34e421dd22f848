import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionLog } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const ask = (method: 'GET' | 'DELETE', id: string, token: string) =>
  portal.ask(method, `/lk/api/v2/employees/${id}/sessions`, token, undefined, { 'x-requested-with': 'sergak' });
const isOpen = async (token: string) => (await portal.ask('GET', '/lk/api/v2/users/me', token)).status === 200;

test('an administrator ends all sessions of a person, who can sign in again', async () => {
  const org = await make.organization();
  const admin = await portal.signIn(await make.employee(org, { role: 'system_admin' }));
  const anna = await withPassword(await make.employee(org));
  const boris = await portal.signIn(await make.employee(org));
  const tokens = [await portal.signIn(anna), await portal.signIn(anna)];
  expect((await ask('GET', anna.id, admin)).body).toEqual({ count: 2, endable: true });
  expect((await ask('DELETE', anna.id, admin)).body).toEqual({ count: 2 });
  expect(await Promise.all([...tokens, boris, admin].map(isOpen))).toEqual([false, false, true, true]);
  expect((await ask('GET', anna.id, admin)).body).toEqual({ count: 0, endable: false });
  expect((await ask('DELETE', anna.id, admin)).body, 'a second time ends nothing').toEqual({ count: 0 });
  const again = await portal.ask(
    'POST',
    '/lk/api/v2/auth/login',
    null,
    { email: anna.email, password: PASSWORD },
    {
      'x-requested-with': 'sergak',
    },
  );
  expect(again.status).toBe(200);
  expect((await actionLog(org.id)).filter((one) => one.action === 'employee.sessions_ended')).toMatchObject([
    { kind: 'employee', target: anna.id, details: { affected: 2 } },
    { kind: 'employee', target: anna.id, details: { affected: 0 } },
  ]);
});

test('nobody ends the own sessions, those of a higher role, or those of another organisation', async () => {
  const org = await make.organization();
  const [admin, boss, operator] = [
    await make.employee(org, { role: 'system_admin' }),
    await make.employee(org, { role: 'super_user' }),
    await make.operator(org),
  ];
  const [ofAdmin, ofBoss, ofOperator] = [
    await portal.signIn(admin),
    await portal.signIn(boss),
    await portal.signIn(operator),
  ];
  const elsewhere = await portal.signIn(await make.employee(await make.organization(), { role: 'super_user' }));
  expect((await ask('GET', boss.id, ofAdmin)).body).toEqual({ count: 1, endable: false });
  const rejected = async (id: string, token: string) => {
    const { status, body } = await ask('DELETE', id, token);
    return `${status} ${body.code}`;
  };
  expect(await rejected(boss.id, ofAdmin)).toBe('403 employee.change_forbidden');
  expect(await rejected(admin.id, ofAdmin)).toBe('403 employee.change_forbidden');
  expect(await rejected(operator.id, ofOperator)).toBe('403 session.forbidden');
  expect(await rejected(admin.id, elsewhere)).toBe('404 employee.not_found');
  expect(await Promise.all([ofAdmin, ofBoss, ofOperator].map(isOpen))).toEqual([true, true, true]);
  expect((await ask('DELETE', admin.id, ofBoss)).body).toEqual({ count: 1 });
  expect(await isOpen(ofAdmin)).toBe(false);
});
