import { expect, test } from '@playwright/test';
import { makePptx } from '../../apps/server/src/modules/library/presentations/test-decks.ts';
import { newOrganization } from '../running.ts';
import { ask } from '../steps/api.ts';
import { createModule, importDeck } from '../steps/courses.ts';
import { newOfficer } from '../steps/prepare.ts';

test('a PowerPoint deck becomes slides with the text of the pages', async ({ browser }) => {
  const product = await newOrganization();
  const officer = await newOfficer(browser, product);
  const { body } = await ask(officer, { method: 'GET', path: '/lk/api/v2/library/presentations/formats' });
  const office = (body.kinds as string[]).includes('pptx');
  test.skip(!office, 'LibreOffice is not installed on this machine, so the product accepts only PDF');
  await createModule(officer, product.portal, 'Презентация');
  const pages = Array.from({ length: 20 }, (_, n) => ({ title: `Страница ${n + 1}`, text: 'Не открывайте вложения' }));
  const pptx = { name: 'Правила.pptx', mimeType: 'application/octet-stream', buffer: await makePptx(pages) };
  const done = await importDeck(officer, pptx, 20);
  await done.getByRole('button', { name: 'Готово' }).click();
  const slides = officer.getByRole('navigation', { name: 'Слайды модуля' }).locator('[data-slide]');
  await expect(slides).toHaveCount(20);
  await expect(slides.nth(19)).toContainText('Страница 20');
  await expect(officer.getByRole('textbox', { name: 'Описание картинки' })).toHaveValue(/Не открывайте вложения/);
});
