import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newPlatform } from '../../test/app.ts';
import { startDatabaseProxy } from '../../test/database-proxy.ts';
import { cloneDatabase } from '../../test/database.ts';
import { assertDatabase, awaitDatabase } from './await-database.ts';
import { openDatabase, ping } from './db.ts';
import { createOperations } from './http/operations.ts';
import { createLog } from './log.ts';

type Line = { readonly level: number; readonly msg: string; readonly reason?: string };
const collectingLog = () => {
  const lines: Line[] = [];
  return {
    lines,
    log: createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as Line) }),
  };
};
const silent = () => createLog({ logLevel: 'silent' });
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

/** Two ways to one database, as two servers, that can be cut. */
const twoServers = async (parameters = '') => {
  const url = await cloneDatabase();
  const ways = [await startDatabaseProxy(url), await startDatabaseProxy(url)] as const;
  const [a, b] = ways.map((way) => new URL(way.url).host);
  const { username, password, pathname } = new URL(url);
  onTestFinished(async () => void (await Promise.allSettled(ways.map((way) => way.cut()))));
  return { url, ways, several: `postgres://${username}:${password}@${a},${b}${pathname}${parameters}` };
};
const open = (url: string, log = silent()) => {
  const db = openDatabase(url, log);
  onTestFinished(() => db.close());
  return db;
};

test('of several servers the one that answers is used, also after it is lost', async () => {
  const { ways, several } = await twoServers();
  await ways[0].cut();
  const db = open(several);
  await ping(db);
  await ways[1].cut();
  await ways[0].mend();
  await until(() => ping(db));
  await ways[1].mend();
  await ping(db);
  await Promise.all(ways.map((way) => way.cut()));
  await until(() => expect(ping(db)).rejects.toThrow(/no server can be used \(127.0.0.1:\d+: connect ECONNREFUSED/));
});

test('a server that takes no writes is not used for read-write, and left when it stops taking them', async () => {
  const { url, several } = await twoServers('?target_session_attrs=read-write');
  const admin = open(url);
  const setReadOnly = (on: boolean) =>
    admin.owner.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${on}', current_database()); end $$`,
    );
  await admin.owner.query('create table notes (a int)');
  const db = open(several);
  const write = () => db.owner.query('insert into notes values (1)');
  await write();
  await db.owner.query('set default_transaction_read_only = on'); // the connection that the pool keeps
  await expect(write()).rejects.toThrow(/read-only/);
  await write();

  await setReadOnly(true);
  const other = open(several.replace('read-write', 'read-only'));
  expect((await other.owner.query('select a from notes')).rows).toHaveLength(2);
  await pause(1_100); // the choice is kept for a second
  await expect(assertDatabase(several)).rejects.toThrow(/is not read-write/);
  await admin.owner.query('set default_transaction_read_only = off');
  await setReadOnly(false);
  await assertDatabase(several);
});

test('a database that is away is awaited with one line, a wrong password and a missing database are not', async () => {
  const { url, ways, several } = await twoServers();
  const { lines, log } = collectingLog();
  await Promise.all(ways.map((way) => way.cut()));
  const waiting = awaitDatabase(several, log, new AbortController().signal);
  await pause(1_500);
  expect(lines).toMatchObject([
    { level: 40, msg: 'the database is away: the start waits for it', reason: expect.stringMatching(/ECONNREFUSED/) },
  ]);
  await ways[1].mend();
  await waiting;
  expect(lines.slice(1)).toMatchObject([{ msg: 'the database answers' }]);

  await ways[0].mend();
  for (const address of [url, several]) {
    const { password, pathname } = new URL(url);
    const wrong: [string, RegExp][] = [
      [address.replace(pathname, '/missing'), /database "missing" does not exist. Advice: create the database/],
    ];
    if (password)
      wrong.push([address.replace(password, 'wrong'), /password authentication failed.*correct user and password/]);
    for (const [text, reason] of wrong)
      await expect(awaitDatabase(text, log, new AbortController().signal)).rejects.toThrow(reason);
  }
  await Promise.all(ways.map((way) => way.cut()));
  await expect(assertDatabase(several)).rejects.toThrow(/ECONNREFUSED.*Advice: start PostgreSQL/);
  await expect(awaitDatabase(several, log, AbortSignal.timeout(200))).rejects.toThrow(/abort/i);
});

test('an outage is one line in the log and one when it is over, whatever retries; other servers are not covered', async () => {
  const { lines, log } = collectingLog();
  const way = await startDatabaseProxy(await cloneDatabase());
  const db = open(way.url, log);
  const failing = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        db.owner.query('select pg_sleep(0.2)').catch((error: Error) => log.error({ err: error }, 'a round failed')),
      ),
    );
  const first = failing(4);
  await pause(100);
  await way.cut();
  await first;
  await failing(3);
  log.error(
    { err: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) },
    'a mail server failed',
  );
  expect(lines.map(({ msg }) => msg)).toEqual(['the connection to the database was lost', 'a mail server failed']);
  await pause(1_200);
  expect(lines).toHaveLength(2);
  await way.mend();
  await until(() => expect(lines.at(-1)).toMatchObject({ level: 30, msg: 'the database answers again' }));
  expect(lines).toHaveLength(3);
  await failing(1);
  log.error({ err: new Error('a fault of our own') }, 'a round failed');
  expect(lines.slice(3)).toMatchObject([{ msg: 'a round failed' }]);
  await way.cut();
});

test(
  '/ready turns at once when the database goes or does not answer, and back when it answers',
  { timeout: 60_000 },
  async () => {
    const way = await startDatabaseProxy(await cloneDatabase());
    const on = await newPlatform();
    await on.db.close();
    const db = open(way.url);
    const app = await createOperations({ ...on, db }, () => 'ready');
    onTestFinished(() => app.close());
    const ask = async () => (await app.inject('/ready')).json<{ status: string }>().status;
    expect(await ask()).toBe('ready');
    await way.cut();
    expect(await ask()).toBe('no database');
    await way.mend();
    await until(async () => expect(await ask()).toBe('ready'));
    way.dropAnswers();
    expect(await ask()).toBe('no database');
    await way.cut(); // until then, the statements whose answers were dropped would wait
    await way.mend();
    await until(async () => expect(await ask()).toBe('ready'));
    await way.cut();
  },
);
