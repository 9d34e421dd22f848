import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export type SignIn = { role: string; email: string; password: string };
export type Started = { portal: string; phishing: string; first: SignIn; demo: SignIn[]; data: string };
export type Product = Started & {
  log(): string;
  /** Ends it, and removes its data unless they are to be `kept`. */ stop(kept?: boolean): Promise<void>;
};

type Stop = () => Promise<void>;

const root = fileURLToPath(new URL('..', import.meta.url));

/** A separate data folder: a copy of the installation that this run has prepared (see `installation`), or empty. */
const newData = async (): Promise<string> => {
  const installed = process.env.SERGAK_E2E_INSTALLED;
  const data = await mkdtemp(join(tmpdir(), 'sergak-e2e-'));
  if (installed) {
    cpSync(installed, data, { recursive: true });
    await chmod(join(data, 'postgres', 'cluster'), 0o700); // the copy's folders are open, and PostgreSQL refuses such a one
  }
  return data;
};

/**
 * Starts the product as a person would, on free ports, reads its output, and waits for the demo if it is wanted. Uses a new data
 * folder, unless `kept` names a kept one; there is no first sign-in once it has been used.
 */
export const startProduct = async (env: Record<string, string> = {}, kept?: string): Promise<Product> => {
  const data = kept ?? (await newData());
  await chmod(data, 0o755); // As root, PostgreSQL runs as another user, and its files should stay in this folder.
  const child = spawn(process.execPath, ['apps/server/start.ts'], {
    cwd: root,
    env: { ...process.env, SERGAK_DATA: data, SERGAK_PORT: '0', SERGAK_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stdout!.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const text = await untilWelcome(child, said);
  if (wantsDemo(env)) await untilDemo(child, data, said);
  const { email, password } = await readFile(join(data, 'first-sign-in.json'), 'utf8').then(
    (json) => JSON.parse(json) as SignIn,
    () => ({ email: '', password: '' }),
  );
  const demo = await readFile(join(data, 'demo-sign-ins.json'), 'utf8').then(
    (json) => JSON.parse(json) as SignIn[],
    () => [],
  );
  return {
    portal: /Portal\s+(http\S+?)\/lk\//.exec(text)![1]!,
    phishing: /Landing pages\s+(http\S+)/.exec(text)![1]!,
    data,
    demo,
    first: { role: 'super_user', email, password },
    log: () => said.join(''),
    async stop(keep = false) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
      if (!keep) await rm(data, { recursive: true, force: true });
    },
  };
};

const wantsDemo = (env: Record<string, string>): boolean => (env.SERGAK_DEMO ?? process.env.SERGAK_DEMO) !== 'false';

/**
 * Waits for the demo as long as the process lives: beside journeys on a busy machine it takes more than ten minutes. The tests
 * that wait for it have limits of their own.
 */
const untilDemo = async (child: ChildProcess, data: string, said: readonly string[]): Promise<void> => {
  while (!existsSync(join(data, 'demo-sign-ins.json'))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${said.join('')}`);
    await pause(200);
  }
};

/** Returns the output as soon as the portal answers. */
const untilWelcome = (child: ChildProcess, said: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout!.on('data', () => {
      const text = said.join('');
      if (text.includes('Ctrl+C stops everything')) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said.join('')}`)));
  });

/**
 * The first start, made once and stopped: the products of the journeys begin as copies of it, with the first sign-in
 * still unused, so that they need not create a database, its tables and the starter content again.
 */
const installation = async (): Promise<Stop> => {
  const { data, stop } = await startProduct({ SERGAK_DEMO: 'false' });
  await stop(true);
  // If PostgreSQL had to move its files elsewhere, a copy of the folder would refer to the same files.
  if (!existsSync(join(data, 'postgres', 'location'))) process.env.SERGAK_E2E_INSTALLED = data;
  return () => rm(data, { recursive: true, force: true });
};

/** The product with the demo organisation, for the walk over all screens (people.ts waits for it on demand). */
const demonstration = async (): Promise<Stop> => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-e2e-'));
  const file = join(folder, 'started.json');
  process.env.SERGAK_E2E = file;
  const report = async (what: Started | { failed: string }) => {
    await writeFile(`${file}.new`, JSON.stringify(what));
    await rename(`${file}.new`, file);
  };
  const starting = startProduct();
  const reported = starting.then(
    ({ log: _, stop: __, ...started }) => report(started),
    (error: Error) => report({ failed: error.message }),
  );
  return async () => {
    await reported;
    await rm(folder, { recursive: true, force: true });
    await (await starting).stop();
  };
};

/** Prepares both in parallel, as far as this run needs them; journeys begin while the demo organisation is still being filled. */
export default async function setup() {
  const asked = process.argv.slice(2).join(' '); // the path of the folder itself does not matter
  const wanted = (part: string, other: string) => asked.includes(part) || !asked.includes(other);
  const compiled = await mkdtemp(join(tmpdir(), 'sergak-e2e-'));
  process.env.NODE_COMPILE_CACHE = compiled; // the product is started a dozen times, each in a new process
  const ends: Stop[] = [() => rm(compiled, { recursive: true, force: true, maxRetries: 10 })];
  const end = async () => {
    for (const one of ends.toReversed()) await one();
  };
  if (wanted('walk', 'journeys')) ends.push(await demonstration());
  try {
    if (wanted('journeys', 'walk')) ends.push(await installation());
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
