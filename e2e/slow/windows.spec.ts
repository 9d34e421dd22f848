import { expect } from '@playwright/test';
import { test } from '../walk/walk.ts';
import { addressesOf, openWalker, show } from '../walk/walker.ts';
import { windowFaults } from '../walk/windows.ts';

test.describe.configure({ mode: 'parallel' });

/** Fewer means that the walk does not find the windows any more. */
const LEAST = { admin: 12, learner: 1 };

for (const { kind, part, of } of [
  { kind: 'admin', part: 0, of: 3 },
  { kind: 'admin', part: 1, of: 3 },
  { kind: 'admin', part: 2, of: 3 },
  { kind: 'learner', part: 0, of: 1 },
] as const)
  test(`every window takes the focus and returns it, ${kind} screens, part ${part + 1} of ${of}`, async ({
    browser,
    demo,
  }) => {
    test.setTimeout(1_500_000);
    const walker = await openWalker(browser, demo, kind, 'ru', { locale: 'ru-RU' });
    const { page } = walker;
    // The demo stays as it is for the other walks.
    await page.route('**/*', (route) =>
      ['GET', 'HEAD'].includes(route.request().method()) ? route.fallback() : route.abort(),
    );
    const opened: string[] = [];
    for (const [at, { path }] of addressesOf(kind, walker, part, of).entries()) {
      const address = `${path}?lang=ru`;
      const open = () => show(walker, address, true);
      await open();
      // The frame is the same on all screens.
      const windows = await windowFaults(walker, at === 0 ? ':is(header, aside, nav, main)' : 'main', open);
      opened.push(...windows.opened);
      expect.soft(windows.faults, `windows of ${address}`).toEqual([]);
    }
    expect(opened.length).toBeGreaterThanOrEqual(LEAST[kind]);
    await page.context().close();
  });
