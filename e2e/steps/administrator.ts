import { expect, type Page } from '@playwright/test';
import { fillSignIn, giveConsent } from '../people.ts';
import type { Started } from '../server.ts';

/** The first sign-in to a new organisation, with the password that was issued for it. */
export const firstSignIn = async (page: Page, { portal, first }: Pick<Started, 'portal' | 'first'>): Promise<void> => {
  await page.goto(`${portal}/lk/`);
  await fillSignIn(page, first);
  await giveConsent(page);
};

/** Adds a mail domain to the organisation. A domain below `.test` is verified at once. */
export const addMailDomain = async (page: Page, portal: string, name: string): Promise<void> => {
  await page.goto(`${portal}/lk/admin/organization`);
  await page.getByRole('tab', { name: 'Почтовые домены' }).click();
  await page.getByLabel('Новый домен').fill(name);
  await page.getByRole('button', { name: 'Добавить домен' }).click();
  const domain = page.getByRole('list', { name: 'Почтовые домены' }).getByRole('listitem').filter({ hasText: name });
  await expect(domain).toContainText('Подтверждён');
};
