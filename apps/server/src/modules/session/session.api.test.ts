import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { inOrganization, platform, runJobs, runJobsWithoutOrganization, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { atTime } from '../../platform/clock.ts';
import { addRoutes, createPortal } from '../../platform/http/server.ts';
import { routes } from '../../app/composition.ts';
import { hashPassword, insertLinkToken } from './public.ts';
import { authenticate } from './session.query.ts';

const PASSWORD = 'Тихая гавань 7';
let app: FastifyInstance;
beforeAll(async () => {
  const on = await platform();
  app = await createPortal(on);
  addRoutes(app, on, routes, authenticate);
});
afterAll(() => app.close());

const own = { 'x-requested-with': 'sergak' };
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/lk/api/v2${path}`, payload, headers: { ...own, ...headers } });
const get = (path: string, token?: string) =>
  app.inject({ method: 'GET', url: `/lk/api/v2${path}`, headers: token ? { authorization: `Bearer ${token}` } : {} });

const person = async (org?: make.TestOrganization) => {
  const employee = await make.employee(org ?? (await make.organization()));
  const hash = await hashPassword(PASSWORD);
  await inOrganization(employee.organization_id, 'write', (tx) =>
    tx.updateTable('employees').set({ password_hash: hash }).where('id', '=', employee.id).execute(),
  );
  return employee;
};
const signIn = (email: string, password = PASSWORD) => post('/auth/login', { email, password });

test('a right password opens a session, used by cookie or header; signing out ends it at once', async () => {
  const employee = await person();
  const answer = await signIn(employee.email.toUpperCase());
  expect(answer.statusCode).toBe(200);
  const { token, next } = answer.json();
  expect(next).toBe('ready');
  const cookie = answer.cookies[0]!;
  expect(cookie).toMatchObject({ name: 'sergak_session', httpOnly: true, sameSite: 'Strict', path: '/' });
  for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-auth-token': token }])
    expect((await app.inject({ method: 'GET', url: '/lk/api/v2/users/me', headers })).json()).toMatchObject({
      id: employee.id,
      email: employee.email,
    });
  const foreign = await app.inject({
    method: 'OPTIONS',
    url: '/lk/api/v2/users/me',
    headers: { origin: 'https://elsewhere.test', 'access-control-request-method': 'GET' },
  });
  expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
  await app.inject({
    method: 'POST',
    url: '/lk/api/v2/auth/logout',
    headers: { ...own, cookie: `${cookie.name}=${cookie.value}` },
  });
  expect((await get('/users/me', token)).statusCode).toBe(401);
});

test('a password that is changed during its check opens no session', async () => {
  const employee = await person();
  const hash = await hashPassword('Новая гавань 8');
  let going: ReturnType<typeof signIn> | undefined;
  await inOrganization(employee.organization_id, 'write', async (tx) => {
    await tx.updateTable('employees').set({ password_hash: hash }).where('id', '=', employee.id).execute();
    await tx.selectFrom('employees').select('id').where('id', '=', employee.id).forUpdate().execute();
    going = signIn(employee.email);
    void going.catch(() => undefined);
    const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => stored(blocked)).not.toHaveLength(0);
  });
  expect((await going!).statusCode).toBe(422);
  expect(await stored('select 1 from sessions where employee_id = $1', [employee.id])).toEqual([]);
});

test('an unknown address and a wrong password get the same answer, and only digests of tokens are stored', async () => {
  const employee = await person();
  const [wrong, unknown] = [await signIn(employee.email, 'не тот пароль'), await signIn('nobody@nowhere.test')];
  const bare = (answer: typeof wrong) => ({ ...answer.json(), request_id: '' });
  expect(bare(wrong)).toEqual(bare(unknown));
  const { token } = (await signIn(employee.email)).json();
  const rows = await stored<{ token_hash: Buffer }>('select token_hash from sessions where employee_id = $1', [
    employee.id,
  ]);
  expect(rows.length).toBe(1);
  expect(rows[0]!.token_hash.toString('utf8')).not.toContain(token);
});

test('after ten wrong passwords the account is blocked, whatever the forwarded address claims', async () => {
  const employee = await person();
  for (let i = 0; i < 10; i += 1)
    await post('/auth/login', { email: employee.email, password: 'x' }, { 'x-forwarded-for': `10.0.0.${i}` });
  const answer = await signIn(employee.email);
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('a page of another site cannot write: neither without our header nor from another origin', async () => {
  const employee = await person();
  const body = { email: employee.email, password: PASSWORD };
  const bare = await app.inject({ method: 'POST', url: '/lk/api/v2/auth/login', payload: body });
  expect(bare.json()).toMatchObject({ status: 403, code: 'request.forged' });
  expect(bare.json().message).toContain('X-Requested-With: sergak');
  const foreign = await post('/auth/login', body, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  expect(foreign.statusCode).toBe(403);
});

test('a registration link sets the password once; a rejected common password does not use it up', async () => {
  const employee = await make.employee(await make.organization(), { is_registered: false });
  const token = await inOrganization(employee.organization_id, 'write', (tx) =>
    insertLinkToken(tx, {
      organizationId: employee.organization_id,
      employeeId: employee.id,
      purpose: 'registration',
      lifetimeMs: 60_000,
    }),
  );
  expect((await get(`/auth/registration/${token}`)).json()).toMatchObject({ email: employee.email });
  expect((await post(`/auth/registration/${token}`, { password: 'qwerty123' })).json()).toMatchObject({
    code: 'session.password_weak',
  });
  expect((await post(`/auth/registration/${token}`, { password: PASSWORD })).statusCode).toBe(200);
  expect((await post(`/auth/registration/${token}`, { password: PASSWORD })).json()).toMatchObject({
    code: 'session.token_invalid',
  });
  expect((await signIn(employee.email)).statusCode).toBe(200);
  expect(await stored('select is_registered from employees where id = $1', [employee.id])).toEqual([
    { is_registered: true },
  ]);
});

test('recovery reveals an unknown address only if the organisation with the verified domain allows it', async () => {
  const [open, closed] = [await make.organization(), await make.organization()];
  await stored('update organizations set reveal_unknown_email = true where id = $1', [open.id]);
  const status = async (email: string) => (await post('/auth/recovery', { email })).json().status;
  expect(await status(`nobody@${open.domain.toUpperCase()}`)).toBe('unknown_email');
  expect(await status(`nobody@${closed.domain}`)).toBe('accepted');
  expect(await status('nobody@nowhere.test')).toBe('accepted');
  expect(await status((await make.employee(open)).email)).toBe('accepted');
  const shared = { domain: open.domain, proof: 'test', verified_at: new Date() };
  await inOrganization(closed.id, 'write', (tx) => tx.insertInto('organization_domains').values(shared).execute());
  expect(await status(`somebody@${open.domain}`)).toBe('accepted');
  await stored('update organization_domains set verified_at = null where organization_id = $1', [closed.id]);
  expect(await status(`another@${open.domain}`)).toBe('unknown_email');
});

test('recovery gives the same answer for known and unknown addresses; its link sets a new password and ends old sessions', async () => {
  const employee = await person();
  const { token: old } = (await signIn(employee.email)).json();
  const [known, unknown] = [
    await post('/auth/recovery', { email: employee.email }),
    await post('/auth/recovery', { email: 'nobody@nowhere.test' }),
  ];
  expect(known.json()).toEqual(unknown.json());
  await runJobsWithoutOrganization('session.send-recovery');
  const [email] = await stored<{ text: string }>(
    `select text from outbox where employee_id = $1 and kind = 'recovery'`,
    [employee.id],
  );
  const link = /confirm\/([\w-]+)/.exec(email!.text)![1]!;
  expect((await post(`/auth/recovery/${link}`, { password: 'Новая гавань 8' })).statusCode).toBe(200);
  expect((await get('/users/me', old)).statusCode).toBe(401);
  expect((await signIn(employee.email, 'Новая гавань 8')).statusCode).toBe(200);
  expect((await post(`/auth/recovery/${link}`, { password: 'Ещё одна гавань' })).statusCode).toBe(404);
});

test('with two-factor authentication on, a session is half open until the code of the email is entered', async () => {
  const org = await make.organization();
  const employee = await person(org);
  await inOrganization(org.id, 'write', (tx) => tx.updateTable('organizations').set({ two_factor: true }).execute());
  const { token, next } = (await signIn(employee.email)).json();
  expect(next).toBe('two_factor');
  expect((await get('/users/me', token)).json()).toMatchObject({ status: 404, code: 'session.two_factor_required' });
  expect((await get(`/users/me/${employee.id}`, token)).json()).toMatchObject({
    status: 403,
    code: 'session.incomplete',
  });
  const [email] = await stored<{ text: string }>(`select text from outbox where employee_id = $1 and kind = 'code'`, [
    employee.id,
  ]);
  const code = /\b\d{6}\b/.exec(email!.text)![0];
  const auth = { authorization: `Bearer ${token}` };
  const wrong = code === '000000' ? '111111' : '000000';
  expect((await post('/auth/two-factor/verify', { code: wrong }, auth)).json()).toMatchObject({
    code: 'session.code_wrong',
  });
  const passed = (await post('/auth/two-factor/verify', { code }, auth)).json();
  expect(passed.next).toBe('ready');
  expect((await get('/users/me', passed.token)).statusCode).toBe(200);
});

test('five wrong codes use the code up', async () => {
  const org = await make.organization();
  const employee = await person(org);
  await inOrganization(org.id, 'write', (tx) => tx.updateTable('organizations').set({ two_factor: true }).execute());
  const { token } = (await signIn(employee.email)).json();
  const [email] = await stored<{ text: string }>(`select text from outbox where employee_id = $1 and kind = 'code'`, [
    employee.id,
  ]);
  const code = /\b\d{6}\b/.exec(email!.text)![0];
  const auth = { authorization: `Bearer ${token}` };
  const wrong = code === '000000' ? '111111' : '000000';
  for (let i = 0; i < 5; i += 1) await post('/auth/two-factor/verify', { code: wrong }, auth);
  expect((await post('/auth/two-factor/verify', { code }, auth)).json()).toMatchObject({
    code: 'session.code_expired',
  });
});

/** Half-open sessions of a person with two-factor authentication, and a code that was not sent to any of them. */
const halfOpen = async (sessions: number) => {
  const org = await make.organization();
  const employee = await person(org);
  await inOrganization(org.id, 'write', (tx) => tx.updateTable('organizations').set({ two_factor: true }).execute());
  const tokens: string[] = [];
  for (let i = 0; i < sessions; i += 1) tokens.push((await signIn(employee.email)).json().token);
  const emails = await stored<{ text: string }>(`select text from outbox where employee_id = $1 and kind = 'code'`, [
    employee.id,
  ]);
  const codes = emails.map((email) => /\b\d{6}\b/.exec(email.text)![0]);
  return { employee, tokens, wrong: ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code))! };
};
/** Runs at the beginning of a window, so that no window ends during the test. */
const inOneWindow = (work: () => Promise<void>) => atTime(new Date(Math.ceil(Date.now() / 900_000) * 900_000), work);
const postFrom = (remoteAddress: string, path: string, payload: object, token: string) =>
  app.inject({
    method: 'POST',
    url: `/lk/api/v2/auth/two-factor${path}`,
    payload,
    headers: { ...own, authorization: `Bearer ${token}` },
    remoteAddress,
  });

test('codes cannot be guessed by many sessions of one account, from any addresses', () =>
  inOneWindow(async () => {
    const { tokens, wrong } = await halfOpen(3);
    const tries: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      const answer = await postFrom(`10.1.0.${i}`, '/verify', { code: wrong }, tokens[Math.floor(i / 4)]!);
      tries.push(answer.json().code);
    }
    expect(tries).toEqual([
      ...Array.from({ length: 10 }, () => 'session.code_wrong'),
      'request.rate_limited',
      'request.rate_limited',
    ]);
    const other = await halfOpen(1);
    const { code } = (await postFrom('10.1.0.1', '/verify', { code: other.wrong }, other.tokens[0]!)).json();
    expect(code).toBe('session.code_wrong');
  }));

test('a code is sent again at most five times to one account, from any number of sessions', () =>
  inOneWindow(async () => {
    const { employee, tokens } = await halfOpen(7);
    const answers = [];
    for (const [i, token] of tokens.entries()) answers.push(await postFrom(`10.2.0.${i}`, '/resend', {}, token));
    expect(answers.map((one) => one.statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
    const [sent] = await stored(`select count(*)::int as n from outbox where employee_id = $1 and kind = 'code'`, [
      employee.id,
    ]);
    expect(sent).toEqual({ n: 7 + 5 });
  }));

test('one address can try and request codes of many accounts only up to a limit; another address is not affected', () =>
  inOneWindow(async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => halfOpen(1)));
    for (const [path, room, fine] of [
      ['/verify', 10_000, 422],
      ['/resend', 5_000, 200],
    ] as const) {
      const address = path === '/verify' ? '10.3.0.1' : '10.3.0.2';
      const from = (who: number, where = address) =>
        postFrom(where, path, path === '/verify' ? { code: people[who]!.wrong } : {}, people[who]!.tokens[0]!);
      expect((await from(0)).statusCode).toBe(fine);
      // As if other people at the address had used up all but one.
      const moved = await stored(
        `update rate_windows set hits = $2 where bucket like 'code-%:address:' || $1 returning 1`,
        [address, room - 1],
      );
      expect(moved).toHaveLength(1);
      expect((await from(1)).statusCode).toBe(fine);
      expect((await from(2)).statusCode).toBe(429);
      if (path === '/verify') expect((await from(2, '10.3.0.9')).statusCode).toBe(fine);
    }
  }));

test('consent is requested once', async () => {
  const employee = await person();
  await inOrganization(employee.organization_id, 'write', (tx) =>
    tx.updateTable('employees').set({ consented_at: null }).where('id', '=', employee.id).execute(),
  );
  const { token, next } = (await signIn(employee.email)).json();
  expect(next).toBe('consent');
  expect((await get('/users/me', token)).json()).toMatchObject({ status: 400, code: 'session.consent_required' });
  await post('/users/terms/processing_personal_data', {}, { authorization: `Bearer ${token}` });
  expect((await get('/users/me', token)).statusCode).toBe(200);
  expect((await signIn(employee.email)).json()).toMatchObject({ next: 'ready' });
});

test('emails of sign-in stay in the outbox until the worker sends them', async () => {
  const employee = await person();
  await post('/auth/recovery', { email: employee.email });
  await runJobsWithoutOrganization('session.send-recovery');
  expect(await stored('select state from outbox where employee_id = $1', [employee.id])).toEqual([{ state: 'queued' }]);
  await expect(runJobs('mail.send-email', employee.organization_id)).rejects.toThrow('mail.not_configured');
});

test('a changed password gives the session a new token; the earlier token and the other sessions end', async () => {
  const employee = await person();
  const [token, other] = [(await signIn(employee.email)).json().token, (await signIn(employee.email)).json().token];
  const change = { current: PASSWORD, password: 'Новая гавань 8' };
  const wrong = await post('/auth/password', { ...change, current: 'wrong' }, { authorization: `Bearer ${token}` });
  expect([wrong.json().code, wrong.headers['set-cookie']]).toEqual(['session.wrong_credentials', undefined]);
  expect((await get('/users/me', token)).statusCode).toBe(200);
  const changed = await post('/auth/password', change, { authorization: `Bearer ${token}` });
  const renewed = changed.json().token;
  expect(changed.headers['set-cookie']).toContain(`sergak_session=${renewed};`);
  for (const [name, each, status] of [
    ['earlier', token, 401],
    ['other', other, 401],
    ['renewed', renewed, 200],
  ] as const)
    expect([name, (await get('/users/me', each)).statusCode]).toEqual([name, status]);
});
