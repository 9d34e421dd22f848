import { test as base } from '@playwright/test';
import { product } from '../people.ts';
import type { Started } from '../server.ts';

/**
 * Tests on the demo organisation. Each worker waits until it is ready, outside the time limits of the tests. A hook before
 * all tests would do the same, but then the tests of a file are no longer given to the workers one by one.
 */
export const test = base.extend<object, { demonstration: Started }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern which fixtures are needed
  demonstration: [({}, use) => product().then(use), { scope: 'worker', timeout: 600_000 }],
});
