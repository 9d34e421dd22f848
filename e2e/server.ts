import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export type SignIn = { role: string; email: string; password: string };
export type Started = {
  readonly portal: string;
  readonly phishing: string;
  /** The first sign-in, printed until it has been used. */ readonly first: SignIn;
  readonly data: string;
  /** The file of everything that it has printed. */ readonly output: string;
};
export type Product = Started & {
  /** Ends it, and removes its data unless they are to be `kept`. */ stop(kept?: boolean): Promise<void>;
};
const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Starts the product as a person would, on free ports, and reads its output. Uses a new data folder, unless `kept` names
 * a kept one; then the output contains no first sign-in once it has been used.
 */
export const startProduct = async (
  env: Record<string, string> = {},
  kept?: string,
  entry = 'apps/server/start.ts',
): Promise<Product> => {
  const data = kept ?? (await mkdtemp(join(tmpdir(), 'sergak-e2e-')));
  await chmod(data, 0o755); // As root, PostgreSQL runs as another user, and its files should stay in this folder.
  const output = `${data}.log`;
  const file = openSync(output, 'w');
  const child = spawn(process.execPath, [entry], {
    cwd: root,
    env: { ...process.env, SERGAK_DATA: data, SERGAK_PORT: '0', SERGAK_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const stop = async (keep = false) => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    await rm(output, { force: true });
    if (!keep) await rm(data, { recursive: true, force: true });
  };
  try {
    return { ...(await untilWelcome(child, data, output)), data, output, stop };
  } catch (error) {
    await stop(kept !== undefined);
    throw error;
  }
};

/** The sign-ins in a file of the data folder; null while it is missing or not yet complete. */
const readSignIns = async <T>(data: string, name: string): Promise<T | null> => {
  try {
    return JSON.parse(await readFile(join(data, name), 'utf8')) as T;
  } catch {
    return null;
  }
};

/** Printed, or stored in a file where a terminal does not show it. */
const firstSignIn = async (data: string, printed: string): Promise<SignIn> => {
  const [, email = '', password = ''] = /super_user\s+(\S+@\S+)\s+(\S+)/.exec(printed) ?? [];
  return (await readSignIns<SignIn>(data, 'first-sign-in.json')) ?? { role: 'super_user', email, password };
};

/** Reads the addresses and the first sign-in as soon as they are printed. Waits as long as the process lives. */
const untilWelcome = async (child: ChildProcess, data: string, output: string) => {
  for (;;) {
    const text = readFileSync(output, 'utf8');
    const [, portal] = /Portal\s+(http\S+?)\/lk\//.exec(text) ?? [];
    const [, phishing] = /Landing pages\s+(http\S+)/.exec(text) ?? [];
    if (portal && phishing && text.includes('Ctrl+C'))
      return { portal, phishing, first: await firstSignIn(data, text) };
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${text}`);
    await pause(50);
  }
};

/** The sign-ins of the demo organisation, as soon as it is complete. */
export const demoSignIns = async ({ data }: Pick<Started, 'data'>): Promise<SignIn[]> => {
  for (;;) {
    const found = await readSignIns<SignIn[]>(data, 'demo-sign-ins.json');
    if (found) return found;
    await pause(200);
  }
};
