import type { Locator, Page } from '@playwright/test';
import { lastingFaults } from '../rest.ts';

/** A menu that has not come or gone by then is a fault. */
const PATIENCE_MS = 10_000;

/** Opens every menu of a row, card or page with the mouse and returns the items that the mouse does not hit. */
export const itemsOutOfReach = async (page: Page): Promise<string[]> => {
  const buttons = page.locator('main [aria-haspopup="menu"]:visible:not([aria-disabled="true"])');
  const faults: string[] = [];
  for (let i = 0, count = await buttons.count(); i < count; i += 1) {
    const button = buttons.nth(i);
    const name = await button.innerText();
    await button.click();
    const items = page.locator('[role="menu"] [role^="menuitem"]');
    // The kit draws and places its menus in later frames.
    if (await happens(items.first(), 'visible'))
      faults.push(...(await lastingFaults(page, itemsNotHit)).map((item) => `${name}: ${item}`));
    else faults.push(`${name}: no menu`);
    await page.keyboard.press('Escape');
    if (!(await happens(items.first(), 'hidden'))) faults.push(`${name}: stays open`);
  }
  return faults;
};

const happens = (one: Locator, state: 'visible' | 'hidden'): Promise<boolean> =>
  one.waitFor({ state, timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );

const itemsNotHit = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menu"] :is([role="menuitem"], [role="menuitemradio"])')]
      .filter((item) => {
        item.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = item.getBoundingClientRect();
        return !item.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })
      .map((item) => item.innerText),
  );
