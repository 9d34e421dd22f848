import { expect, type Locator } from '@playwright/test';

/** Turns a switch on. `check` wants the new state at once, and the form draws it a moment later. */
export const turnOn = async (one: Locator): Promise<void> => {
  await expect(one).not.toBeChecked();
  await one.click();
  await expect(one).toBeChecked();
};
