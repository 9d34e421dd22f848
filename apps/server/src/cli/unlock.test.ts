import { Secret, TOTP } from 'otpauth';
import { usualClaims } from '@sergak/contract/sso/sso.rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, stored } from '../../test/app.ts';
import * as make from '../../test/make/index.ts';
import { openPortal, type Portal } from '../../test/portal.ts';
import { atTime } from '../platform/clock.ts';
import { hashPassword } from '../modules/session/public.ts';
import { parseUnlock, runUnlock } from './unlock.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const PASSWORD = 'Тихая гавань 7';
const post = async (path: string, body: object, token: string | null = null) =>
  (await portal.ask('POST', `/lk/api/v2${path}`, token, body, { 'x-requested-with': 'sergak' })).body;
const run = async (...args: string[]) => runUnlock((await platform()).db, args);

test('a super user without password and authenticator app signs in with the printed password', async () => {
  const org = await make.organization();
  const root = await make.employee(org, { role: 'super_user' });
  const hash = await hashPassword(PASSWORD);
  await inOrganization(org.id, 'write', async (tx) => {
    await tx.updateTable('employees').set({ password_hash: hash }).where('id', '=', root.id).execute();
    await tx
      .insertInto('authenticator_policies')
      .values({ roles: ['super_user'], due_on: '2020-01-01' })
      .execute();
  });
  const token = await portal.signIn(root);
  const { secret } = await post('/auth/authenticator', { password: PASSWORD }, token);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { token: complete } = await post('/auth/authenticator/confirm', { code }, token);
  expect((await post('/auth/login', { email: root.email, password: PASSWORD })).next).toBe('two_factor');

  const password = (await run('--email', root.email)).match(/(?:\w{4}-){3}\w{4}/)![0];
  expect((await portal.ask('GET', '/lk/api/v2/users/me', complete)).status).toBe(401);
  expect((await post('/auth/login', { email: root.email, password: PASSWORD })).code).toBe('session.wrong_credentials');
  expect((await post('/auth/login', { email: root.email, password })).next).toBe('enrolment');
  const again = (await run('--email', root.email, '--organization', org.id, '--two-factor-off')).match(
    /(?:\w{4}-){3}\w{4}/,
  )![0];
  expect((await post('/auth/login', { email: root.email, password: again })).next).toBe('ready');
  expect((await actionLog(org.id)).map((one) => one.action)).toEqual(
    expect.arrayContaining(['employee.access_restored', 'organization.two_factor_set']),
  );
});

test('wrong passwords before no longer block the unlocked super user', async () => {
  const org = await make.organization();
  const [root, other] = [
    await make.employee(org, { role: 'super_user' }),
    await make.employee(org, { role: 'super_user' }),
  ];
  const instant = new Date(Math.ceil(Date.now() / 900_000) * 900_000); // the beginning of a window of the limits
  await atTime(instant, async () => {
    const signIn = async (remoteAddress: string, email: string, password: string) => {
      const payload = { email, password };
      const headers = { 'x-requested-with': 'sergak' };
      const url = '/lk/api/v2/auth/login';
      return (await portal.app.inject({ method: 'POST', url, payload, headers, remoteAddress })).statusCode;
    };
    for (const { email } of [root, other])
      for (let i = 0; i < 10; i += 1) expect(await signIn('203.0.113.5', email, 'не тот')).toBe(422);
    await stored(`update rate_windows set hits = 50 where bucket = $1`, [`login:account:${root.email.toLowerCase()}`]);
    expect(await signIn('203.0.113.5', root.email, PASSWORD)).toBe(429);
    const password = (await run('--email', root.email)).match(/(?:\w{4}-){3}\w{4}/)![0];
    expect(await signIn('203.0.113.5', root.email, password)).toBe(200);
    expect(await signIn('203.0.113.6', root.email, password)).toBe(200);
    expect(await signIn('203.0.113.5', other.email, PASSWORD)).toBe(429);
  });
});

test('only a super user is unlocked, and the reason of a rejection is printed', async () => {
  const org = await make.organization();
  const operator = await make.operator(org);
  await expect(run('--email', operator.email)).rejects.toThrow('no super user has the address');
  expect(() => parseUnlock([])).toThrow('--email is missing');
  expect(() => parseUnlock(['--mail', 'a@b.test'])).toThrow('npm run unlock --');
  expect(await actionLog(org.id)).toEqual([]);
});

test('a super user signs in with the printed password where single sign-on is forced and its provider is gone', async () => {
  const org = await make.organization();
  const [first, root] = [
    await make.employee(org, { role: 'super_user' }),
    await make.employee(org, { role: 'super_user' }),
  ];
  const hash = await hashPassword(PASSWORD);
  await inOrganization(org.id, 'write', (tx) =>
    tx.updateTable('employees').set({ password_hash: hash }).where('id', '=', first.id).execute(),
  );
  await call('sso.save', first, {
    protocol: 'oidc',
    enabled: true,
    forced: true,
    break_glass_id: first.id,
    create_accounts: false,
    idp_entity_id: '',
    idp_sso_url: '',
    idp_certificates: [],
    issuer: 'http://127.0.0.1:9',
    client_id: 'portal',
    attributes: { ...usualClaims },
    group_roles: [],
    password: PASSWORD,
    version: 0,
  });
  await expect(call('sso.start', null, { organization_id: org.id })).rejects.toThrow('sso.provider_unreachable');
  const password = (await run('--email', root.email)).match(/(?:\w{4}-){3}\w{4}/)![0];
  expect((await post('/auth/login', { email: root.email, password })).next).toBe('ready');
  expect((await post('/auth/login', { email: first.email, password: PASSWORD })).code).toBe('sso.required');
  expect((await actionLog(org.id)).findLast((one) => one.action === 'sso.changed')!.changes).toEqual({
    break_glass: [first.id, root.id],
  });
  const told = await stored<{ id: string }>(
    `select employee_id as id from outbox where kind = 'sso_changed' and text like '%npm run unlock%'`,
  );
  expect(told.map(({ id }) => id).sort()).toEqual([first.id, root.id].sort());
});
