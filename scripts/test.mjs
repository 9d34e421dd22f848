// `npm test`: runs the tests of every day; `npm run test:all` also the slow ones (`*.slow.test.ts`, `e2e/slow`).
// `-- unit` or `-- browser` runs one part; `npm run test:changed` runs the unit and API tests of uncommitted changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { npm, root, run } from './run.mjs';
import { countPlaywright, countVitest, lastLine } from './test-counts.mjs';
import { failureLines, failuresOfPlaywright, failuresOfVitest, pageLines } from './test-failures.mjs';
import { slowestLines } from './test-slowest.mjs';

const STEPS = {
  check: { title: 'Static checks', work: () => npm(['run', '--silent', 'check'], { env }) },
  unit: {
    title: 'Unit and API tests',
    work: unitTests,
    count: countVitest,
    failures: failuresOfVitest,
    slowest: slowestLines,
  },
  changed: { title: 'Tests of what changed', work: (file) => unitTests(file, ['--changed']), count: countVitest },
  web: { title: 'Web build', work: () => ensureWebBuilt({ node, env }) },
  load: { title: 'First load', work: () => run(node, [join(root, 'scripts', 'first-load.mjs'), '--check'], { env }) },
  browser: { title: 'Browser tests', work: browserTests, count: countPlaywright, failures: failuresOfPlaywright },
};
const PARTS = {
  whole: ['check', 'unit', 'web', 'load', 'browser'],
  unit: ['unit'],
  browser: ['web', 'load', 'browser'],
  changed: ['changed'],
};

const [part = 'whole', ...others] = process.argv.slice(2).filter((word) => word !== '--all');
if (!Object.hasOwn(PARTS, part) || others.length > 0) {
  console.error(`Unknown part «${[part, ...others].join(' ')}»: npm test, npm test -- unit, npm test -- browser`);
  process.exit(2);
}
const { node, env: installed } = await ensureInstalled();
const env = process.argv.includes('--all') ? { ...installed, SERGAK_TESTS: 'all' } : installed;
const results = mkdtempSync(join(tmpdir(), 'sergak-test-'));
const outcomes = [];
for (const name of PARTS[part]) outcomes.push(await step(STEPS[name], join(results, `${name}.json`)));
rmSync(results, { recursive: true, force: true });
report();

async function step({ title, work, count, failures, slowest }, file) {
  console.log(`\n=== ${title} ===`);
  const begun = Date.now();
  const code = await work(file);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`=== ${title}: ${code === 0 ? 'passed' : 'FAILED'}, ${seconds} s ===`);
  return {
    title,
    seconds,
    code,
    counts: count?.(file, code),
    failures: failures?.(file) ?? [],
    slow: slowest?.(file) ?? [],
  };
}

function unitTests(file, which = []) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return run(node, [vitest, 'run', ...which, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], {
    env,
  });
}

async function browserTests(file) {
  const chromium = await ensureChromium({ node, env });
  if (!chromium) {
    console.error(
      'No Chromium here, so the browser tests cannot run. Install one and set CHROMIUM_PATH to its program.',
    );
    return 1;
  }
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const config = join('e2e', 'playwright.config.ts');
  const environment = { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  return run(node, [playwright, 'test', '-c', config, '--reporter=line,json'], { env: environment });
}

function report() {
  // The reasons come last: a log is often cut to its tail.
  const failed = outcomes.flatMap(({ failures }) => failures);
  if (failed.length > 0) console.log(['\n=== Pages at the failures ===', ...pageLines(failed)].join('\n'));
  const slow = outcomes.flatMap((one) => one.slow);
  if (slow.length > 0) console.log(['Slowest test files:', ...slow].join('\n'));
  console.log('\n=== Summary ===');
  for (const { title, seconds, code, counts } of outcomes) {
    const counted = counts ? `: ${lastLine([counts])}` : '';
    console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${title} (${seconds} s)${counted}`);
  }
  for (const line of failureLines(failed)) console.log(line);
  process.exitCode = outcomes.every(({ code }) => code === 0) ? 0 : 1;
  console.log(lastLine(outcomes.flatMap(({ counts }) => counts ?? [])));
}
