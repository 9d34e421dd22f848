import { expect, test, type Page } from '@playwright/test';
import { fillSignIn, giveConsent } from '../people.ts';
import { builtFile } from '../steps/built-files.ts';
import { newOrganization, type Site } from '../running.ts';

// Files of the portal cannot be loaded: the network is lost, or an old tab requests files that an upgrade removed.
test.describe.configure({ mode: 'serial' });

let product: Site;
let administrator: Page;
/** Number of requests for a whole page. */
let pages = 0;

const employees = builtFile('features/employees/employees-screen.tsx');
const modal = builtFile('features/employees/employee-modal.tsx');
const reload = () => administrator.getByRole('button', { name: 'Обновить страницу' });
const open = (name: string) =>
  administrator.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await (await browser.newContext()).newPage();
  administrator.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === administrator.mainFrame()) pages += 1;
  });
});

test('a page whose script does not load explains so in three languages, and its button needs no script', async () => {
  await administrator.route('**/lk/assets/*.js', (route) => route.abort());
  await administrator.goto(`${product.portal}/lk/admin/staff/tags?lang=ru`);
  await expect(administrator.getByText('Страница не загрузилась.')).toBeVisible();
  for (const words of ['The page did not load.', 'Sahifa yuklanmadi.'])
    await expect(administrator.getByText(words)).toBeVisible();
  await administrator.unroute('**/lk/assets/*.js');
  await administrator.getByRole('link', { name: /Обновить страницу/ }).click();
  await expect(administrator).toHaveURL(/\/lk\/auth\/login\?next=/);
  await fillSignIn(administrator, product.first);
  await giveConsent(administrator);
  await expect(administrator.getByRole('heading', { name: 'Теги', level: 1 })).toBeVisible();
});

test('a screen with missing files reloads the page once, then shows a button', async () => {
  await administrator.route(employees, (route) => route.fulfill({ status: 404, body: 'gone' }));
  const before = pages;
  await open('Сотрудники');
  await expect(administrator.getByText('Страница не загрузилась')).toBeVisible();
  expect(pages - before).toBe(1);
  await administrator.unroute(employees);
  await reload().click();
  await expect(administrator.getByRole('heading', { name: /^Сотрудники/, level: 1 })).toBeVisible();
});

test('a page with input does not reload: the input stays, and the missing part is reported', async () => {
  await administrator.evaluate(() => sessionStorage.clear());
  await administrator.route(modal, (route) => route.abort());
  // Any input on a page counts: here the ticked box of the whole list represents it.
  await administrator.getByRole('checkbox').first().check();
  const before = pages;
  await administrator.getByRole('button', { name: 'Добавить' }).first().click();
  await expect(administrator.getByRole('alert').getByText('Часть страницы не загрузилась.')).toBeVisible();
  await expect(administrator.getByRole('checkbox').first()).toBeChecked();
  expect(pages - before).toBe(0);
  await administrator.unroute(modal);
  await reload().click();
  await expect(administrator.getByRole('dialog'), 'the address kept what was being opened').toBeVisible();
  await administrator.keyboard.press('Escape');
  await expect(administrator.getByRole('dialog')).toHaveCount(0);
});

test('a single failed request is repeated: the dialog opens without a message', async () => {
  await administrator.reload();
  let lost = 0;
  await administrator.route(modal, (route) => ((lost += 1) === 1 ? route.abort() : route.continue()));
  await administrator.getByRole('button', { name: 'Добавить' }).first().click();
  await expect(administrator.getByRole('dialog')).toBeVisible();
  await expect(administrator.getByText('Часть страницы не загрузилась.')).toHaveCount(0);
  expect(lost).toBe(2);
  await administrator.unroute(modal);
});
