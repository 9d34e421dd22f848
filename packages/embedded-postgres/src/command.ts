import { spawn, type SpawnOptions } from 'node:child_process';
import type { Account } from './account.ts';

export type Outcome = { readonly ok: boolean; readonly output: string };

/**
 * Keeps memory that a statement has freed for the next one. By default glibc returns it to the system after every
 * statement, and every page of it costs a page fault again. The most that a connection keeps is 8 MB.
 */
const KEEP_FREED_MEMORY = {
  MALLOC_TOP_PAD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024), // as soon as one of them is set, glibc adapts none of them
};

/** Spawn options that hide root's rights and the operator's PG* variables from PostgreSQL's programs. */
export function programOptions(account: Account | null, cwd: string): SpawnOptions {
  const env = { LC_ALL: 'C', TZ: 'UTC', ...KEEP_FREED_MEMORY };
  return { cwd, env, ...(account && { uid: account.uid, gid: account.gid }) };
}

/** Runs one of PostgreSQL's programs to its end. A program that cannot be started counts as failed. */
export function runProgram(
  file: string,
  args: string[],
  where: { account: Account | null; cwd: string; input?: string },
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const child = spawn(file, args, { ...programOptions(where.account, where.cwd), stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // A program that fails before it reads its input closes the pipe. Its own message matters, not the broken pipe.
  child.stdin?.on('error', () => undefined).end(where.input ?? '');
  child.on('error', (error) => resolve({ ok: false, output: `${output}\n${error.message}` }));
  child.on('close', (code) => resolve({ ok: code === 0, output }));
  return promise;
}
