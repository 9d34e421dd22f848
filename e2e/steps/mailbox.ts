import { expect, type FrameLocator, type Page } from '@playwright/test';

/** Opens the newest letter to an address in the built-in mailbox, by a part of its subject where given. */
export const openLetter = async (
  page: Page,
  portal: string,
  to: string,
  subject: string | RegExp = '',
): Promise<FrameLocator> => {
  await page.goto(`${portal}/lk/admin/settings/emails?tab=mailbox`);
  const search = page.getByRole('searchbox', { name: 'Получатель, отправитель или тема' });
  await search.fill(to);
  await search.press('Enter');
  const line = page
    .getByRole('list', { name: 'Письма' })
    .getByRole('button')
    .filter({ hasText: to })
    .filter({ hasText: subject })
    .first();
  await line.click();
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(subject === '' ? /./ : subject);
  return page.frameLocator('iframe[title^="Письмо"]');
};

/** Where a link in the opened letter leads. */
export const linkIn = async (letter: FrameLocator, part: string | RegExp): Promise<string> => {
  const links = letter.locator('a[href]');
  await expect(links.first()).toBeAttached();
  const all = await links.evaluateAll((nodes) => nodes.map((node) => (node as HTMLAnchorElement).href));
  const found = all.find((href) => (typeof part === 'string' ? href.includes(part) : part.test(href)));
  expect(found, `a link with ${part} among ${all.join(' ')}`).toBeDefined();
  return found!;
};
