import type { Browser, Page } from '@playwright/test';
import { fillSignIn, giveConsent } from '../people.ts';
import type { Product } from '../server.ts';

/** The first sign-in to a product that has just been started, by the person whose password it printed. */
export const firstSignIn = async (page: Page, { portal, first }: Product): Promise<void> => {
  await page.goto(`${portal}/lk/`);
  await fillSignIn(page, first);
  await giveConsent(page);
};

/** The officer of a product that has just been started, signed in in a browser of her own. */
export const newOfficer = async (browser: Browser, product: Product): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await firstSignIn(page, product);
  return page;
};
