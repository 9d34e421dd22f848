import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';

export const root = join(import.meta.dirname, '..');

/** A measured value and the target of the product. Targets are ratios of two figures of the same run where possible. */
export type Bar = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: string;
  readonly reached: boolean;
};
export type Result = { readonly bars: readonly Bar[]; readonly figures: object };
/** `small` runs in seconds and shows that the benchmark works; its figures say nothing about the product. */
export type Bench = (size: { readonly small: boolean }) => Promise<Result>;

export const atMost = (name: string, value: number, limit: number, unit = '×'): Bar => ({
  name,
  value: round(value),
  unit,
  target: `≤ ${limit}`,
  reached: value <= limit,
});
export const atLeast = (name: string, value: number, limit: number, unit = '×'): Bar => ({
  name,
  value: round(value),
  unit,
  target: `≥ ${limit}`,
  reached: value >= limit,
});

export const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;
/** The best of several rounds, since other work on the machine only slows a round down. */
export const best = (values: readonly number[]): number => Math.max(...values);
export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;

/** Seconds that the work takes. */
export const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1_000;
};

/** Milliseconds of each of `runs` runs, after two more that compile code and fill caches. */
export const timesOf = async (runs: number, work: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let run = -2; run < runs; run++) {
    const took = (await seconds(work)) * 1_000;
    if (run >= 0) times.push(took);
  }
  return times;
};

/** Starts a script of this repository that prints `{"port":…}` when it listens. */
export const serve = async (script: string, args: readonly string[] = [], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const { port } = JSON.parse(String((await once(child.stdout, 'data'))[0])) as { port: number };
  return { port, pid: child.pid!, stop: () => child.kill() };
};

/** Runs a load generator in a process of its own, which shares no event loop with the server. */
export const runLoad = async <T>(script: string, order: object): Promise<T> => {
  const child = spawn(process.execPath, [join(root, script)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(order));
  return JSON.parse(await text(child.stdout)) as T;
};
