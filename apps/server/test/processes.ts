import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import type { Platform } from '../src/platform/context.ts';
import { createLog } from '../src/platform/log.ts';
import { createPlatform } from '../src/platform/platform.ts';
import { cloneDatabase } from './database.ts';

const server = join(import.meta.dirname, '../src/modules/delivery/test-server-process.ts');
const sink = join(import.meta.dirname, '../../../packages/mail/src/sink-process.ts');

export type Served = { readonly child: ChildProcess; readonly portal: string };

/**
 * The whole server and an SMTP sink as separate processes, on one database and data folder, so that they can be
 * killed. They end with the test of `onTestFinished`. `asSuperuser` is for direct reads and writes of the test,
 * bypassing row-level security; the processes get `databaseUrl`.
 */
export const processes = async (
  onTestFinished: (work: () => Promise<void>) => void,
  databaseUrl?: string,
  asSuperuser = databaseUrl,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'sergak-kill-'));
  const url = databaseUrl ?? (await cloneDatabase());
  const children: ChildProcess[] = [];
  const on: Platform = await createPlatform(
    { ...readConfig({ SERGAK_PORT: '0' }), dataDir: folder },
    asSuperuser ?? url,
    createLog({ logLevel: 'silent' }),
  );
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await on.db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = async (script: string, args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    children.push(child);
    const ended = once(child, 'exit').then(() => {
      throw new Error('The process ended before it was ready');
    });
    ended.catch(() => undefined); // the process may be killed later
    const [printed] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer];
    return { child, printed: JSON.parse(String(printed)) as Record<string, string> };
  };
  const taken = join(folder, 'taken.tsv');
  const { printed } = await run(sink, ['--out', taken]);
  return {
    on,
    smtpPort: Number(printed.port),
    /** Message-IDs in the order in which the sink accepted them, one for each 250. */
    accepted: () =>
      readFileSync(taken, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t')[0]!),
    async serve(): Promise<Served> {
      const started = await run(server, [], {
        DATABASE_URL: url,
        SERGAK_PORT: '0',
        SERGAK_DATA: folder,
        SERGAK_LOG_LEVEL: 'silent',
        SERGAK_DEMO: 'false',
      });
      return { child: started.child, portal: started.printed.portal! };
    },
  };
};
