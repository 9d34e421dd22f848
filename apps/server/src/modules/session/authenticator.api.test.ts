import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog, runJobsWithoutOrganization, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { atTime } from '../../platform/clock.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const own = { 'x-requested-with': 'sergak' };
const post = (path: string, body: object, token: string | null = null) =>
  portal.ask('POST', `/lk/api/v2${path}`, token, body, own);
const me = (token: string) => portal.ask('GET', '/lk/api/v2/users/me', token);

const person = async (org: make.TestOrganization, changes: Parameters<typeof make.employee>[1] = {}) =>
  withPassword(await make.employee(org, changes));
const signIn = async (email: string) => (await post('/auth/login', { email, password: PASSWORD })).body;
const emails = async (id: string) =>
  (await stored<{ kind: string }>('select kind from outbox where employee_id = $1 order by created_at', [id])).map(
    (one) => one.kind,
  );

/** The code that an app shows at an instant. */
const codeOf = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
/** The beginning of a window of the limits, far enough from now for later codes. */
const start = (): number => Math.ceil(Date.now() / 900_000) * 900_000;
const STEP = 30_000;
const at = <T>(instant: number, work: () => Promise<T>): Promise<T> => atTime(new Date(instant), work);

/** Runs requests at an instant: `inject` keeps the clock of the test, a socket does not. */
const send = async (method: 'GET' | 'POST', path: string, token: string | null, payload: object = {}) => {
  const answer = await portal.app.inject({
    method,
    url: `/lk/api/v2${path}`,
    headers: { ...own, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(method === 'POST' ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
};

/** A person with a confirmed app, added at `instant`. */
const withApp = async (org: make.TestOrganization, instant: number, changes = {}) => {
  const employee = await person(org, changes);
  const token = await portal.signIn(employee);
  return at(instant, async () => {
    const { secret } = (await send('POST', '/auth/authenticator', token, { password: PASSWORD })).body;
    const { body } = await send('POST', '/auth/authenticator/confirm', token, { code: codeOf(secret, instant) });
    return { employee, secret: secret as string, codes: body.backup_codes as string[], token: body.token as string };
  });
};
const login = async (email: string) => (await send('POST', '/auth/login', null, { email, password: PASSWORD })).body;

describe('an authenticator app', () => {
  it('is added with the password and a code, ends other sessions and is reported to the person', async () => {
    const org = await make.organization();
    const employee = await person(org);
    const [token, other] = [await portal.signIn(employee), await portal.signIn(employee)];
    expect((await post('/auth/authenticator', {}, token)).status).toBe(422);
    expect((await post('/auth/authenticator', { password: 'не тот' }, token)).body.code).toBe(
      'session.wrong_credentials',
    );
    const { body } = await post('/auth/authenticator', { password: PASSWORD }, token);
    expect(body.uri).toMatch(/^otpauth:\/\/totp\//);
    expect(body.qr.path).toMatch(/^M0 0h1v1h-1z/);
    const [row] = await stored<{ secret_sealed: Buffer }>(
      'select secret_sealed from authenticators where employee_id = $1',
      [employee.id],
    );
    expect(row!.secret_sealed.toString('latin1')).not.toContain(body.secret);
    expect((await signIn(employee.email)).next).toBe('ready'); // not confirmed yet
    const added = await post('/auth/authenticator/confirm', { code: codeOf(body.secret, Date.now()) }, token);
    expect(new Set(added.body.backup_codes).size).toBe(10);
    expect([(await me(token)).status, (await me(other)).status, (await me(added.body.token)).status]).toEqual([
      401, 401, 200,
    ]);
    expect(await emails(employee.id)).toContain('authenticator_added');
    expect((await post('/auth/authenticator', { password: PASSWORD }, added.body.token)).body.code).toBe(
      'authenticator.active',
    );
    expect((await actionLog(org.id)).map((one) => one.action)).toContain('session.authenticator_added');
  });

  it('tells at the set-up that the clock of the phone is ten minutes off, and accepts no such code at sign-in', async () => {
    const instant = start();
    const org = await make.organization();
    const late = await person(org);
    const token = await portal.signIn(late);
    await at(instant, async () => {
      const { secret } = (await send('POST', '/auth/authenticator', token, { password: PASSWORD })).body;
      const { body } = await send('POST', '/auth/authenticator/confirm', token, {
        code: codeOf(secret, instant - 600_000),
      });
      expect(body).toMatchObject({ code: 'authenticator.clock_off', details: { minutes: 10 } });
    });
    const { employee, secret } = await withApp(org, instant);
    await at(instant + 60_000, async () => {
      const half = await login(employee.email);
      for (const off of [-600_000, 600_000]) {
        const code = codeOf(secret, instant + 60_000 + off);
        const { body } = await send('POST', '/auth/two-factor/authenticator', half.token, { code });
        expect(body.code).toBe('session.code_wrong');
      }
    });
  });

  it('completes sign-in with a code that works once, and nothing is mailed unless asked', async () => {
    const instant = start();
    const { employee, secret } = await withApp(await make.organization(), instant);
    await at(instant + 2 * STEP, async () => {
      const code = codeOf(secret, instant + 2 * STEP);
      const [first, second] = [await login(employee.email), await login(employee.email)];
      expect(first.next).toBe('two_factor');
      expect(await emails(employee.id)).not.toContain('code');
      expect((await send('GET', '/auth/authenticator', first.token)).body).toMatchObject({
        active: true,
        by_email: true,
      });
      const earlier = codeOf(secret, instant); // confirmed the app, so it is used
      expect((await send('POST', '/auth/two-factor/authenticator', first.token, { code: earlier })).body.code).toBe(
        'session.code_wrong',
      );
      const both = await Promise.all(
        [first, second].map(({ token }) => send('POST', '/auth/two-factor/authenticator', token, { code })),
      );
      expect(both.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, 422]);
      const passed = both.find((one) => one.status === 200)!.body;
      expect((await send('GET', '/users/me', passed.token)).status).toBe(200);
      const third = await login(employee.email);
      expect((await send('POST', '/auth/two-factor/resend', third.token)).status).toBe(200);
      expect(await emails(employee.id)).toContain('code');
    });
  });

  it('cannot be guessed: of 100 codes ten are checked, then the right code is rejected too', async () => {
    const instant = start();
    const { employee, secret, codes } = await withApp(await make.organization(), instant - 900_000);
    await at(instant, async () => {
      const { token } = await login(employee.email);
      const right = codeOf(secret, instant);
      const valid = [-STEP, 0, STEP].map((off) => codeOf(secret, instant + off));
      const guesses = Array.from({ length: 103 }, (_, i) => String(i).padStart(6, '0')).filter(
        (code) => !valid.includes(code),
      );
      const answers: string[] = [];
      for (const code of guesses.slice(0, 100))
        answers.push((await send('POST', '/auth/two-factor/authenticator', token, { code })).body.code);
      expect(answers.filter((code) => code === 'session.code_wrong')).toHaveLength(10);
      expect(answers.filter((code) => code === 'request.rate_limited')).toHaveLength(90);
      const late = [
        await send('POST', '/auth/two-factor/authenticator', token, { code: right }),
        await send('POST', '/auth/two-factor/backup-code', token, { code: codes[0] }),
      ];
      expect(late.map((one) => one.status)).toEqual([429, 429]);
    });
  });

  it('that can no longer be read is reported as lost; a backup code works, and the app is removed and added again', async () => {
    const instant = start();
    const { employee, secret, codes } = await withApp(await make.organization(), instant);
    await stored('update authenticators set secret_sealed = $2 where employee_id = $1', [employee.id, 'lost']);
    await at(instant + 2 * STEP, async () => {
      const { token: half } = await login(employee.email);
      const code = codeOf(secret, instant + 2 * STEP);
      expect((await send('POST', '/auth/two-factor/authenticator', half, { code })).body.code).toBe(
        'authenticator.lost',
      );
      const { token } = (await send('POST', '/auth/two-factor/backup-code', half, { code: codes[0] })).body;
      expect((await send('GET', '/auth/authenticator', token)).body).toMatchObject({ active: true, lost: true });
      expect((await send('POST', '/auth/authenticator/remove', token, { password: PASSWORD })).status).toBe(200);
      expect((await send('POST', '/auth/authenticator', token, { password: PASSWORD })).status).toBe(200);
      expect((await send('GET', '/auth/authenticator', token)).body).toMatchObject({ active: false, lost: false });
    });
  });

  it('can be replaced by a backup code, once, until the codes are renewed', async () => {
    const instant = start();
    const { employee, codes, token } = await withApp(await make.organization(), instant);
    const use = async (code: string) => {
      const half = await login(employee.email);
      return (await send('POST', '/auth/two-factor/backup-code', half.token, { code })).status;
    };
    await at(instant, async () => {
      expect([
        await use(codes[0]!.toUpperCase()),
        await use(codes[0]!),
        await use(codes[1]!.replaceAll('-', ' ')),
      ]).toEqual([200, 422, 200]);
      expect((await send('GET', '/auth/authenticator', token)).body.backup_codes_left).toBe(8);
      const renewed = await send('POST', '/auth/authenticator/backup-codes', token, { password: PASSWORD });
      expect(renewed.body.backup_codes).toHaveLength(10);
      expect(await use(codes[2]!)).toBe(422);
    });
  });

  it('is needed once after a recovery: a code by email is rejected until a code of the app or a backup code was right', async () => {
    const instant = start();
    const { employee, codes } = await withApp(await make.organization(), instant);
    const recover = async () => {
      await send('POST', '/auth/recovery', null, { email: employee.email });
      await runJobsWithoutOrganization('session.send-recovery');
      const [{ text }] = (await stored<{ text: string }>(
        `select text from outbox where employee_id = $1 and kind = 'recovery' order by created_at desc limit 1`,
        [employee.id],
      )) as [{ text: string }];
      const { body } = await send('POST', `/auth/recovery/${/confirm\/([\w-]+)/.exec(text)![1]}`, null, {
        password: PASSWORD,
      });
      expect(body).toEqual({ next: 'sign_in' });
    };
    const resend = async (token: string) => (await send('POST', '/auth/two-factor/resend', token)).body;
    await at(instant, async () => {
      const before = await login(employee.email);
      await resend(before.token);
      await recover();
      const half = await login(employee.email);
      expect(half.next).toBe('two_factor');
      expect((await send('GET', '/auth/authenticator', half.token)).body.by_email).toBe(false);
      expect((await resend(half.token)).code).toBe('session.email_code_forbidden');
      expect((await me(half.token)).body.code).toBe('session.two_factor_required');
      const passed = await send('POST', '/auth/two-factor/backup-code', half.token, { code: codes[0] });
      expect(passed.body.next).toBe('ready');
      expect(await resend((await login(employee.email)).token)).toHaveProperty('wait_seconds');
    });
  });

  it('is removed with the password, and reported', async () => {
    const { employee, token } = await withApp(await make.organization(), start());
    expect((await post('/auth/authenticator/remove', { password: 'не тот' }, token)).status).toBe(422);
    expect((await post('/auth/authenticator/remove', { password: PASSWORD }, token)).status).toBe(200);
    expect(await emails(employee.id)).toContain('authenticator_removed');
    expect((await signIn(employee.email)).next).toBe('ready');
  });

  it('is reset by an administrator of at least the same role: audited, reported, sessions end', async () => {
    const org = await make.organization();
    const { employee, token } = await withApp(org, start());
    const [admin, operator, foreign] = await Promise.all([
      make.employee(org, { role: 'system_admin' }).then(portal.signIn),
      make.operator(org).then(portal.signIn),
      make
        .organization()
        .then((other) => make.employee(other, { role: 'super_user' }))
        .then(portal.signIn),
    ]);
    const path = `/employees/${employee.id}/authenticator`;
    const shown = await portal.ask('GET', `/lk/api/v2${path}`, admin);
    expect(shown.body).toMatchObject({ active: true, resettable: true });
    expect((await post(`${path}/reset`, {}, operator)).status).toBe(403);
    expect((await post(`${path}/reset`, {}, foreign)).status).toBe(404);
    expect((await post(`${path}/reset`, {}, admin)).status).toBe(200);
    expect((await post(`${path}/reset`, {}, admin)).body.code).toBe('authenticator.missing');
    expect((await me(token)).status).toBe(401);
    expect(await emails(employee.id)).toContain('authenticator_reset');
    expect((await signIn(employee.email)).next).toBe('ready');
    expect((await actionLog(org.id)).map((one) => one.action)).toContain('employee.authenticator_reset');
  });
});

describe('the policy', () => {
  const save = (token: string, body: object) =>
    portal.ask('PUT', '/lk/api/v2/settings/authenticator-policy', token, body, own);

  it('shows the day before it is due, and then requires the set-up at sign-in', async () => {
    const org = await make.organization();
    const admin = await portal.signIn(await person(org, { role: 'system_admin' }));
    const [operator, employee] = [await person(org, { role: 'operator' }), await person(org)];
    const later = await save(admin, { roles: ['operator'], due_on: '2999-01-01', version: 0 });
    expect(later.body).toMatchObject({ roles: ['operator'], due_on: '2999-01-01', people: 1, missing: 1, version: 1 });
    const grace = await signIn(operator.email);
    expect((await me(grace.token)).body.authenticator_due).toBe('2999-01-01');
    expect((await save(admin, { roles: ['operator'], due_on: '2020-01-01', version: 0 })).status).toBe(409);
    await save(admin, { roles: ['operator'], due_on: '2020-01-01', version: 1 });
    expect((await signIn(employee.email)).next).toBe('ready');
    const { token, next } = await signIn(operator.email);
    expect([next, (await me(token)).body.code]).toEqual(['enrolment', 'session.authenticator_required']);
    expect((await portal.ask('GET', '/lk/api/v2/auth/sessions', token)).body.code).toBe('session.incomplete');
    const { body } = await post('/auth/authenticator', {}, token);
    const added = await post('/auth/authenticator/confirm', { code: codeOf(body.secret, Date.now()) }, token);
    expect(added.body.next).toBe('ready');
    expect((await me(added.body.token)).body.authenticator_due).toBeNull();
    const half = await signIn(operator.email);
    expect((await post('/auth/two-factor/resend', {}, half.token)).body.code).toBe('session.email_code_forbidden');
  });

  it('is loosened only with a proof of identity, and administrators are told; tightening needs none', async () => {
    const org = await make.organization();
    const admin = await person(org, { role: 'system_admin' });
    const owner = await make.employee(org, { role: 'super_user' });
    await make.operator(org);
    const token = await portal.signIn(admin);
    const notices = async () =>
      (
        await stored<{ employee_id: string }>(
          `select employee_id from outbox where organization_id = $1 and kind = 'authenticator_policy_loosened'`,
          [org.id],
        )
      ).map((one) => one.employee_id);
    const both = ['operator', 'system_admin'];
    expect((await save(token, { roles: ['operator'], due_on: '2999-02-01', version: 0 })).status).toBe(200);
    expect((await save(token, { roles: both, due_on: '2999-01-01', version: 1 })).status).toBe(200);
    for (const looser of [
      { roles: ['operator'], due_on: '2999-01-01' },
      { roles: ['operator', 'employee'], due_on: '2999-01-01' },
      { roles: both, due_on: '2999-01-02' },
      { roles: [], due_on: null },
    ]) {
      expect((await save(token, { ...looser, version: 2 })).body.details).toMatchObject([{ field: 'password' }]);
      const wrong = await save(token, { ...looser, version: 2, password: 'не тот' });
      expect(wrong.body.code).toBe('session.wrong_credentials');
    }
    expect(await notices()).toEqual([]);
    const removed = await save(token, { roles: [], due_on: null, version: 2, password: PASSWORD });
    expect(removed.body).toMatchObject({ roles: [], due_on: null, version: 3 });
    expect((await notices()).toSorted()).toEqual([admin.id, owner.id].toSorted());
    expect((await save(token, { roles: both, due_on: '2999-12-31', version: 3 })).status).toBe(200);
    expect(await notices()).toHaveLength(2);
  });

  it('needs a day, and a system administrator', async () => {
    const org = await make.organization();
    const admin = await portal.signIn(await person(org, { role: 'system_admin' }));
    expect((await save(admin, { roles: ['operator'], due_on: null, version: 0 })).status).toBe(422);
    const operator = await portal.signIn(await make.operator(org));
    expect((await save(operator, { roles: [], due_on: null, version: 0 })).status).toBe(403);
  });
});
