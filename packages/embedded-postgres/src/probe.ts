import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The state of the port: our database, our database starting or stopping, closed, another program, or no answer. */
export type Verdict = 'ours' | 'changing' | 'rejected' | 'foreign' | 'silent';
export type PidFile = { readonly pid: number; readonly port: number };

/** Connection settings of the superuser for the maintenance database. */
export function superuser(port: number, password: string): pg.ClientConfig {
  return {
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  };
}

/** Checks by connecting: a pid proves nothing after a reboot or in a container, where numbers repeat. */
export async function probe(port: number, password: string, directory: string): Promise<Verdict> {
  const client = new pg.Client(superuser(port, password));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string }>(`select current_setting('data_directory') as directory`);
    return rows[0]?.directory === directory ? 'ours' : 'foreign';
  } catch (error) {
    return judge((error as { code?: string }).code ?? '');
  } finally {
    await client.end().catch(() => undefined);
  }
}

function judge(code: string): Verdict {
  if (code === 'ECONNREFUSED') return 'rejected';
  // cannot_connect_now (starting, recovering, stopping), too_many_connections, admin and crash shutdown
  if (['57P03', '53300', '57P01', '57P02'].includes(code)) return 'changing';
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E') ? 'foreign' : 'silent';
}

/** Content of postmaster.pid, of a running or killed server; null if the file is missing. */
export async function readPidFile(directory: string): Promise<PidFile | null> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]) };
}

/** PostgreSQL processes that use the directory: the postmaster, or backends that outlived it. Works on Linux only. */
export async function processesIn(directory: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
        if (cwd !== directory) return [];
        const program = await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '');
        return program.trim() === 'postgres' ? [Number(name)] : [];
      }),
  );
  return found.flat();
}

export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
