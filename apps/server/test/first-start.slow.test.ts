import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { installation, onDatabase, RUNNING, signIn, type SignIn } from './first-start.ts';

// The first start, interrupted at every possible point: by a taken port, a signal, a kill. Real processes; the next
// successful start must leave nothing incomplete and store a working sign-in.

/** An installation on a database for several tests, which are steps of one story. */
const sharedInstallation = async () => {
  const ends: (() => Promise<void>)[] = [];
  const on = await onDatabase(undefined, undefined, (work) => ends.unshift(work));
  return {
    on,
    async over() {
      for (const end of ends) await end();
    },
  };
};

// Each step starts the product in a process of its own.
describe('a port that is taken by another program', { timeout: 120_000 }, () => {
  let on: Awaited<ReturnType<typeof onDatabase>>;
  let port: number;
  beforeAll(async () => {
    const shared = await sharedInstallation();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    ({ on } = shared);
    ({ port } = taken.address() as AddressInfo);
    return async () => {
      taken.close();
      await shared.over();
    };
  });

  test.each(['SERGAK_PORT', 'SERGAK_CONTENT_PORT', 'SERGAK_PHISHING_PORT', 'SERGAK_OPERATIONS_PORT'])(
    'of %s ends the first start before anything is installed',
    async (variable) => {
      const free = { SERGAK_CONTENT_PORT: '0', SERGAK_PHISHING_PORT: '0', SERGAK_OPERATIONS_PORT: '0' };
      const rejected = on.start({ ...free, [variable]: String(port) });
      await expect(rejected.until(RUNNING)).rejects.toThrow(
        `Port ${port} is taken by another program. Set ${variable}`,
      );
      expect(await on.ask('select from organizations')).toEqual([]);
    },
  );

  test('is not in the way of the next start with another one, which stores a working sign-in', async () => {
    const good = on.start();
    await good.until(RUNNING);
    expect(await signIn(good, good.first())).toBe(200);
    const operations = /Health, metrics\s+(http\S+)\/ready/.exec(good.printed())![1]!;
    expect(await (await fetch(`${operations}/ready`)).json()).toEqual({ status: 'ready' });
    expect(await (await fetch(`${operations}/metrics`)).text()).toMatch(/endpoint="session.login",status="200"\} 1$/m);
  });
});

describe('killed between any two steps of the first start, the next start continues', { timeout: 120_000 }, () => {
  let on: Awaited<ReturnType<typeof onDatabase>>;
  let first: SignIn | null;
  beforeAll(async () => {
    const shared = await sharedInstallation();
    ({ on } = shared);
    return shared.over;
  });
  const installed = async () =>
    (
      await on.ask(`select (select count(*)::int from organizations) as organizations, (select count(*)::int from employees) as people,
        (select bool_or(starter_due) from organizations) as due,
        (select count(password_hash)::int from employees) as passwords`)
    )[0]!;

  test('before the organisation is created', async () => {
    await on.killAt('select from first_start for update');
    expect(await installed()).toMatchObject({ organizations: 0 });
  });

  test('while the first person is added', async () => {
    await on.killAt('lock table employees in access exclusive mode');
    expect(await installed()).toMatchObject({ organizations: 0 });
  });

  test('before the categories of templates', async () => {
    await on.killAt('lock table template_categories in access exclusive mode');
    expect(await installed()).toMatchObject({ organizations: 1, people: 1, due: true, passwords: 0 });
  });

  test('before the password of the first sign-in', async () => {
    await on.killAt('select from employees for update'); // a lock of the table would already stop the functions of the release
    expect(await installed()).toMatchObject({ due: false, passwords: 0 });
  });

  test('before the first sign-in is stored in a file', async () => {
    await on.killAt('select from first_start for update');
    expect(await installed()).toMatchObject({ passwords: 1 });
  });

  test('the next start stores the sign-in and has installed everything once', async () => {
    const start = on.start();
    await start.until(RUNNING);
    expect(await installed()).toMatchObject({ organizations: 1, people: 1, due: false });
    expect(
      await on.ask(`select count(*)::int as categories, (select count(*)::int from courses) as courses,
        (select count(*)::int from templates) as templates from template_categories`),
    ).toEqual([{ categories: 8, courses: 0, templates: 0 }]);
    first = start.first();
    await start.end('SIGKILL');
  });

  test('a later start stores the same sign-in until it is used', async () => {
    const again = on.start();
    await again.until(RUNNING);
    expect(again.first()).toEqual(first);
    expect(await signIn(again, first)).toBe(200);
    expect(await again.end('SIGTERM')).toEqual([0, null]);
  });

  test('once it is used, the file is gone and no start writes one', async () => {
    const later = on.start();
    await later.until(RUNNING);
    expect(later.first()).toBeNull();
    expect(await on.ask('select super_user, sealed_password from first_start')).toEqual([
      { super_user: null, sealed_password: null },
    ]);
  });
});

/** Whether a PostgreSQL runs in this folder, or where it was moved because the test runs as root. */
const databaseRuns = (folder: string) => {
  const note = join(folder, 'location');
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : folder;
  return existsSync(join(home, 'cluster/postmaster.pid'));
};

test('Ctrl+C during the installation or the demo stops both embedded databases; the next start without the demo is whole', async () => {
  const { data, start } = installation({ SERGAK_LOG_LEVEL: 'info' });
  for (const moment of ['PostgreSQL started', 'the demo organisation: 10 %']) {
    const node = start({ SERGAK_DEMO: 'true' });
    await node.until(moment);
    expect(databaseRuns(join(data, 'postgres'))).toBe(true);
    expect([moment, await node.end('SIGINT')]).toEqual([moment, [0, null]]);
    expect(databaseRuns(join(data, 'postgres'))).toBe(false);
    expect(existsSync(join(data, 'demo-draft'))).toBe(false);
  }
  const good = start();
  await good.until(RUNNING);
  expect(await signIn(good, good.first())).toBe(200);
  expect(existsSync(join(data, 'demo-sign-ins.json'))).toBe(false);
  expect(await good.end('SIGINT')).toEqual([0, null]);
}, 180_000);
