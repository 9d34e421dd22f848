import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { cloneDatabase } from './database.ts';

const product = join(import.meta.dirname, '../start.ts');
/** The product with a small demo organisation. */
export const WITH_SMALL_DEMO = join(import.meta.dirname, 'small-demo.ts');
export const RUNNING = 'Ctrl+C stops everything';

export type Start = {
  printed(): string;
  ended(): boolean;
  until(words: string): Promise<void>;
  /** The first sign-in, in the file that is written where the output is no terminal; null if there is no such file. */
  first(): SignIn | null;
  end(signal: NodeJS.Signals): Promise<unknown[]>;
};
export type SignIn = { email: string; password: string };

/** Registers work for the end of a test, or of several tests that share an installation. */
export type AtEnd = (work: () => Promise<void>) => void;

/** An installation that can be started repeatedly; processes still running at the end are stopped. */
export const installation = (settings: Record<string, string> = {}, entry = product, atEnd: AtEnd = onTestFinished) => {
  const data = mkdtempSync(join(tmpdir(), 'sergak-first-'));
  chmodSync(data, 0o755); // PostgreSQL runs as another user if the test runs as root
  const start = (more: Record<string, string> = {}): Start => {
    const child = spawn(process.execPath, [entry], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SERGAK_DATA: data, SERGAK_PORT: '0', SERGAK_DEMO: 'false', ...settings, ...more },
    });
    const gone = once(child, 'close');
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
    atEnd(async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await gone;
    });
    const ended = () => child.exitCode !== null || child.signalCode !== null;
    return {
      printed: () => text,
      ended,
      async until(words) {
        while (!text.includes(words)) {
          if (ended()) throw new Error(`It ended before «${words}»: ${text}`);
          await Promise.race([once(child.stdout, 'data'), gone]);
        }
      },
      first: () => readSignIns(data, 'first-sign-in.json'),
      async end(signal) {
        child.kill(signal);
        return gone;
      },
    };
  };
  return { data, start };
};

/** The same on a database that the test can query and lock. */
export const onDatabase = async (
  settings: Record<string, string> = {},
  entry = product,
  atEnd: AtEnd = onTestFinished,
) => {
  const url = await cloneDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  atEnd(() => client.end());
  const ask = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows;
  const made = installation({ DATABASE_URL: url, SERGAK_LOG_LEVEL: 'error', ...settings }, entry, atEnd);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    ...made,
    ask,
    /** Starts the product and kills it while it waits for the lock that the statement takes. */
    async killAt(statement: string) {
      const holder = new pg.Client({ connectionString: url }); // a separate connection: within one transaction, pg_stat_activity does not change
      await holder.connect();
      await holder.query('begin');
      await holder.query(statement);
      const node = made.start();
      while ((await ask(waiting)).length === 0) {
        if (node.ended()) throw new Error(`It ended before it waited for «${statement}»: ${node.printed()}`);
        await pause(20);
      }
      expect(node.printed()).toBe('');
      await node.end('SIGKILL');
      await holder.end();
      await vi.waitFor(async () =>
        expect(
          await ask(
            `select from pg_stat_activity where application_name like 'sergak-%' and datname = current_database()`,
          ),
        ).toEqual([]),
      );
    },
  };
};

const portalOf = (node: Start) => /Portal\s+(http\S+?)\/lk\//.exec(node.printed())![1]!;
/** The sign-ins in a file of a data folder; null if there is no such file. */
export const readSignIns = <T = SignIn>(data: string, name: 'first-sign-in.json' | 'demo-sign-ins.json'): T | null => {
  const path = join(data, name);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null;
};
export const signIn = async (node: Start, who: SignIn | null) =>
  (
    await fetch(`${portalOf(node)}/lk/api/v2/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'sergak' },
      body: JSON.stringify({ email: who?.email, password: who?.password }),
    })
  ).status;
