import { expect, type Page } from '@playwright/test';
import type { SignIn } from './server.ts';

type Who = Pick<SignIn, 'email' | 'password'>;

/** Fills in and submits the sign-in form on the screen. */
export const fillSignIn = async (page: Page, who: Who): Promise<void> => {
  await page.locator('input[autocomplete=username]').fill(who.email);
  await page.locator('input[autocomplete=current-password]').fill(who.password);
  await page.locator('button[type=submit]').click();
};

/** Gives the consent that is required at the first sign-in. */
export const giveConsent = async (page: Page): Promise<void> => {
  await page.getByRole('checkbox', { name: 'Даю согласие' }).check();
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page).not.toHaveURL(/auth\/login/);
};

/** Signs in through the form. */
export const signIn = async (page: Page, portal: string, who: Who, language = 'ru'): Promise<void> => {
  await page.goto(`${portal}/lk/auth/login?lang=${language}`);
  await fillSignIn(page, who);
  await expect(page).not.toHaveURL(/auth\/login/);
};
