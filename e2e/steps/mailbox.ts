import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

/** The emails to an address in the list of the built-in mailbox, newest first. */
const searchEmails = async (page: Page, portal: string, to: string): Promise<Locator> => {
  await page.goto(`${portal}/lk/admin/settings/emails?tab=mailbox`);
  const search = page.getByRole('searchbox', { name: 'Получатель, отправитель или тема' });
  await search.fill(to);
  await search.press('Enter');
  return page.getByRole('list', { name: 'Письма' }).getByRole('button').filter({ hasText: to });
};

/** Waits until the built-in mailbox contains this many emails to an address. */
export const expectEmails = async (page: Page, portal: string, to: string, count: number): Promise<void> =>
  expect(await searchEmails(page, portal, to)).toHaveCount(count);

/** Opens the newest email to an address in the built-in mailbox, or the newest with this part of the subject. */
export const openEmail = async (
  page: Page,
  portal: string,
  to: string,
  subject: string | RegExp = '',
): Promise<FrameLocator> => {
  const emails = await searchEmails(page, portal, to);
  await emails.filter({ hasText: subject }).first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(subject === '' ? /./ : subject);
  return page.frameLocator('iframe[title^="Письмо"]');
};

/** The target of a link in the open email. */
export const linkIn = async (email: FrameLocator, part: string | RegExp): Promise<string> => {
  const links = email.locator('a[href]');
  await expect(links.first()).toBeAttached();
  const all = await links.evaluateAll((nodes) => nodes.map((node) => (node as HTMLAnchorElement).href));
  const found = all.find((href) => (typeof part === 'string' ? href.includes(part) : part.test(href)));
  expect(found, `a link with ${part} among ${all.join(' ')}`).toBeDefined();
  return found!;
};
