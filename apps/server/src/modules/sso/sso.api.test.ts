import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { actionLog, call, runJobsWithoutOrganization, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { describeCertificate } from './certificates.ts';
import {
  answer,
  claims,
  formOf,
  type Home,
  newHome,
  portal,
  post,
  save,
  setupOf,
  signIn,
  SSO_URL,
  start,
  openForTests,
} from './test-home.ts';
import { answerXml, testKeys } from './test-provider.ts';

openForTests();

test('a known person signs in, and the page finds the organisation by the mail domain', async () => {
  const home = await newHome();
  await save(home);
  const anna = await make.employee(home.org, { is_registered: false });
  expect((await call('sso.find', null, { email: `anyone@${home.org.domain}` })).data).toEqual([
    { organization_id: home.org.id, title: expect.any(String), protocol: 'saml', forced: false },
  ]);
  expect((await call('sso.find', null, { email: 'anyone@elsewhere.test' })).data).toEqual([]);
  const session = await signIn(home, claims(anna.email.toUpperCase()));
  expect(session).toMatchObject({ next: 'ready' });
  const me = await portal().ask('GET', '/lk/api/v2/users/me', (session as { token: string }).token);
  expect(me.body.id).toBe(anna.id);
  expect((await actionLog(home.org.id)).map((one) => one.action)).toContain('session.sso_signed_in');
});

test('second factor and consent follow where they are due', async () => {
  const home = await newHome();
  await save(home);
  const anna = await make.employee(home.org);
  await stored(`update organizations set two_factor = true where id = $1`, [home.org.id]);
  expect(await signIn(home, claims(anna.email))).toMatchObject({ next: 'two_factor' });
  await stored(`update organizations set two_factor = false, consent_required = true where id = $1`, [home.org.id]);
  await stored(`update employees set consented_at = null where id = $1`, [anna.id]);
  expect(await signIn(home, claims(anna.email))).toMatchObject({ next: 'consent' });
});

describe('an answer works once and in one browser', () => {
  test('a second delivery of a response is rejected, and so is its assertion for another request', async () => {
    const home = await newHome();
    await save(home);
    const anna = await make.employee(home.org);
    const first = await start(home);
    const xml = await answerXml(await setupOf(home), {
      requestId: first.requestId,
      ...claims(anna.email),
      assertionId: '_once',
    });
    const both = await Promise.all([post(home, xml), post(home, xml)]);
    expect(both.filter((one) => one.startsWith('ticket='))).toHaveLength(1);
    expect(await post(home, xml)).toBe('error=expired');
    expect(await signIn(home, { ...claims(anna.email), assertionId: '_once' })).toBe('error=rejected');
  });

  test('a response to no request, or to a request of another organisation, is rejected', async () => {
    const home = await newHome();
    const other = await newHome();
    await save(home);
    await save(other);
    expect(await answer(home, { requestId: '_never' })).toBe('error=expired');
    const { requestId } = await start(other);
    expect(await answer(home, { requestId })).toBe('error=expired');
    const elsewhere = await answerXml(await setupOf(other), { requestId });
    expect(await post(home, elsewhere)).toBe('error=rejected');
  });

  test('a ticket needs the binding of its browser, and a wrong one uses it up', async () => {
    const home = await newHome();
    await save(home);
    const anna = await make.employee(home.org);
    const mine = await start(home);
    const theirs = await start(home);
    const ticket = (await answer(home, { requestId: mine.requestId, ...claims(anna.email) })).slice('ticket='.length);
    for (const binding of [theirs.binding, mine.binding])
      await expect(call('sso.complete', null, { ticket, binding })).rejects.toThrow('sso.ticket_invalid');
  });

  test('text that is no response leads to the page with an error', async () => {
    const home = await newHome();
    await save(home);
    for (const junk of ['x', '<a/>', '<!DOCTYPE a><a/>', '\u0000'])
      expect(await post(home, junk)).toBe('error=rejected');
  });
});

describe('people', () => {
  test('new people are added if the organisation allows it, within domains and licence', async () => {
    const home = await newHome();
    await save(home);
    const email = `new@${home.org.domain}`;
    expect(await signIn(home, claims(email))).toBe('error=no_account');
    await save(home, { create_accounts: true });
    expect(await signIn(home, claims(email))).toMatchObject({ next: expect.any(String) });
    expect(await signIn(home, claims('someone@elsewhere.test'))).toBe('error=domain');
    expect(await signIn(home, { ...claims(''), nameId: 'S-1-5-21' })).toBe('error=no_address');
    const [row] = await stored<{ role: string; is_registered: boolean; last_name: string }>(
      `select role, is_registered, last_name from employees where email = $1`,
      [email],
    );
    expect(row).toEqual({ role: 'employee', is_registered: true, last_name: 'Юсупова' });
    expect((await actionLog(home.org.id)).map((one) => one.action)).toContain('employee.added');
  });

  test('the licence holds', async () => {
    const home = await newHome({ usersLimit: 1 });
    await save(home, { create_accounts: true });
    expect(await signIn(home, claims(`more@${home.org.domain}`))).toBe('error=licence');
  });

  test('a removed person is not brought back', async () => {
    const home = await newHome();
    await save(home, { create_accounts: true });
    const gone = await make.employee(home.org);
    await stored(`update employees set deleted_at = now() where id = $1`, [gone.id]);
    expect(await signIn(home, claims(gone.email))).toBe('error=no_account');
  });

  test('groups give roles up to operator and never touch a higher one', async () => {
    const home = await newHome();
    const group_roles = [
      { group: 'Портал-Операторы', role: 'operator' as const },
      { group: 'Портал-Курсы', role: 'content_manager' as const },
    ];
    await save(home, { group_roles });
    const anna = await make.employee(home.org);
    const roleOf = async (id: string) =>
      (await stored<{ role: string }>(`select role from employees where id = $1`, [id]))[0]!.role;
    await signIn(home, claims(anna.email, ['Портал-Курсы', 'Портал-Операторы', 'Прочие']));
    expect(await roleOf(anna.id)).toBe('operator');
    await signIn(home, claims(anna.email, ['Прочие']));
    expect(await roleOf(anna.id)).toBe('employee');
    for (const groups of [['Прочие'], undefined]) {
      expect(await signIn(home, claims(home.boss.email, groups))).toMatchObject({ next: 'ready' });
      expect(await roleOf(home.boss.id)).toBe('super_user');
    }
  });
});

describe('groups that the provider does not send', () => {
  const GROUPS_LINK = 'http://schemas.microsoft.com/claims/groups.link';
  const group_roles = [{ group: 'Портал-Операторы', role: 'operator' as const }];
  const roleOf = async (id: string) =>
    (await stored<{ role: string }>(`select role from employees where id = $1`, [id]))[0]!.role;

  test('take the role away that they gave', async () => {
    const home = await newHome();
    await save(home, { group_roles });
    const anna = await make.employee(home.org, { role: 'operator' });
    expect(await signIn(home, claims(anna.email))).toMatchObject({ next: 'ready' });
    expect(await roleOf(anna.id)).toBe('employee');
  });

  test('because there are too many, reject the sign-in unless groups do not matter to the person', async () => {
    const home = await newHome();
    await save(home, { group_roles });
    const anna = await make.employee(home.org, { role: 'operator' });
    const tooMany = (email: string) => {
      const given = claims(email);
      return { ...given, attributes: { ...given.attributes, [GROUPS_LINK]: ['https://graph.windows.net/x'] } };
    };
    expect(await signIn(home, tooMany(anna.email))).toBe('error=groups');
    expect(await roleOf(anna.id)).toBe('operator');
    expect(await signIn(home, tooMany(home.boss.email))).toMatchObject({ next: 'ready' });
    await save(home, { group_roles: [] });
    expect(await signIn(home, tooMany(anna.email))).toMatchObject({ next: 'ready' });
    expect(await roleOf(anna.id)).toBe('operator');
  });

  test('cannot give roles: a map of groups needs the name of their attribute', async () => {
    const home = await newHome();
    const { attributes } = await call('sso.get', home.boss, {});
    await expect(save(home, { group_roles, attributes: { ...attributes, groups: '' } })).rejects.toThrow(
      'sso.incomplete',
    );
  });
});

describe('a return that fails leads to the page with an error', () => {
  const returnOf = async (path: string, init: RequestInit) => {
    const got = await fetch(`${portal().url}/lk/api/v2/auth/sso/${path}`, { redirect: 'manual', ...init });
    expect(got.status).toBe(303);
    return new URL(got.headers.get('location')!).hash.slice(1);
  };

  test('past the limit of returns', async () => {
    const home = await newHome();
    await save(home);
    // Two windows: the test may begin at the end of one.
    await stored(`insert into rate_windows (bucket, window_start, hits)
      select 'sso-return:127.0.0.1', to_timestamp(floor(extract(epoch from now()) / 900) * 900 + 900 * n), 10000
      from generate_series(0, 1) n
      on conflict (bucket, window_start) do update set hits = 10000`);
    expect(await answer(home, { requestId: '_x' })).toBe('error=rate_limited');
    expect(await returnOf('callback?state=x', {})).toBe('error=rate_limited');
    await stored(`delete from rate_windows where bucket = 'sso-return:127.0.0.1'`);
  });

  test('if the body is too large or of another type, or the portal cannot work', async () => {
    const home = await newHome();
    await save(home);
    const acs = `${home.org.id}/acs`;
    expect(await returnOf(acs, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).toBe(
      'error=rejected',
    );
    expect(await returnOf(acs, { method: 'POST', body: new URLSearchParams({ x: 'x'.repeat(3_000_000) }) })).toBe(
      'error=rejected',
    );
    await stored(`update sso_settings set key_sealed = 'x' where organization_id = $1`, [home.org.id]);
    const xml = await answerXml(await setupOf(home), { requestId: '_x' });
    expect(await post(home, xml)).toBe('error=failed');
  });
});

describe('a proof of identity', () => {
  /** Signs in through the provider; the way back to the portal opens the session. */
  const tokenOf = async (home: Home, email: string) => ((await signIn(home, claims(email))) as { token: string }).token;
  const saveOverHttp = async (home: Home, token: string) => {
    const { password: _, ...form } = formOf(await call('sso.get', home.boss, {}));
    return portal().ask('PUT', '/lk/api/v2/settings/sso', token, form, { 'x-requested-with': 'sergak' });
  };

  test('is needed to save: the own password', async () => {
    const home = await newHome();
    const { password: _, ...form } = formOf(await call('sso.get', home.boss, {}));
    await expect(call('sso.save', home.boss, form)).rejects.toThrow('request.invalid');
    await expect(call('sso.save', home.boss, { ...form, password: 'не тот' })).rejects.toThrow(
      'session.wrong_credentials',
    );
    await call('sso.save', home.boss, { ...form, password: PASSWORD });
  });

  test('is a sign-in through the provider in the last ten minutes', async () => {
    const home = await newHome();
    await save(home);
    const second = await make.employee(home.org, { role: 'super_user' });
    const token = await tokenOf(home, second.email);
    const needs = async () => (await portal().ask('GET', '/lk/api/v2/auth/proof', token)).body.needs;
    expect(await needs()).toBe('nothing');
    expect((await saveOverHttp(home, token)).status).toBe(200);
    await stored(`update sessions set created_at = now() - interval '10 minutes' where employee_id = $1`, [second.id]);
    expect(await needs()).toBe('sign_in');
    expect((await saveOverHttp(home, token)).body).toMatchObject({ status: 422, code: 'session.sign_in_again' });
    await withPassword(second);
    expect(await needs()).toBe('password');
    expect((await saveOverHttp(home, token)).body.code).toBe('request.invalid');
  });

  test('of that kind adds and removes an authenticator app of a person without a password', async () => {
    const home = await newHome();
    await save(home);
    const anna = await make.employee(home.org);
    const send = async (path: string, token: string, body: object = {}) =>
      portal().ask('POST', `/lk/api/v2/auth/authenticator${path}`, token, body, { 'x-requested-with': 'sergak' });
    const token = await tokenOf(home, anna.email);
    await stored(`update sessions set created_at = now() - interval '10 minutes' where employee_id = $1`, [anna.id]);
    expect((await send('', token)).body.code).toBe('session.sign_in_again');
    const again = await tokenOf(home, anna.email);
    const { secret } = (await send('', again)).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const added = (await send('/confirm', again, { code })).body.token;
    await stored(`update sessions set created_at = now() - interval '10 minutes' where employee_id = $1`, [anna.id]);
    expect((await send('/remove', added)).body.code).toBe('session.sign_in_again');
    await stored(`update sessions set created_at = now() where employee_id = $1`, [anna.id]);
    expect((await send('/remove', added)).status).toBe(200);
  });

  test('does not allow codes by email again after a recovery: the next code of the app must follow the new password', async () => {
    const home = await newHome();
    await save(home);
    const anna = await withPassword(await make.employee(home.org));
    const send = async (path: string, token: string | null, body: object = {}) =>
      (await portal().ask('POST', `/lk/api/v2/auth${path}`, token, body, { 'x-requested-with': 'sergak' })).body;
    const added = await portal().signIn(anna);
    const { secret } = await send('/authenticator', added, { password: PASSWORD });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const { backup_codes } = await send('/authenticator/confirm', added, { code });
    await call('session.recovery-request', null, { email: anna.email });
    await runJobsWithoutOrganization('session.send-recovery');
    const [{ text }] = (await stored<{ text: string }>(
      `select text from outbox where employee_id = $1 and kind = 'recovery'`,
      [anna.id],
    )) as [{ text: string }];
    await send(`/recovery/${/confirm\/([\w-]+)/.exec(text)![1]}`, null, { password: PASSWORD });

    const byPassword = async (): Promise<string> =>
      (await send('/login', null, { email: anna.email, password: PASSWORD })).token;
    const resend = async (token: string) => send('/two-factor/resend', token);
    const forbidden = { code: 'session.email_code_forbidden' };
    expect(await resend(await byPassword())).toMatchObject(forbidden);
    const through = await tokenOf(home, anna.email);
    expect(await send('/two-factor/backup-code', through, { code: backup_codes[0] })).toMatchObject({ next: 'ready' });
    const half = await byPassword();
    expect(await resend(half)).toMatchObject(forbidden);
    expect(await send('/two-factor/backup-code', half, { code: backup_codes[1] })).toMatchObject({ next: 'ready' });
    expect(await resend(await byPassword())).toHaveProperty('wait_seconds');
  });

  test('is not a session that a password opened, however young', async () => {
    const home = await newHome();
    const token = (await call('session.login', null, { email: home.boss.email, password: PASSWORD })).token;
    expect((await saveOverHttp(home, token)).body.code).toBe('request.invalid');
  });
});

describe('a change of the settings', () => {
  test('is logged with certificates, groups, the super user with the password and the replaced secret', async () => {
    const home = await newHome();
    const { idp } = await testKeys();
    const { fingerprint, expires_at } = describeCertificate(idp.certificate);
    const group_roles = [{ group: 'Портал', role: 'operator' as const }];
    await save(home, { forced: true, break_glass_id: home.boss.id, group_roles, client_secret: 'geheim-1' });
    await save(home, { forced: false, break_glass_id: null, group_roles, client_secret: 'geheim-2' });
    const [first, second] = (await actionLog(home.org.id)).filter((one) => one.action === 'sso.changed');
    expect(first!.changes).toMatchObject({
      enabled: [false, true],
      forced: [false, true],
      break_glass: [null, home.boss.id],
      idp_sso_url: ['', SSO_URL],
      idp_certificates: [[], [`${fingerprint} · ${expires_at.slice(0, 10)}`]],
      group_roles: [[], ['Портал: operator']],
      client_secret: [null, 'saved'],
    });
    expect(second!.changes).toEqual({
      forced: [true, false],
      break_glass: [home.boss.id, null],
      client_secret: ['saved', 'replaced'],
    });
    expect(JSON.stringify([first, second])).not.toContain('geheim');
  });

  test('is reported to the administrators, and a save without a change is not', async () => {
    const home = await newHome();
    const admin = await make.employee(home.org, { role: 'system_admin' });
    await stored(`update employees set language = 'en' where id = $1`, [admin.id]);
    await make.employee(home.org, { role: 'operator' });
    const reports = () =>
      stored<{ employee_id: string; text: string }>(
        `select employee_id, text from outbox where organization_id = $1 and kind = 'sso_changed'`,
        [home.org.id],
      );
    await save(home);
    const sent = await reports();
    expect(sent.map((one) => one.employee_id).sort()).toEqual([home.boss.id, admin.id].sort());
    expect(sent.find((one) => one.employee_id === admin.id)!.text).toMatch(
      /Changed: Protocol, Switched on, Provider, Sign-in address of the provider, Certificates of the provider\./,
    );
    await save(home);
    expect(await reports()).toHaveLength(2);
  });

  test('by a visitor from the parent is reported to the administrators of the parent too', async () => {
    const { org, boss } = await newHome({ title: 'Головная' });
    const child = await make.organization({ title: 'Филиал', parent: org });
    await save({ org: child, boss: { ...boss, acting: child.id } });
    expect(
      await stored(`select employee_id, organization_id from outbox where kind = 'sso_changed' and text like $1`, [
        '%«Филиал»%',
      ]),
    ).toEqual([{ employee_id: boss.id, organization_id: org.id }]);
  });
});

describe('settings', () => {
  test('only super users change them; a stale version, missing data and a false certificate are rejected', async () => {
    const home = await newHome();
    const admin = await make.employee(home.org, { role: 'system_admin' });
    const form = formOf(await call('sso.get', admin, {}));
    await expect(call('sso.save', admin, form)).rejects.toThrow('session.forbidden');
    await expect(call('sso.save', home.boss, { ...form, enabled: true })).rejects.toThrow('sso.incomplete');
    await expect(call('sso.save', home.boss, { ...form, idp_certificates: ['no'] })).rejects.toThrow(
      'sso.certificate_invalid',
    );
    await save(home);
    await expect(call('sso.save', home.boss, form)).rejects.toThrow('common.stale_version');
  });

  test('the client secret is sealed, never shown, and cleared with another issuer', async () => {
    const home = await newHome();
    const oidc = { protocol: 'oidc' as const, issuer: 'https://login.bank.test', client_id: 'portal' };
    const first = await save(home, { ...oidc, client_secret: 'geheim-1234' });
    expect(first.client_secret_state).toBe('set');
    expect(JSON.stringify(first)).not.toContain('geheim');
    expect((await save(home, oidc)).client_secret_state).toBe('set');
    expect((await save(home, { ...oidc, issuer: 'https://evil.test' })).client_secret_state).toBe('none');
  });

  test('a roll-over publishes the second certificate before it is used', async () => {
    const home = await newHome();
    await save(home);
    const metadata = () =>
      fetch(`${portal().url}/lk/api/v2/auth/sso/${home.org.id}/metadata`).then((one) => one.text());
    const added = await call('sso.add-certificate', home.boss, {});
    expect(added.own_certificates.map((one) => one.active)).toEqual([true, false]);
    expect((await metadata()).match(/use="signing"/g)).toHaveLength(2);
    const after = await call('sso.activate-certificate', home.boss, {});
    expect(after.own_certificates.map((one) => one.fingerprint)).toEqual([added.own_certificates[1]!.fingerprint]);
    expect((await metadata()).match(/use="signing"/g)).toHaveLength(1);
  });

  test('single sign-on that is off begins nothing', async () => {
    const home = await newHome();
    await expect(call('sso.start', null, { organization_id: home.org.id })).rejects.toThrow('sso.off');
    expect(await answer(home, { requestId: '_x' })).toBe('error=off');
  });
});
