import { expect, test, type Page } from '@playwright/test';
import { fillSignIn, giveConsent } from '../people.ts';
import { startProduct, type Product } from '../server.ts';
import { invite, register } from '../steps/staff-account.ts';

// Two administrators open the same person; who saves second is told, and loses neither work.
test.describe.configure({ mode: 'serial' });

const second = { surname: 'Мирзаева', name: 'Нигора', email: 'mirzaeva@sergak.test', role: 'Оператор' };
const person = { surname: 'Орлов', name: 'Пётр', email: 'orlov@sergak.test' };
let product: Product;
let one: Page;
let two: Page;

test.beforeAll(async ({ browser }) => {
  product = await startProduct({ SERGAK_DEMO: 'false' });
  one = await (await browser.newContext()).newPage();
  await one.goto(`${product.portal}/lk/`);
  await fillSignIn(one, product.first);
  await giveConsent(one);
  two = await register(browser, await invite(one, product.portal, second), second.email, 'dva berega odnoy reki');
  await invite(one, product.portal, person);
});
test.afterAll(async () => product?.stop());

const row = (page: Page) => page.getByRole('row').filter({ hasText: person.email });
const openPerson = async (page: Page) => {
  await page.goto(`${product.portal}/lk/admin/staff/employees`);
  await row(page)
    .getByRole('button', { name: /Изменить|Редактировать/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Должность' })).toBeVisible();
};
const position = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Должность' });

test('the second to save is told, keeps what was typed, and can save after looking again', async () => {
  await openPerson(one);
  await openPerson(two);
  await position(one).fill('Главный механик');
  await one.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await expect(one.getByRole('dialog')).toHaveCount(0);
  await expect(row(one)).toContainText('Главный механик');
  await position(two).fill('Старший механик');
  await two.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await expect(two.getByRole('dialog').getByRole('alert')).toContainText('изменил кто-то другой');
  await expect(position(two)).toHaveValue('Старший механик');
  await one.reload();
  await expect(row(one), 'the first work is not overwritten').toContainText('Главный механик');
  await openPerson(two);
  await expect(position(two)).toHaveValue('Главный механик');
  await position(two).fill('Старший механик');
  await two.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await expect(row(two)).toContainText('Старший механик');
});
