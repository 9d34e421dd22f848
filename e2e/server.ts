import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type SignIn = { role: string; email: string; password: string };
export type Started = { portal: string; first: SignIn; demo: SignIn[]; data: string };

const root = fileURLToPath(new URL('..', import.meta.url));
const PATIENCE_MS = 180_000;

/** Starts the product as a person would, in a fresh data folder on free ports, and reads what it prints. */
export const startProduct = async (env: Record<string, string> = {}): Promise<Started & { stop(): Promise<void> }> => {
  const data = await mkdtemp(join(tmpdir(), 'sergak-e2e-'));
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, SERGAK_DATA: data, SERGAK_PORT: '0', SERGAK_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = await untilWelcome(child);
  const portal = /Portal\s+(http\S+?)\/lk\//.exec(text)![1]!;
  const [, email, password] = /super_user\s+(\S+@\S+)\s+(\S+)/.exec(text)!;
  const demo = await readFile(join(data, 'demo-sign-ins.json'), 'utf8').then((json) => JSON.parse(json) as SignIn[], () => []);
  return {
    portal, data, demo,
    first: { role: 'super_user', email: email!, password: password! },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
};

const untilWelcome = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`the server did not start in time:\n${text}`)), PATIENCE_MS);
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes('Ctrl+C stops everything')) return;
      clearTimeout(timer);
      resolve(text);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${code}:\n${text}`));
    });
  });

/** One product for the whole run; tests find it through the environment. */
export default async function setup() {
  const product = await startProduct();
  process.env.SERGAK_E2E = JSON.stringify({ portal: product.portal, first: product.first, demo: product.demo, data: product.data });
  return () => product.stop();
}
