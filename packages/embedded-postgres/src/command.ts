import { spawn, type SpawnOptions } from 'node:child_process';
import type { Account } from './account.ts';

export type Outcome = { readonly ok: boolean; readonly output: string };

/** Spawn options that hide root's rights and the operator's PG* variables from PostgreSQL's programs. */
export function programOptions(account: Account | null, cwd: string): SpawnOptions {
  const env = { LC_ALL: 'C', TZ: 'UTC' };
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
