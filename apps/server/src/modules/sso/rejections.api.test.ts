import { expect, test } from 'vitest';
import { stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { answer, claims, newHome, openForTests, portal, post, save, signIn } from './test-home.ts';

openForTests();

const rejections = (id: string) =>
  stored<{ target_kind: string; target_id: string | null; actor_id: string | null; address: string; details: object }>(
    `select target_kind, target_id, actor_id, host(address) as address, details from audit_log
     where organization_id = $1 and action = 'sso.rejected' order by id`,
    [id],
  );
const notes = async (id: string) => (await rejections(id)).map(({ details }) => details);

test('a rejected answer is in the audit log with its reason and address, without what the answer said', async () => {
  const home = await newHome();
  await save(home);
  expect(await signIn(home, claims(`stranger@${home.org.domain}`))).toBe('error=no_account');
  expect(await answer(home, { requestId: '_never' })).toBe('error=expired');
  expect(await post(home, '<a/>')).toBe('error=rejected');
  const anna = await make.employee(home.org);
  await signIn(home, { ...claims(anna.email), nameId: 'subject-1' });
  expect(await signIn(home, { ...claims(anna.email), nameId: 'subject-2' })).toBe('error=other_subject');
  const rows = await rejections(home.org.id);
  expect(rows.map((one) => [one.target_kind, one.target_id, one.details])).toEqual([
    ['sso', null, { note: 'sso_no_account' }],
    ['sso', null, { note: 'sso_expired' }],
    ['sso', null, { note: 'sso_rejected' }],
    ['employee', anna.id, { note: 'sso_other_subject' }],
  ]);
  expect(rows.map((one) => [one.actor_id, one.address])).toEqual(rows.map(() => [null, '127.0.0.1']));
  expect(JSON.stringify(rows)).not.toMatch(/stranger|subject-/);
});

test('a flood of answers cannot fill the log, neither from one network nor from many', async () => {
  const home = await newHome();
  await save(home);
  for (let i = 0; i < 15; i += 1) await post(home, '<a/>');
  expect(await notes(home.org.id)).toHaveLength(10);
  await stored(`delete from rate_windows where bucket = $1`, [`sso-rejected:${home.org.id} 127.0.0.1`]);
  await stored(`update rate_windows set hits = 100 where bucket = $1`, [`sso-rejected:${home.org.id}`]);
  await post(home, '<a/>');
  expect(await notes(home.org.id)).toHaveLength(10);
});

test('an answer for an organisation that is unknown or has no single sign-on is not logged', async () => {
  const home = await newHome();
  expect(await post(home, '<a/>')).toBe('error=off');
  expect(await rejections(home.org.id)).toEqual([]);
  const nobody = { ...home, org: { ...home.org, id: '0190a7e2-0000-7000-8000-000000000001' } };
  expect(await post(nobody, '<a/>')).toBe('error=off');
});

test('an answer of OpenID Connect is logged in the organisation of its request', async () => {
  const home = await newHome();
  await save(home, { protocol: 'oidc', issuer: 'http://127.0.0.1:9', client_id: 'portal' });
  await stored(
    `insert into sso_requests (id, organization_id, binding_hash, nonce, code_verifier, expires_at)
     values ($1, $2, 'x', 'n', 'v', now() + interval '5 minutes')`,
    [`state-${home.org.id}`, home.org.id],
  );
  const back = (state: string) =>
    fetch(`${portal().url}/lk/api/v2/auth/sso/callback?state=${state}&error=access_denied`, { redirect: 'manual' });
  await back(`state-${home.org.id}`);
  await back('unknown');
  expect(await notes(home.org.id)).toEqual([{ note: 'sso_rejected' }]);
});
