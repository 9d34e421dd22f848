import { expect, test } from '@playwright/test';
import { makePptx } from '../../apps/server/src/modules/library/presentations/test-decks.ts';
import { newOrganization } from '../running.ts';
import { ask } from '../steps/api.ts';
import { createModule, importDeck } from '../steps/courses.ts';
import { newAdministrator } from '../steps/prepare.ts';

test('a PowerPoint deck becomes slides with the text of the pages', async ({ browser }) => {
  const product = await newOrganization();
  const administrator = await newAdministrator(browser, product);
  const { body } = await ask(administrator, { method: 'GET', path: '/lk/api/v2/library/presentations/formats' });
  const office = (body.kinds as string[]).includes('pptx');
  test.skip(!office, 'LibreOffice is not installed on this machine, so the product accepts only PDF');
  await createModule(administrator, product.portal, 'Презентация');
  const pages = Array.from({ length: 20 }, (_, n) => ({ title: `Страница ${n + 1}`, text: 'Не открывайте вложения' }));
  const pptx = { name: 'Правила.pptx', mimeType: 'application/octet-stream', buffer: await makePptx(pages) };
  const done = await importDeck(administrator, pptx, 20);
  await done.getByRole('button', { name: 'Готово' }).click();
  const slides = administrator.getByRole('navigation', { name: 'Слайды модуля' }).locator('[data-slide]');
  await expect(slides).toHaveCount(20);
  await expect(slides.nth(19)).toContainText('Страница 20');
  await expect(administrator.getByRole('textbox', { name: 'Описание картинки' })).toHaveValue(/Не открывайте вложения/);
});
