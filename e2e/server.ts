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
type Options = {
  /** An existing data folder. Then no first sign-in is printed once it has been used. */ readonly kept?: string;
  readonly entry?: string;
};

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts the product as a person would, on free ports with a new data folder, and reads its output. */
export const startProduct = async (
  env: Record<string, string> = {},
  { kept, entry = 'apps/server/start.ts' }: Options = {},
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
    return { ...(await untilWelcome(child, output)), data, output, stop };
  } catch (error) {
    await stop(kept !== undefined);
    throw error;
  }
};

/** Reads the addresses and the first sign-in as soon as they are printed. Waits as long as the process lives. */
const untilWelcome = async (child: ChildProcess, output: string) => {
  for (;;) {
    const text = readFileSync(output, 'utf8');
    const [, portal] = /Portal\s+(http\S+?)\/lk\//.exec(text) ?? [];
    const [, phishing] = /Landing pages\s+(http\S+)/.exec(text) ?? [];
    if (portal && phishing && text.includes('Ctrl+C')) {
      const [, email = '', password = ''] = /super_user\s+(\S+@\S+)\s+(\S+)/.exec(text) ?? [];
      return { portal, phishing, first: { role: 'super_user', email, password } };
    }
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${text}`);
    await pause(50);
  }
};

/** The sign-ins of the demo organisation, as soon as it is complete. */
export const demoSignIns = async ({ data }: Pick<Started, 'data'>): Promise<SignIn[]> => {
  for (;;) {
    const text = await readFile(join(data, 'demo-sign-ins.json'), 'utf8').catch(() => '');
    try {
      return JSON.parse(text) as SignIn[];
    } catch {
      await pause(200); // not there yet, or not yet complete
    }
  }
};
