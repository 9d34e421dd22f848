import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';
import { instructions } from './apps/web/build/instructions.ts';

/** What takes a minute or more on two cores, the longest first: begun late, it would go on alone after all the others. */
const LONG = [
  'apps/server/test/first-start-demo.test.ts',
  'apps/server/test/first-start.test.ts',
  'apps/server/src/modules/campaigns/long-faults.test.ts',
  'packages/embedded-postgres/src/embedded-postgres.test.ts',
  'apps/server/test/walk/tenancy.test.ts',
  'apps/server/test/walk/junk.test.ts',
];

/** A fresh clone remembers no durations, and Vitest would begin with the files of most bytes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((path) => moduleId.endsWith(path));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  plugins: [instructions()],
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'content/**/*.test.ts'],
    globalSetup: ['apps/server/test/global-setup.ts'],
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
