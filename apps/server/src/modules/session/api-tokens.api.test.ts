import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionLog, call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const ready = async () => {
  const org = await make.organization();
  const admin = await withPassword(await make.employee(org, { role: 'system_admin' }));
  const made = await call('tokens.create', admin, { kind: 'statistics', title: 'Сборщик отчётов', password: PASSWORD });
  return { org, admin, made };
};

it('shows a token once and stores only its digest', async () => {
  const { org, admin, made } = await ready();
  expect(made.token).toMatch(/^sergak_[\w-]{43}$/);
  const rows = await stored<Record<string, unknown>>('select * from api_tokens where id = $1', [made.id]);
  expect(JSON.stringify(rows)).not.toContain(made.token.slice(7));
  expect(made.hint).toBe(made.token.slice(-4));
  const { data } = await call('tokens.list', admin, { kind: 'statistics' });
  expect(JSON.stringify(data)).not.toContain(made.token);
  expect(await actionLog(org.id)).toMatchObject([{ action: 'api_token.created', target: made.id }]);
  expect(JSON.stringify(await actionLog(org.id))).not.toContain(made.token);
});

it('reads statistics and reports of its organisation', async () => {
  const { org, made } = await ready();
  const risk = await portal.ask('GET', `/gateway/v1/statistic/organizations/${org.id}/risk-levels`, made.token);
  expect(risk.status).toBe(200);
  expect((await portal.ask('GET', '/lk/api/v2/reports', made.token)).status).toBe(200);
  const stranger = await make.organization();
  const foreign = await portal.ask('GET', `/gateway/v1/statistic/organizations/${stranger.id}/risk-levels`, made.token);
  expect(foreign.status).toBe(404);
});

it('can neither write, nor read anything else, nor open a session', async () => {
  const { made, org } = await ready();
  const rejected = [
    await portal.ask('POST', '/lk/api/v2/reports/pdf', made.token, {}),
    await portal.ask('GET', '/lk/api/v2/users', made.token),
    await portal.ask('GET', '/lk/api/v2/users/modal', made.token),
    await portal.ask('GET', '/lk/api/v2/settings/api-tokens?kind=scim', made.token),
    await portal.ask('PATCH', '/lk/api/v2/auth/language', made.token, { language: 'en' }),
    await portal.ask('GET', '/lk/api/v2/users/me', made.token),
    await portal.ask('POST', '/lk/api/v2/auth/logout', made.token),
  ];
  expect(rejected.map((one) => [one.status, one.body.code])).toEqual(rejected.map(() => [403, 'session.forbidden']));
  const login = await portal.ask(
    'POST',
    '/lk/api/v2/auth/login',
    null,
    { email: `pdf@${org.domain}`, password: made.token },
    { 'x-requested-with': 'sergak', origin: portal.platform.urls.portal },
  );
  expect(login.status).not.toBe(200);
});

it('stops working at once when it is revoked', async () => {
  const { org, admin, made } = await ready();
  await call('tokens.revoke', admin, { id: made.id });
  expect((await portal.ask('GET', '/lk/api/v2/reports', made.token)).status).toBe(401);
  await expect(call('tokens.revoke', admin, { id: made.id })).rejects.toMatchObject({ code: 'common.not_found' });
  expect((await actionLog(org.id)).map((line) => line.action)).toEqual(['api_token.created', 'api_token.revoked']);
});

it('stops working once the removal of its organisation starts', async () => {
  const { org, made } = await ready();
  expect((await portal.ask('GET', '/lk/api/v2/reports', made.token)).status).toBe(200);
  await stored('update organizations set removal_started_at = now() where id = $1', [org.id]);
  expect((await portal.ask('GET', '/lk/api/v2/reports', made.token)).status).toBe(401);
});

it('is rejected by the API if it was created for SCIM', async () => {
  const { admin } = await ready();
  const scim = await call('tokens.create', admin, { kind: 'scim', title: 'Entra', password: PASSWORD });
  expect((await portal.ask('GET', '/lk/api/v2/reports', scim.token)).status).toBe(401);
});

it('is created and revoked by system administrators and above; an operator can list it', async () => {
  const { org, made } = await ready();
  const operator = await make.operator(org);
  expect((await call('tokens.list', operator, { kind: 'statistics' })).data).toHaveLength(1);
  const forbidden = { code: 'session.forbidden' };
  await expect(call('tokens.create', operator, { kind: 'scim', title: 'x', password: PASSWORD })).rejects.toMatchObject(
    forbidden,
  );
  await expect(call('tokens.revoke', operator, { id: made.id })).rejects.toMatchObject(forbidden);
});

it('cannot be created beyond the limit, even concurrently', async () => {
  const { org } = await ready();
  // Proofs of one person are limited too.
  const admins = await Promise.all(
    [1, 2, 3].map(async () => withPassword(await make.employee(org, { role: 'system_admin' }))),
  );
  const made = await Promise.allSettled(
    Array.from({ length: 25 }, (_, i) =>
      call('tokens.create', admins[i % 3]!, { kind: 'scim', title: `№ ${i}`, password: PASSWORD }),
    ),
  );
  expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(20);
});

it('is created with a proof of identity and reported to all administrators', async () => {
  const org = await make.organization();
  const admin = await withPassword(await make.employee(org, { role: 'system_admin' }));
  const owner = await make.employee(org, { role: 'super_user' });
  await make.operator(org);
  const create = (password?: string) =>
    call('tokens.create', admin, { kind: 'scim', title: 'Entra', ...(password && { password }) });
  await expect(create()).rejects.toMatchObject({ code: 'request.invalid', details: [{ field: 'password' }] });
  await expect(create('не тот')).rejects.toMatchObject({ code: 'session.wrong_credentials' });
  const notices = () =>
    stored<{ employee_id: string; text: string }>(
      `select employee_id, text from outbox where organization_id = $1 and kind = 'api_token_created'`,
      [org.id],
    );
  expect(await notices()).toEqual([]);
  await create(PASSWORD);
  const sent = await notices();
  expect(sent.map((one) => one.employee_id).toSorted()).toEqual([admin.id, owner.id].toSorted());
  expect(sent[0]!.text).toContain('«Entra»');
  expect(sent[0]!.text).not.toContain('sergak_');
});
