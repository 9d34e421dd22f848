import type { Page } from '@playwright/test';

/** Opens every menu of a row, card or page with the mouse and returns the items that the mouse does not hit. */
export const itemsOutOfReach = async (page: Page): Promise<string[]> => {
  const buttons = page.locator('main [aria-haspopup="menu"]:visible:not([aria-disabled="true"])');
  const faults: string[] = [];
  for (let i = 0, count = await buttons.count(); i < count; i += 1) {
    const button = buttons.nth(i);
    await button.click();
    // The kit draws its menus in a later frame; a menu that never comes is reported below.
    await page
      .locator('[role="menu"] [role^="menuitem"]')
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => undefined);
    const found = await page.evaluate(() => {
      const items = [
        ...document.querySelectorAll<HTMLElement>('[role="menu"] :is([role="menuitem"], [role="menuitemradio"])'),
      ];
      return items.map((item) => {
        item.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = item.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return { name: item.innerText, reached: item.contains(hit) };
      });
    });
    const name = await button.innerText();
    if (found.length === 0) faults.push(`${name}: no menu`);
    for (const item of found) if (!item.reached) faults.push(`${name}: ${item.name}`);
    await page.keyboard.press('Escape');
  }
  return faults;
};
