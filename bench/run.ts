import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, round, type Bench, type Result } from './lib.ts';

// `npm run bench [-- NAME …] [-- --small]`: runs the benchmarks one after the other, each in its own process, and
// writes one file of results, bench/results/DATE.json. All of them end within 20 minutes on two idle cores.

/** `staff-changes` removes people, so it comes last of those that share one filled database. */
const ALL = [
  'first-load',
  'screens',
  'campaign',
  'tracking',
  'office',
  'scorm-commits',
  'staff-list',
  'search',
  'statistics',
  'reports',
  'staff-changes',
  'staff-growth',
];

const commit = (): string => {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
};
const load = () => loadavg().map((one) => round(one));
const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
});

const runOne = async (name: string, small: boolean, filled: string): Promise<Result | null> => {
  const child = fork(import.meta.filename, [name, ...(small ? ['--small'] : [])], {
    env: { ...process.env, SERGAK_BENCH_CHILD: '1', SERGAK_BENCH_FILLED: filled },
  });
  let result: Result | null = null;
  child.on('message', (message) => (result = message as Result));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? result : null;
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { small: { type: 'boolean' } } });
const small = values.small ?? false;
const wanted = positionals.length > 0 ? positionals : ALL;
const unknown = wanted.filter((name) => !ALL.includes(name));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${ALL.join(', ')}`);

const runAll = async () => {
  const begun = new Date();
  const results: Record<string, object> = {};
  const filled = mkdtempSync(join(tmpdir(), 'sergak-bench-filled-'));
  let missed = 0;
  for (const name of wanted) {
    console.log(`\n=== ${name} ===`);
    const [since, load_before] = [performance.now(), load()];
    const result = await runOne(name, small, filled);
    const took = round((performance.now() - since) / 1_000, 1);
    results[name] = { seconds: took, load_before, load_after: load(), ...(result ?? { failed: true }) };
    for (const { name: bar, value, unit, target, reached } of result?.bars ?? [])
      console.log(`${reached ? 'reached' : 'MISSED '}  ${bar}: ${value} ${unit} (target ${target})`);
    console.log(`${result ? 'ended' : 'FAILED'} after ${took} s`);
    if (!result || !result.bars.every((bar) => bar.reached)) missed += 1;
  }
  rmSync(filled, { recursive: true, force: true });
  const file = join(root, 'bench/results', `${begun.toISOString().slice(0, 16).replaceAll(':', '-')}.json`);
  const whole = { measured_at: begun.toISOString(), commit: commit(), small, machine: machine(), results };
  mkdirSync(join(root, 'bench/results'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
  console.log(`\n${file}`);
  process.exitCode = missed === 0 ? 0 : 1;
};

if (process.env['SERGAK_BENCH_CHILD']) {
  const { default: bench } = (await import(`./${wanted[0]}.ts`)) as { default: Bench };
  const result = await bench({ small });
  process.send!(result, () => process.exit(0));
} else await runAll();
