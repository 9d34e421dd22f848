// `npm run check`: all checks that do not run the product. Every check runs, even after one has failed, and is shown
// with its time. `npm run check -- lint imports` runs only these.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';

const script = (name, ...args) => ({ needs: name, args: [name, ...args] });
const tool = (name, ...args) => ({ needs: join('node_modules', name), args: [join('node_modules', name), ...args] });

/** Name → commands, each run by Node; a command whose file is missing is skipped. */
const CHECKS = {
  // Each of the compiler's checkers infers the types of the contract by itself: four of them, the default, cost 117 s of CPU, two 74 s.
  types: [tool('typescript/bin/tsc', '-p', 'tsconfig.json', '--checkers', '2')],
  // The rules of the React Compiler only warn; `npx oxlint` shows them.
  lint: [tool('oxlint/bin/oxlint', '--quiet')],
  imports: [script('scripts/import-rules.ts')],
  unused: [tool('knip/bin/knip.js', '--no-progress')],
  format: [tool('oxfmt/bin/oxfmt', '--check', '.')],
  migrations: [script('scripts/migration-hashes.ts', '--check')],
  locales: [script('scripts/check-locales.ts')],
  words: [script('scripts/check-glossary.ts')],
  content: [
    script('content/check-courses.mjs'),
    script('content/check-phishing.mjs'),
    script('content/check-instructions.mjs'),
  ],
  dependencies: [script('scripts/minimum-versions.mjs')],
  traces: [script('scripts/check-traces.ts')],
  sizes: [script('scripts/check-sizes.ts')],
};
/** Number of parallel checks: most machines have at least two cores, and the output stays readable. */
const AT_ONCE = 2;
/** Number of lines shown at the end of a long report, where the summary is. */
const LINES_SHOWN = 60;

const { node, env } = await ensureInstalled();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(CHECKS, name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(CHECKS).join(', ')}`);
  process.exit(2);
}
const waiting = Object.keys(CHECKS).filter((name) => wanted.length === 0 || wanted.includes(name));
const begun = Date.now();
const failed = [];
await Promise.all(Array.from({ length: AT_ONCE }, runNext));
const seconds = ((Date.now() - begun) / 1000).toFixed(1);
console.log(
  failed.length === 0 ? `\nAll checks passed, ${seconds} s` : `\nFAILED: ${failed.join(', ')} (${seconds} s)`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runNext() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const start = Date.now();
    const outcomes = [];
    for (const { needs, args } of CHECKS[name]) if (existsSync(join(root, needs))) outcomes.push(await collect(args));
    const good = outcomes.length > 0 && outcomes.every(({ code }) => code === 0);
    if (!good) failed.push(name);
    console.log(`${good ? 'passed' : 'FAILED'}  ${name.padEnd(13)} ${((Date.now() - start) / 1000).toFixed(1)} s`);
    const said = outcomes.map(({ text }) => text.trim()).filter(Boolean);
    if (outcomes.length === 0) said.push('nothing to run was found');
    const lines = said.join('\n').split('\n');
    if (lines.length > LINES_SHOWN)
      lines.splice(0, lines.length - LINES_SHOWN, `… ${lines.length - LINES_SHOWN} lines more`);
    if (!good || name === 'sizes') console.log(`${lines.join('\n')}\n`);
  }
}

/** Runs one command to its end. Returns its exit code and output. */
function collect(args) {
  return new Promise((resolve) => {
    const path = [join(root, 'node_modules', '.bin'), env.PATH].join(delimiter);
    const child = spawn(node, args, { cwd: root, env: { ...env, PATH: path, FORCE_COLOR: '0', NO_COLOR: '1' } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more) => (text += more));
    child.once('error', (error) => resolve({ code: 1, text: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, text }));
  });
}
