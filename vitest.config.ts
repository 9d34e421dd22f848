import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';
import { instructions } from './apps/web/build/instructions.ts';

// Texts or endpoints may have changed since the last command of npm.
execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: import.meta.dirname, stdio: 'inherit' });

/** `npm run test:all` includes `*.slow.test.ts`: kills, outages, first starts and full cross products. */
const ALL = process.env.SERGAK_TESTS === 'all';

/** What takes a minute or more on two cores, the longest first: begun late, it would go on alone after all the others. */
const LONG = [
  'apps/server/test/first-start-demo.slow.test.ts',
  'apps/server/test/first-start.slow.test.ts',
  'apps/server/src/modules/delivery/long-faults.slow.test.ts',
  'packages/embedded-postgres/src/embedded-postgres.slow.test.ts',
  'apps/server/test/walk/tenancy.slow.test.ts',
  'apps/server/test/walk/junk.slow.test.ts',
  'apps/server/test/walk/descendants.slow.test.ts',
  'apps/server/test/walk/anonymous.slow.test.ts',
  'apps/server/test/walk/access.test.ts',
  'apps/server/test/walk/tenancy.test.ts',
  'apps/server/test/walk/junk.test.ts',
  'apps/server/test/walk/descendants.test.ts',
];

/**
 * The longest files first: a fresh clone remembers no durations, and Vitest would begin with the files of most bytes.
 * Then the files without a DOM, then those with one: a worker goes on to the next file only if both have the same
 * environment; otherwise it ends, and a new one imports everything again.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(files.map((file) => [file, place(file.moduleId)]));
    return (await super.sort(files)).toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  }
}

function place(path: string): number {
  const long = LONG.findIndex((end) => path.endsWith(end));
  if (long !== -1) return long;
  return LONG.length + (readFileSync(path, 'utf8').startsWith('// @vitest-environment happy-dom') ? 1 : 0);
}

export default defineConfig({
  plugins: [instructions()],
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'content/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(ALL ? [] : ['**/*.slow.test.{ts,tsx}'])],
    globalSetup: ['apps/server/test/global-setup.ts'],
    setupFiles: ['apps/web/src/shared/ui/testing-setup.ts'],
    isolate: false,
    maxWorkers: 3, // on two cores: many tests wait for servers, mails and timers
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A state is waited for as long as a busy machine takes to reach it.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default'],
  },
});
