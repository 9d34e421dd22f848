import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { publishContent, reserveIds } from '../seeds/publish.ts';
import { createOrganization } from '../src/modules/organizations/public.ts';
import type { Platform } from '../src/platform/context.ts';
import { newPlatform } from './app.ts';
import { openWorld } from './walk/world.ts';

// The demo is made in a draft database and copied into the product's: every row of every table, in one transaction.

const DERIVED = ['campaign_tallies', 'people_tallies', 'audit_pending', 'audit_seals', 'audit_chains'];

const tablesOf = async ({ db }: Platform): Promise<string[]> => {
  const { rows } = await db.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  );
  return rows.map(({ name }) => name);
};
/** The rows of these organisations as texts, in any order. */
const rowsOf = async ({ db }: Platform, table: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await db.owner.query<{ text: string }>(
    `select to_jsonb(t)::text as text from ${table} t where ${table === 'organizations' ? 'id' : 'organization_id'} = any($1) order by 1`,
    [ids],
  );
  return rows.map(({ text }) => text);
};
const organization = (platform: Platform) =>
  createOrganization(platform, {
    title: 'Своя',
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 10,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
const product = async (): Promise<Platform> => {
  const made = await newPlatform();
  onTestFinished(() => made.db.close());
  await organization(made);
  return made;
};

test('a row of every table arrives as it was, with its numbers and its file; nothing of it before the commit, nothing after a failure', async () => {
  const [target, world] = [await product(), await openWorld()];
  onTestFinished(() => world.close());
  const { platform: draft } = world;
  const ids = [world.home.id, world.foreign.id];
  const key = await draft.files.put(Buffer.from('a picture'));
  await draft.db.owner.query('update files set storage_key = $1, size = 9 where organization_id = $2', [key, ids[0]]);
  const there = () => rowsOf(target, 'organizations', ids);

  await expect(
    publishContent(draft, target, async () => {
      expect(await there()).toEqual([]);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await there()).toEqual([]);

  await publishContent(draft, target);
  const tables = ['organizations', ...(await tablesOf(draft))];
  expect(tables.length).toBeGreaterThan(100);
  for (const table of tables.filter((name) => !DERIVED.includes(name))) {
    const [copied, original] = [await rowsOf(target, table, ids), await rowsOf(draft, table, ids)];
    expect([table, copied]).toEqual([table, original]);
    expect([table, copied.length > 0]).toEqual([table, true]);
  }
  expect((await buffer(await target.files.read(key))).toString()).toBe('a picture');
  const { rows } = await target.db.owner.query<{ pending: number; entries: number }>(
    `select (select count(*)::int from audit_pending where organization_id = any($1)) as pending,
      (select count(*)::int from audit_log where organization_id = any($1)) as entries`,
    [ids],
  );
  expect(rows[0]!.pending).toBe(rows[0]!.entries);
});

test('numbers of the draft lie between those that the product had and those that it draws later', async () => {
  const [target, draft] = [await product(), await product()];
  const write = async ({ db }: Platform, times = 1): Promise<number[]> => {
    const { rows } = await db.owner.query<{ id: number }>(
      `insert into audit_log (organization_id, action, target_kind) select id, 'tag.added', 'tag'
       from organizations, generate_series(1, $1) returning id`,
      [times],
    );
    return rows.map(({ id }) => id);
  };
  const before = await write(target, 3);
  await reserveIds(target.db.owner, draft.db.owner);
  const drafted = await write(draft, 3);
  const later = await write(target);
  expect(Math.min(...drafted)).toBeGreaterThan(Math.max(...before));
  expect(Math.max(...drafted)).toBeLessThan(Math.min(...later));
});
