import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { round } from './lib.ts';

// Processor time of processes, from /proc: only on Linux.

/** The fields of /proc/PID/stat after the name, which may contain spaces: the first is the state. */
const statOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
const PARENT = 1;
/** User and system time of the process, and of its children that have ended, in ticks. */
const OWN = [11, 12] as const;
const ENDED_CHILDREN = [13, 14] as const;

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && Number(statOf(pid)[PARENT]) === parent;
      } catch {
        return false; // ended meanwhile
      }
    });

const ticksOf = (pid: number, fields: readonly number[]): number => {
  const stat = statOf(pid);
  return fields.reduce((sum, field) => sum + Number(stat[field]), 0);
};

const tickMs = () => 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const ticksOfDatabase = (postmaster: number): number =>
  childrenOf(postmaster).reduce((sum, pid) => sum + ticksOf(pid, OWN), 0) +
  ticksOf(postmaster, [...OWN, ...ENDED_CHILDREN]);

/** The id of the process that started the database. */
export const postmasterOf = async ({ owner }: Pick<Database, 'owner'>): Promise<number> => {
  const { rows } = await owner.query<{ data_directory: string }>('show data_directory');
  return Number(readFileSync(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
};

/**
 * Seconds of processor time that this process and the database have used; elsewhere than on Linux those of this process. On a busy
 * machine they say more than the time of the clock.
 */
export const processorSeconds = (postmaster: number): number => {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  return process.platform === 'linux' ? own + (ticksOfDatabase(postmaster) * tickMs()) / 1_000 : own;
};

/**
 * Starts counting the processor time of the server and its database. The returned function answers with the milliseconds that
 * each of so many calls took; null if the system does not tell.
 */
export const startProcessorTime = async (serverPid: number, database: Database) => {
  if (process.platform !== 'linux') return () => null;
  const postmaster = await postmasterOf(database);
  const used = () => ({ server: ticksOf(serverPid, OWN) * tickMs(), database: ticksOfDatabase(postmaster) * tickMs() });
  const before = used();
  return (calls: number) => {
    const after = used();
    return {
      server_ms: round((after.server - before.server) / calls),
      database_ms: round((after.database - before.database) / calls),
    };
  };
};
