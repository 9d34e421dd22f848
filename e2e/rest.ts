import { expect, type Page, type Request } from '@playwright/test';

/** What the web shows where something is still on its way: dots, skeletons, tables and buttons that wait. */
const WAITING = '[data-waiting], .mantine-Skeleton-root, [aria-busy=true], [data-loading]';
/** With two other pages on the same two cores. */
const PATIENCE_MS = 60_000;

export type Traffic = {
  /** What was asked for and has not come yet. */ under(): string[];
  /** Forgets it, before the page is left. */ forget(): void;
};

/** Follows what a page asks for, its previews and the parts of its program included. */
export const trafficOf = (page: Page): Traffic => {
  const under = new Set<Request>();
  page.on('request', (request) => under.add(request));
  page.on('requestfinished', (request) => under.delete(request));
  page.on('requestfailed', (request) => under.delete(request));
  return { under: () => [...under].map((request) => request.url()), forget: () => under.clear() };
};

/** Waits until nothing in the page changes, and its thread has had nothing to do several times in a row. */
const fallSilent = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let silent = 0;
        const watch = new MutationObserver(() => (silent = 0));
        watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const look = () => {
          silent += 1;
          if (silent < 4) return void setTimeout(() => requestIdleCallback(look, { timeout: 2_000 }), 50);
          watch.disconnect();
          resolve();
        };
        requestIdleCallback(look, { timeout: 2_000 });
      }),
  );

/** Waits until whatever moves or changes colour has come to its end; what turns for ever is let turn. */
export const comeToRest = async (page: Page): Promise<void> => {
  await fallSilent(page);
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  });
};

/**
 * Waits until a page has everything it asks for and shows it. The network alone does not tell: on a busy machine the program
 * takes its time between an answer and the next question.
 */
export const settle = async (page: Page, traffic: Traffic): Promise<void> => {
  await page.locator('main, [role=main]').first().waitFor({ timeout: PATIENCE_MS });
  await expect(async () => {
    await comeToRest(page);
    expect(traffic.under(), 'still on its way').toEqual([]);
    expect(await page.locator(WAITING).count(), 'places that still wait').toBe(0);
  }).toPass({ timeout: PATIENCE_MS, intervals: [50] });
};
