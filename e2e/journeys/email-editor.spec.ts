import { expect, test } from '@playwright/test';
import { startProduct, type Product } from '../server.ts';
import { newOfficer } from '../steps/officer.ts';

// An officer changes an email of the starter library without seeing its code.

let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ SERGAK_DEMO: 'false' });
});
test.setTimeout(60_000);
test.afterAll(async () => product?.stop());

test('she types into the email, inserts a name, saves, and finds both again', async ({ browser }) => {
  const page = await newOfficer(browser, product);
  const faults: Error[] = [];
  page.on('pageerror', (fault) => void faults.push(fault));
  const read = async (path: string) => (await page.request.get(`${product.portal}/lk/api/v2/phishing/${path}`)).json();
  const [group] = (await read('templates')).data;
  const template = await read(`templates/${group.templates[0].id}`);
  const { id, html } = template.emails[0] as { id: string; html: string };
  await page.goto(`${product.portal}/lk/admin/phishing/templates/${template.id}/email/${id}/edit`);
  const canvas = page.getByRole('group', { name: 'HTML письма' }).frameLocator('iframe.gjs-frame');
  const text = canvas.locator('[data-gjs-type="own-text"]').last();
  await text.dblclick();
  await expect(text).toHaveAttribute('contenteditable', 'true');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Проверено, ');
  await page
    .getByRole('group', { name: 'Вставить переменную' })
    .getByRole('button', { name: 'Имя', exact: true })
    .click();
  await expect(text).toContainText('Проверено, {{first_name}}');
  await page.getByRole('button', { name: 'Сохранить письмо' }).click();
  await page.waitForURL(new RegExp(`/templates/${template.id}(?:\\?.*)?$`));
  const stored = (await read(`emails/${id}`)) as { html: string };
  expect(stored.html).toContain(' Проверено, {{first_name}}');
  expect(stored.html.replace(' Проверено, {{first_name}}', ''), 'nothing else has changed').toBe(html);
  await page.goto(`${product.portal}/lk/admin/phishing/templates/${template.id}/email/${id}/edit`);
  await expect(text).toContainText('Проверено, {{first_name}}');
  await text.dblclick();
  await expect(text).toHaveAttribute('contenteditable', 'true');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Ждём.');
  await page.getByRole('radio', { name: 'Код', exact: true }).check({ force: true });
  await expect(page.locator('.cm-content')).toContainText('Проверено, {{first_name}} Ждём.');
  expect(faults, 'errors of the page').toEqual([]);
});
