import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm run bench [-- name …]`: runs the benchmarks one after the other, each in its own process; results are in
// bench/results.
const all = [
  'first-load',
  'start-up',
  'staff-list',
  'figures',
  'departments',
  'tree-picker',
  'import',
  'presentation',
  'scorm-commits',
  'launch',
  'tags',
  'tracking',
  'office',
  'quiz',
  'aged',
  'emails',
  'campaign',
  'reports-by-mail',
  'emails-pictures',
  'publish',
  'certificates',
  'reports',
];
const wanted = process.argv.slice(2);
let failed = 0;
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n=== ${name} ===`);
  const code = await new Promise<number | null>((resolve) => {
    const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
    spawn(process.execPath, [script], { stdio: 'inherit' }).once('exit', resolve);
  });
  if (code !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
