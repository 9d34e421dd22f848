import { expect, type Locator, type Page } from '@playwright/test';

/** More presses than any page has stops. */
const MOST = 250;

/** Presses Tab until this has the focus, as a person without a mouse does. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeAttached(); // the field of a segment is hidden behind its label
  for (let presses = 0; presses < MOST; presses += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MOST} presses of Tab do not reach ${target.toString()}`);
};

/** Goes to this with Tab and presses it with a key. */
export const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** Goes to this field with Tab and types. */
export const typeInto = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field);
  await page.keyboard.type(text);
};
