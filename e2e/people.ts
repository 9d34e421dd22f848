import { expect, type Page } from '@playwright/test';
import type { SignIn, Started } from './server.ts';

/** The product of this run: its address and who can sign in. */
export const product = (): Started => JSON.parse(process.env.SERGAK_E2E ?? '{}') as Started;

/** Signs in through the form, and passes the consent step where it is due. */
export const signIn = async (page: Page, who: Pick<SignIn, 'email' | 'password'>, language = 'ru'): Promise<void> => {
  await page.goto(`${product().portal}/lk/auth/login?lng=${language}`);
  await page.locator('input[type=email], input[autocomplete=username]').first().fill(who.email);
  await page.locator('input[type=password]').first().fill(who.password);
  await page.locator('button[type=submit]').click();
  await expect(page).not.toHaveURL(/auth\/login/);
};
