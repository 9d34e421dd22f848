import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { readConfig, type Config } from '../config.ts';
import { install } from './install.ts';
import { removeUsedSignIn, writeSignIns } from './sign-in-files.ts';
import { createLog } from '../platform/log.ts';
import { createPlatform } from '../platform/platform.ts';

/** A node on a database of its own; it can be restarted with other settings or another secret. */
const database = async () => {
  const url = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'sergak-install-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return async (changes: Partial<Config> = {}) => {
    const config = { ...readConfig({ SERGAK_DEMO: 'false' }), dataDir, ...changes };
    const platform = await createPlatform(config, url, createLog({ logLevel: 'silent' }));
    onTestFinished(() => platform.db.close());
    const ask = async (query: string) => (await platform.db.owner.query<Record<string, unknown>>(query)).rows;
    return { start: () => install(platform), ask, platform };
  };
};

test('a restored copy starts with simulations stopped and sessions and links void, once; a vacuumed original does not', async () => {
  const { start, ask } = await (await database())();
  expect(await start()).toMatchObject({ restored: false });
  await ask('vacuum freeze installation');
  await ask('vacuum full installation');
  expect(await start()).toMatchObject({ restored: false });
  expect(await ask('select sending_paused from organizations')).toEqual([{ sending_paused: false }]);

  // Restoring a dump writes the same row in another transaction.
  await ask('create table dump as select * from installation');
  await ask('delete from installation');
  await ask('insert into installation select * from dump');
  // A session in the copy that may have ended since.
  await ask(`insert into sessions (token_hash, organization_id, employee_id, acting_organization_id, expires_at)
    select 'session', organization_id, id, organization_id, now() + interval '7 days' from employees limit 1`);
  await ask(`insert into link_tokens (token_hash, organization_id, employee_id, purpose, expires_at)
    select 'link', organization_id, id, 'recovery', now() + interval '1 hour' from employees limit 1`);
  await ask(`insert into outbox (organization_id, kind, recipient, subject, html, text, message_id, opens_account)
    select organization_id, 'recovery', email, '', '', '', '<1@x>', true from employees limit 1`);
  expect(await start()).toMatchObject({ restored: true });
  expect(
    await ask(`select token_hash from sessions union all select token_hash from link_tokens
      union all select null from outbox where opens_account`),
  ).toEqual([]);
  expect(await ask('select sending_paused from organizations')).toEqual([{ sending_paused: true }]);
  expect(await ask('select action, changes from audit_log order by id desc limit 1')).toEqual([
    { action: 'organization.sending_switched', changes: [{ field: 'sending_paused', before: false, after: true }] },
  ]);

  await ask('update organizations set sending_paused = false');
  expect(await start()).toMatchObject({ restored: false });
  expect(await ask('select sending_paused from organizations')).toEqual([{ sending_paused: false }]);
});

test('a node with another secret does not start unless SERGAK_NEW_SECRET says that the old one is lost', async () => {
  const node = await database();
  const [old, other] = ['the first secret, of thirty-two signs', 'another secret, also of 32 characters'];
  await (await node({ secret: old })).start();
  await (await node({ secret: old })).start();
  await expect((await node({ secret: other })).start()).rejects.toThrow(/another secret.*SERGAK_NEW_SECRET/);
  await (await node({ secret: other, newSecret: true })).start();
  await (await node({ secret: other })).start();
  await expect((await node({ secret: old })).start()).rejects.toThrow(/another secret/);
});

test('the first sign-in is the same at each start, reissued if its secret is lost, and deleted with its file once used', async () => {
  const node = await database();
  const [old, other] = ['the first secret, of thirty-two signs', 'another secret, also of 32 characters'];
  expect(await (await node({ secret: old, role: 'worker' })).start()).toMatchObject({ first: null });
  const { first } = await (await node({ secret: old })).start();
  expect(first).toMatchObject({ role: 'super_user', email: 'admin@sergak.test' });
  expect((await (await node({ secret: old, role: 'web' })).start()).first).toEqual(first);

  const { start, ask, platform } = await node({ secret: other, newSecret: true });
  const issued = (await start()).first;
  expect(issued).toMatchObject({ email: first!.email });
  expect(issued!.password).not.toBe(first!.password);
  const file = await writeSignIns(platform, 'first-sign-in.json', issued!);
  expect([await removeUsedSignIn(platform), existsSync(file)]).toEqual([false, true]);
  expect((await start()).first).toEqual(issued);

  await ask(`insert into audit_log (organization_id, action, target_kind, actor_id, actor_name, created_at)
    select organization_id, 'session.signed_in', 'employee', id, full_name, now() from employees`);
  expect([await removeUsedSignIn(platform), existsSync(file)]).toEqual([true, false]);
  expect(await ask('select super_user, sealed_password from first_start')).toEqual([
    { super_user: null, sealed_password: null },
  ]);
  expect((await start()).first).toBeNull();
});

test('a first start that fails names nobody, and the next one completes it', async () => {
  const { start, ask } = await (await database())();
  const state = `select super_user, (select count(*)::int from organizations) as organizations from first_start`;
  // The first trigger fails the statement that adds the account, the second one the commit.
  for (const event of ['before insert on employees', 'after insert on organizations deferrable initially deferred']) {
    await ask(
      `create or replace function reject() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$`,
    );
    await ask(
      `create ${event.includes('deferrable') ? 'constraint ' : ''}trigger rejected ${event} for each row execute function reject()`,
    );
    await expect(start()).rejects.toThrow(/interrupted/);
    expect(await ask(state)).toEqual([{ super_user: null, organizations: 0 }]);
    await ask(`drop function reject() cascade`);
  }
  expect(await start()).toMatchObject({ first: { email: 'admin@sergak.test' } });
  expect(await ask(state)).toMatchObject([{ organizations: 1 }]);
  expect(await ask('select title, language, time_zone, users_limit, set_up_due from organizations')).toEqual([
    { title: 'Моя организация', language: 'ru', time_zone: 'Asia/Tashkent', users_limit: 50_000, set_up_due: true },
  ]);
});

test('the variables describe the first organisation; a start works although its super user does not exist any more', async () => {
  const node = await database();
  const { organization } = readConfig({
    SERGAK_ORGANIZATION: 'Kombinat',
    SERGAK_LANGUAGE: 'uz',
    SERGAK_TIME_ZONE: 'Asia/Samarkand',
    SERGAK_SEATS: '300',
  });
  const { start, ask } = await node({ organization });
  await start();
  expect(await ask('select title, language, time_zone, users_limit, set_up_due from organizations')).toEqual([
    { title: 'Kombinat', language: 'uz', time_zone: 'Asia/Samarkand', users_limit: 300, set_up_due: false },
  ]);
  for (const role of ['worker', 'all'] as const) {
    await ask(`update first_start set super_user = gen_random_uuid()`);
    expect(await (await node({ role })).start()).toMatchObject({ first: null });
  }
  expect(await ask('select super_user, sealed_password from first_start')).toEqual([
    { super_user: null, sealed_password: null },
  ]);
});
