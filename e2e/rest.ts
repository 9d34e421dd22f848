import { expect, type Page, type Request } from '@playwright/test';

/** Elements that show a loading state: dots, skeletons, tables and buttons that wait. */
const WAITING = '[data-waiting], .mantine-Skeleton-root, [aria-busy=true], [data-loading]';
/** With two other pages on the same two cores. */
const PATIENCE_MS = 60_000;

export type Traffic = {
  /** Requests without a response yet. */ pending(): string[];
  /** Clears the list before the page is left. */ clear(): void;
};

/** Tracks the open requests of a page, including its previews and scripts. */
export const trafficOf = (page: Page): Traffic => {
  const open = new Set<Request>();
  page.on('request', (request) => {
    // The live connection of a browser stays open.
    if (!request.url().endsWith('/notifications/live')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return { pending: () => [...open].map((request) => request.url()), clear: () => open.clear() };
};

/** Waits until the page no longer changes, and its thread has been idle several times in a row. */
const waitForQuiet = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let quiet = 0;
        const watch = new MutationObserver(() => (quiet = 0));
        watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const check = () => {
          quiet += 1;
          if (quiet < 4) return void setTimeout(() => requestIdleCallback(check, { timeout: 2_000 }), 50);
          watch.disconnect();
          resolve();
        };
        requestIdleCallback(check, { timeout: 2_000 });
      }),
  );

/** A fault that is there for so long is not a moment of a page that is being drawn anew. */
const LASTING_MS = 5_000;

/**
 * The faults that `look` still finds after it has looked several times; an empty list as soon as it finds none. The time
 * begins with the end of the first look, so that a long one is repeated, too.
 */
export const lastingFaults = async (page: Page, look: (page: Page) => Promise<string[]>): Promise<string[]> => {
  let faults = await look(page);
  const ends = Date.now() + LASTING_MS;
  while (faults.length > 0) {
    await waitForAnimations(page);
    faults = await look(page);
    if (Date.now() > ends) break;
  }
  return faults;
};

/** Waits until all finite animations have ended; endless ones are ignored. */
export const waitForAnimations = async (page: Page): Promise<void> => {
  await waitForQuiet(page);
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  });
};

/**
 * Goes to an address of the portal without loading the page again, as its links do. The page must be open in the
 * application.
 */
export const goInApp = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), address);

/**
 * Waits until a page has received everything it requests and shows it. Network activity alone is not enough: on a busy
 * machine the page needs time between a response and its next request.
 */
export const settle = async (page: Page, traffic: Traffic): Promise<void> => {
  await page.locator('main, [role=main]').first().waitFor({ timeout: PATIENCE_MS });
  await expect(async () => {
    await waitForAnimations(page);
    expect(traffic.pending(), 'requests without a response').toEqual([]);
    expect(await page.locator(WAITING).count(), 'elements in a loading state').toBe(0);
  }).toPass({ timeout: PATIENCE_MS, intervals: [50] });
};
