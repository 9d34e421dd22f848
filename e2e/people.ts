import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import type { SignIn, Started } from './server.ts';

/** The running product with the demo organisation: its address and the people who can sign in. */
export const product = async (): Promise<Started> => {
  const file = process.env.SERGAK_E2E;
  if (!file) throw new Error('this run has no demo organisation: e2e/server.ts starts it for the walk alone');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) {
      await pause(200);
      continue;
    }
    const state = JSON.parse(text) as Started | { failed: string };
    if ('failed' in state) throw new Error(state.failed);
    return state;
  }
};

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

/** Signs in through the form; `portal` is that of the demo product unless given. */
export const signIn = async (page: Page, who: Who, language = 'ru', portal?: string): Promise<void> => {
  await page.goto(`${portal ?? (await product()).portal}/lk/auth/login?lang=${language}`);
  await fillSignIn(page, who);
  await expect(page).not.toHaveURL(/auth\/login/);
};
