import { test as base } from '@playwright/test';
import { demonstration, type Demonstration } from '../running.ts';

/**
 * Tests on the demo organisation. Each worker waits until it is ready, outside the time limits of the tests. A hook before
 * all tests would do the same, but then the tests of a file are no longer given to the workers one by one.
 */
export const test = base.extend<object, { demo: Demonstration }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern which fixtures are needed
  demo: [({}, use) => demonstration().then(use), { scope: 'worker', timeout: 600_000 }],
});
