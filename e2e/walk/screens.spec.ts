import { expect } from '@playwright/test';
import { barriersOf } from '../barriers.ts';
import { lastingFaults, settle } from '../rest.ts';
import { itemsOutOfReach } from './menus.ts';
import { overhanging, PHONE, views } from './phone.ts';
import { phoneFaults, tableFaults } from './tables.ts';
import { test } from './walk.ts';
import { addressesOf, expectDifferent, expectNoTroubles, namingFaults, openWalker, show, textOf } from './walker.ts';

const DESKTOP = { width: 1440, height: 900 };

test.describe.configure({ mode: 'parallel' });

// Every screen in Russian: loaded on a desktop, where axe applies all rules and every menu is opened,
// lists show all their columns, and then made as narrow as a phone, where its further views follow. `e2e/slow/screens.spec.ts` walks in three languages and two themes.
for (const { kind, part, of } of [
  { kind: 'admin', part: 0, of: 4 },
  { kind: 'admin', part: 1, of: 4 },
  { kind: 'admin', part: 2, of: 4 },
  { kind: 'admin', part: 3, of: 4 },
  { kind: 'learner', part: 0, of: 1 },
  { kind: 'public', part: 0, of: 1 },
] as const)
  test(`${kind} screens on a desktop and a phone, part ${part + 1} of ${of}`, async ({ browser, demo }) => {
    test.setTimeout(600_000);
    const walker = await openWalker(browser, demo, kind, 'ru', { locale: 'ru-RU', viewport: DESKTOP });
    const { page, traffic, params } = walker;
    const shown: string[] = [];
    for (const { id, path } of addressesOf(kind, walker, part, of)) {
      const address = `${path}?lang=ru`;
      await page.setViewportSize(DESKTOP);
      await show(walker, address, true);
      shown.push(await textOf(walker, address));
      expect.soft(await lastingFaults(page, namingFaults), `names on ${address}`).toEqual([]);
      expect.soft(await lastingFaults(page, (at) => barriersOf(at, 'practice')), `axe on ${address}`).toEqual([]);
      expect.soft(await itemsOutOfReach(page), `menus on ${address}`).toEqual([]);
      expect.soft(await lastingFaults(page, tableFaults), `lists on ${address}`).toEqual([]);
      await page.setViewportSize(PHONE);
      for (const view of ['', ...(views[id] ?? [])]) {
        const narrow = `${address}&${view.replaceAll('$tag', params.tag_id!)}`;
        await (view === '' ? settle(page, traffic) : show(walker, narrow, false));
        await textOf(walker, narrow);
        expect.soft(await lastingFaults(page, overhanging), `too wide on ${narrow}`).toEqual([]);
        expect.soft(await lastingFaults(page, phoneFaults), `rows and words on ${narrow}`).toEqual([]);
        if (view === '') continue;
        await page.setViewportSize(DESKTOP);
        expect.soft(await lastingFaults(page, tableFaults), `lists on ${narrow}`).toEqual([]);
        await page.setViewportSize(PHONE);
      }
      expectNoTroubles(walker, id, address);
    }
    if (kind !== 'public') expectDifferent(shown);
    await page.context().close();
  });
