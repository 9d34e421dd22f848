import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, sourceFiles } from './source-files.ts';

// New modules in a copy of the repository: what the generator writes passes all checks and tests as it is.

const TIMEOUT_MS = 900_000;
/** Tests of the lists in which every module, call, table and kind must occur. */
const LISTS = [
  'packages/contract/src/endpoints.test.ts',
  'packages/contract/src/audit',
  'packages/contract/src/privacy',
  'apps/server/src/architecture.test.ts',
  'apps/server/src/app/composition.test.ts',
  'apps/server/test/catalogue.test.ts',
  'apps/server/test/schema.test.ts',
];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'sergak-copy-'));
  for (const file of sourceFiles()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  linkDependencies();
}, TIMEOUT_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Links what is installed. The records of npm and the links of our own packages are copied: they belong to the copy. */
const linkDependencies = () => {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '@sergak' || name === '.package-lock.json' || name === '.sergak-lock')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.') || name === '.bin') symlinkSync(join(from, name), join(to, name));
  }
};

/** Runs a script in the copy, without the variables of this test run. */
const run = (...args: string[]) => {
  const own = /^(VITEST|TEST$|NODE_ENV$|NODE_COMPILE_CACHE$|SERGAK_|DATABASE_URL$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' });
  return { status, text: stdout + stderr };
};

test(
  'the generator writes two modules, and rejects one that exists',
  () => {
    expect(run('scripts/new-module.ts', 'shift-plans')).toMatchObject({ status: 0 });
    expect(run('scripts/new-module.ts', 'policies', 'policy')).toMatchObject({ status: 0 });
    expect(run('scripts/new-module.ts', 'shift-plans')).toEqual({
      status: 1,
      text: expect.stringMatching(/^the module shift-plans .* exists already: choose another name\n$/),
    });
  },
  TIMEOUT_MS,
);

test(
  'all static checks pass',
  () => {
    const { status, text } = run('scripts/check.mjs');
    expect(text).toMatch(/\nAll checks passed/);
    expect(status).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'the tests of the new modules and of the lists pass',
  () => {
    const tests = ['shift-plans', 'policies'].map((name) => `apps/server/src/modules/${name}/${name}.api.test.ts`);
    const { status, text } = run('node_modules/vitest/vitest.mjs', 'run', '--no-color', ...tests, ...LISTS);
    for (const file of tests) expect(text).toContain(file);
    expect(text).toMatch(/Test Files {2}\d+ passed \(\d+\)/);
    expect(status).toBe(0);
  },
  TIMEOUT_MS,
);
