import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { call, platform, runJobsWithoutOrganization, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { inSystem } from '../../platform/db.ts';
import { insertSession } from '../session/session.repo.ts';
import { claims, formOf, type Home, newHome, portal, save, signIn, openForTests } from './test-home.ts';

openForTests();

/** Sends invitations to these people. */
const inviteAll = (home: Home, ids: string[]) =>
  call('employees.reinvite', home.boss, { ids: { include_ids: ids, exclude_ids: [] }, all: false });

describe('recovery in forced mode', () => {
  const kinds = async (id: string) =>
    (await stored<{ kind: string }>(`select kind from outbox where employee_id = $1 order by created_at`, [id])).map(
      (one) => one.kind,
    );
  const recover = async ({ email }: { email: string }) => {
    expect(await call('session.recovery-request', null, { email })).toEqual({ status: 'accepted' });
    await runJobsWithoutOrganization('session.send-recovery');
  };

  test('names the provider instead of sending a link that opens nothing', async () => {
    const home = await newHome();
    const anna = await make.employee(home.org);
    await withPassword(anna);
    await save(home, { forced: true, break_glass_id: home.boss.id });
    await recover(anna);
    expect(await kinds(anna.id)).toEqual(['recovery_by_provider']);
    const [email] = await stored<{ text: string }>(`select text from outbox where employee_id = $1`, [anna.id]);
    expect(email!.text).toContain('adfs.bank.test');
    expect(await stored(`select 1 from link_tokens where employee_id = $1`, [anna.id])).toEqual([]);
  });

  test('sends a link that works to the super user who keeps the password', async () => {
    const home = await newHome();
    await save(home, { forced: true, break_glass_id: home.boss.id });
    await recover(home.boss);
    const [email] = await stored<{ text: string }>(
      `select text from outbox where employee_id = $1 and kind = 'recovery'`,
      [home.boss.id],
    );
    const token = /confirm\/([\w-]+)/.exec(email!.text)![1]!;
    expect(await call('session.recovery-confirm', null, { token, password: 'Новая гавань 8' })).toEqual({
      next: 'sign_in',
    });
  });
});

describe('invitations in forced mode', () => {
  const emailOf = async (id: string) =>
    (
      await stored<{ text: string }>(
        `select text from outbox where employee_id = $1 and kind in ('invitation', 'reminder') order by created_at`,
        [id],
      )
    ).at(-1)!.text;
  const linkIn = (text: string) => /auth\/registration\/([\w-]+)/.exec(text)?.[1];

  test('name the provider and lead to the sign-in page; the super user who keeps the password gets a link', async () => {
    const home = await newHome();
    const anna = await make.employee(home.org, { is_registered: false });
    const second = await make.employee(home.org, { is_registered: false });
    await save(home, { forced: true, break_glass_id: home.boss.id });
    await stored(`update employees set is_registered = false where id = $1`, [home.boss.id]);
    for (const language of ['ru', 'en', 'uz']) {
      await stored(`update employees set language = $2 where id = $1`, [anna.id, language]);
      await inviteAll(home, [anna.id, second.id, home.boss.id]);
      const text = await emailOf(anna.id);
      expect(text).toContain('adfs.bank.test');
      expect(text).toContain('/lk/auth/login');
      expect(linkIn(text)).toBeUndefined();
    }
    expect(linkIn(await emailOf(second.id))).toBeUndefined();
    expect(linkIn(await emailOf(home.boss.id))).toBeDefined();
    const [row] = await stored<{ invited_at: string | null }>(`select invited_at from employees where id = $1`, [
      anna.id,
    ]);
    expect(row!.invited_at).not.toBeNull();
    expect(await stored(`select 1 from link_tokens where employee_id = $1`, [anna.id])).toEqual([]);
  });

  test('sent before set no password any more', async () => {
    const home = await newHome();
    const anna = await make.employee(home.org, { is_registered: false });
    await inviteAll(home, [anna.id]);
    const token = linkIn(await emailOf(anna.id))!;
    expect(await call('session.registration', null, { token })).toMatchObject({ email: anna.email });
    await save(home, { forced: true, break_glass_id: home.boss.id });
    await expect(call('session.registration', null, { token })).rejects.toThrow('sso.required');
    await expect(call('session.register', null, { token, password: 'Новая гавань 8' })).rejects.toThrow('sso.required');
    await save(home, { forced: false });
    expect(await call('session.registration', null, { token })).toMatchObject({ email: anna.email });
  });
});

describe('passwords in forced mode', () => {
  test('forced mode rejects passwords, except that of the break-glass super user', async () => {
    const home = await newHome();
    const anna = await make.employee(home.org);
    await withPassword(anna);
    const byPassword = (email: string) => call('session.login', null, { email, password: PASSWORD });
    await expect(save(home, { forced: true })).rejects.toThrow('sso.break_glass');
    await expect(save(home, { forced: true, break_glass_id: anna.id })).rejects.toThrow('sso.break_glass');
    await save(home, { forced: true, break_glass_id: home.boss.id });
    await expect(byPassword(anna.email)).rejects.toThrow('sso.required');
    expect(await byPassword(home.boss.email)).toMatchObject({ next: 'ready' });
    expect(await signIn(home, claims(anna.email))).toMatchObject({ next: 'ready' });
    expect((await call('session.config', null, {})).use_sso).toBe(true);
  });

  test('the password of the break-glass super user is not enough where a second step is set up', async () => {
    const home = await newHome();
    await save(home, { forced: true, break_glass_id: home.boss.id });
    const send = async (path: string, token: string | null, body: object = {}) =>
      (await portal().ask('POST', `/lk/api/v2/auth${path}`, token, body, { 'x-requested-with': 'sergak' })).body;
    const byPassword = () => send('/login', null, { email: home.boss.email, password: PASSWORD });
    const me = async (token: string) => (await portal().ask('GET', '/lk/api/v2/users/me', token)).body;
    await stored(`update organizations set two_factor = true where id = $1`, [home.org.id]);
    const half = await byPassword();
    expect([half.next, (await me(half.token)).code]).toEqual(['two_factor', 'session.two_factor_required']);
    await stored(`update organizations set two_factor = false where id = $1`, [home.org.id]);

    const { token } = await byPassword();
    const { secret } = await send('/authenticator', token, { password: PASSWORD });
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const { backup_codes } = await send('/authenticator/confirm', token, { code: totp.generate() });
    const second = await byPassword();
    expect([second.next, (await me(second.token)).code]).toEqual(['two_factor', 'session.two_factor_required']);
    expect(await send('/two-factor/authenticator', second.token, { code: '000000' })).toMatchObject({
      code: 'session.code_wrong',
    });
    expect(
      await send('/two-factor/resend', second.token),
      'a mailbox behind the provider is no second factor',
    ).toMatchObject({
      code: 'session.email_code_forbidden',
    });
    expect(await send('/two-factor/backup-code', second.token, { code: backup_codes[0] })).toMatchObject({
      next: 'ready',
    });
    await save(home, { forced: false, break_glass_id: null });
    const third = await byPassword();
    expect(await send('/two-factor/resend', third.token)).toHaveProperty('wait_seconds');
  });

  test('forced mode ends the sessions that a password opened, except those of the caller and the break-glass super user', async () => {
    const home = await newHome();
    await save(home);
    const [caller, anna] = [await make.employee(home.org, { role: 'super_user' }), await make.employee(home.org)];
    for (const one of [caller, anna]) await withPassword(one);
    const tokenOf = async ({ email }: { email: string }) =>
      (await call('session.login', null, { email, password: PASSWORD })).token;
    const status = async (token: string) => (await portal().ask('GET', '/lk/api/v2/users/me', token)).status;
    const through = ((await signIn(home, claims(anna.email))) as { token: string }).token;
    const { db } = await platform();
    const byDirectory = await inSystem(db, (tx) =>
      insertSession(tx, {
        organizationId: home.org.id,
        employeeId: anna.id,
        twoFactorDue: false,
        openedBy: 'directory',
        userAgent: '',
        address: '',
      }),
    );
    const elsewhere = await make.employee(await make.organization());
    const [mine, other, boss, annas, foreign] = [
      await tokenOf(caller),
      await tokenOf(caller),
      await tokenOf(home.boss),
      await tokenOf(anna),
      await portal().signIn(elsewhere),
    ];
    const form = formOf(await call('sso.get', home.boss, {}));
    const put = (changes: object) =>
      portal().ask('PUT', '/lk/api/v2/settings/sso', mine, { ...form, ...changes }, { 'x-requested-with': 'sergak' });
    expect((await put({ forced: true })).status).toBe(422);
    expect(await Promise.all([annas, byDirectory].map(status))).toEqual([200, 200]);
    expect((await put({ forced: true, break_glass_id: home.boss.id })).status).toBe(200);
    const all = [mine, boss, through, foreign, other, annas, byDirectory];
    expect(await Promise.all(all.map(status))).toEqual([200, 200, 200, 200, 401, 401, 401]);
  });

  test('when the super user who keeps the password is gone, other super users may use theirs', async () => {
    const home = await newHome();
    const second = await make.employee(home.org, { role: 'super_user' });
    const anna = await make.employee(home.org);
    for (const one of [second, anna]) await withPassword(one);
    await save(home, { forced: true, break_glass_id: home.boss.id });
    const byPassword = (email: string) => call('session.login', null, { email, password: PASSWORD });
    await expect(byPassword(second.email)).rejects.toThrow('sso.required');
    await stored(`update employees set deleted_at = now() where id = $1`, [home.boss.id]);
    expect(await byPassword(second.email)).toMatchObject({ next: 'ready' });
    await expect(byPassword(anna.email)).rejects.toThrow('sso.required');
  });
});
