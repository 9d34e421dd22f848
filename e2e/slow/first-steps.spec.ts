import { expect, test, type Page } from '@playwright/test';
import { barriersOf } from '../barriers.ts';
import { startProduct, type Product } from '../server.ts';
import { firstSignIn } from '../steps/administrator.ts';

// A fresh installation lists the first steps, and marks each step as done.
test.describe.configure({ mode: 'serial' });

let product: Product;
let administrator: Page;
test.beforeAll(async ({ browser }) => {
  product = await startProduct({ SERGAK_DEMO: 'false' });
  administrator = await (await browser.newContext()).newPage();
});
test.afterAll(async () => product?.stop());

const card = () =>
  administrator.locator('section').filter({ has: administrator.getByRole('heading', { name: 'С чего начать' }) });
const home = () => administrator.goto(`${product.portal}/lk/`);

test('the first page shows five steps in order, none of them done', async () => {
  await firstSignIn(administrator, product);
  await expect(card()).toContainText('Сделано 0 из 5');
  await expect(card().getByRole('listitem')).toContainText([
    'Подтвердите почтовый домен',
    'Укажите почтовый сервер',
    'Загрузите сотрудников',
    'Проведите первую рассылку',
    'Назначьте первый курс',
  ]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await administrator.emulateMedia({ colorScheme });
    expect(await barriersOf(administrator)).toEqual([]);
  }
});

test('a step leads to its page, and is marked as done afterwards', async () => {
  await card()
    .getByRole('link', { name: /Подтвердите почтовый домен/ })
    .click();
  await administrator.getByLabel('Новый домен').fill('zavod.test');
  await administrator.getByRole('button', { name: 'Добавить домен' }).click();
  await expect(administrator.getByRole('list', { name: 'Почтовые домены' })).toContainText('zavod.test');
  const bar = administrator.getByRole('complementary', { name: 'С чего начать' });
  await expect(bar).toContainText('Домен подтверждён.');
  await bar.getByRole('link', { name: 'Дальше: Укажите почтовый сервер' }).click();
  await expect(administrator.getByRole('tab', { name: 'Почтовый сервер', selected: true })).toBeVisible();
  await expect(bar).toContainText('Шаг 2 из 5.');
  await bar.getByRole('link', { name: 'Пропустить шаг' }).click();
  await expect(administrator.getByRole('dialog')).toBeVisible();
  await home();
  await expect(card()).toContainText('Сделано 1 из 5');
  await expect(card().getByRole('link', { name: /Подтвердите почтовый домен.*сделано/ })).toBeVisible();
});

test('the list stays closed after it was closed', async () => {
  await card().getByRole('button', { name: 'Скрыть' }).click();
  await expect(card()).toHaveCount(0);
  await home();
  await expect(administrator.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card()).toHaveCount(0);
});
