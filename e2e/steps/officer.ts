import { expect, type Page } from '@playwright/test';
import { fillSignIn, giveConsent } from '../people.ts';
import type { Product } from '../server.ts';

/** The first sign-in to a newly started product, with the printed password. */
export const firstSignIn = async (page: Page, { portal, first }: Product): Promise<void> => {
  await page.goto(`${portal}/lk/`);
  await fillSignIn(page, first);
  await giveConsent(page);
};

/** Adds a mail domain to the organisation. In these products a domain is verified at once. */
export const addMailDomain = async (page: Page, portal: string, name: string): Promise<void> => {
  await page.goto(`${portal}/lk/admin/organization`);
  await page.getByRole('tab', { name: 'Почтовые домены' }).click();
  await page.getByLabel('Новый домен').fill(name);
  await page.getByRole('button', { name: 'Добавить домен' }).click();
  const domain = page.getByRole('list', { name: 'Почтовые домены' }).getByRole('listitem').filter({ hasText: name });
  await expect(domain).toContainText('Подтверждён');
};
