import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const folder = fileURLToPath(new URL('./results/', import.meta.url));

/** A performance target of the product: the measured and the required value. */
export type Bar = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bar: string;
  readonly reached: boolean;
  readonly note?: string;
};

const commit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
};

/** Facts about the machine that affect the figures. */
export const machineFacts = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  load: loadavg().map((one) => Math.round(one * 100) / 100),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  commit: commit(),
  measured_at: new Date().toISOString(),
});

/** Writes `bench/results/<name>.json` and prints a line per bar. */
export const writeResults = (
  name: string,
  facts: ReturnType<typeof machineFacts>,
  bars: readonly Bar[],
  figures: unknown,
): void => {
  mkdirSync(folder, { recursive: true });
  const load_after = loadavg().map((one) => Math.round(one * 100) / 100);
  writeFileSync(
    `${folder}${name}.json`,
    `${JSON.stringify({ machine: { ...facts, load_after }, bars, figures }, null, 2)}\n`,
  );
  for (const bar of bars)
    console.log(
      `${bar.reached ? 'reached' : 'MISSED '}  ${name}: ${bar.name} = ${bar.value} ${bar.unit} (bar ${bar.bar})${bar.note ? ` – ${bar.note}` : ''}`,
    );
};

export const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;
/** The best of several rounds, since other work on the machine only slows a round down. */
export const best = (values: readonly number[]): number => Math.max(...values);
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;

/** The fields of /proc/PID/stat after the name of the program: state, parent, … */
const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');

/** CPU seconds of a process so far, without its children. Linux only; elsewhere 0. */
export const processCpu = (pid: number): number =>
  process.platform === 'linux' ? (Number(statOf(pid)[11]) + Number(statOf(pid)[12])) / 100 : 0;

/** CPU seconds of a process and its children so far, including children that have exited. */
const cpuSeconds = (pid: number): number => {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = statOf(name);
      const isParent = Number(name) === pid;
      if (!isParent && Number(fields[1]) !== pid) continue;
      ticks += fields.slice(11, isParent ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
    } catch {
      // The process has exited meanwhile.
    }
  }
  return ticks / 100;
};

/** CPU seconds of the database so far. Linux only; elsewhere 0. */
export const databaseCpu = async (db: pg.Pool | pg.Client): Promise<number> => {
  if (process.platform !== 'linux') return 0;
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  return cpuSeconds(Number(statOf(rows[0]!.pid)[1]));
};
