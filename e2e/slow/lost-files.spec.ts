import { expect, test, type Page } from '@playwright/test';
import { fillSignIn, giveConsent } from '../people.ts';
import { builtFile } from '../steps/built-files.ts';
import { newOrganization, type Site } from '../running.ts';

// Files of the portal cannot be loaded: the network is lost, or an old tab requests files that an upgrade removed.
test.describe.configure({ mode: 'serial' });

let product: Site;
let officer: Page;
/** Number of requests for a whole page. */
let pages = 0;

const employees = builtFile('features/employees/employees-screen.tsx');
const modal = builtFile('features/employees/employee-modal.tsx');
const reload = () => officer.getByRole('button', { name: 'Обновить страницу' });
const open = (name: string) => officer.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  officer = await (await browser.newContext()).newPage();
  officer.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === officer.mainFrame()) pages += 1;
  });
});

test('a page whose script does not load explains so in three languages, and its button needs no script', async () => {
  await officer.route('**/lk/assets/*.js', (route) => route.abort());
  await officer.goto(`${product.portal}/lk/admin/staff/tags?lang=ru`);
  await expect(officer.getByText('Страница не загрузилась.')).toBeVisible();
  for (const words of ['The page did not load.', 'Sahifa yuklanmadi.'])
    await expect(officer.getByText(words)).toBeVisible();
  await officer.unroute('**/lk/assets/*.js');
  await officer.getByRole('link', { name: /Обновить страницу/ }).click();
  await expect(officer).toHaveURL(/\/lk\/auth\/login\?next=/);
  await fillSignIn(officer, product.first);
  await giveConsent(officer);
  await expect(officer.getByRole('heading', { name: 'Теги', level: 1 })).toBeVisible();
});

test('a screen with missing files reloads the page once, then shows a button', async () => {
  await officer.route(employees, (route) => route.fulfill({ status: 404, body: 'gone' }));
  const before = pages;
  await open('Сотрудники');
  await expect(officer.getByText('Страница не загрузилась')).toBeVisible();
  expect(pages - before).toBe(1);
  await officer.unroute(employees);
  await reload().click();
  await expect(officer.getByRole('heading', { name: /^Сотрудники/, level: 1 })).toBeVisible();
});

test('a page with input does not reload: the input stays, and the missing part is reported', async () => {
  await officer.evaluate(() => sessionStorage.clear());
  await officer.route(modal, (route) => route.abort());
  // Any input on a page counts: here the ticked box of the whole list represents it.
  await officer.getByRole('checkbox').first().check();
  const before = pages;
  await officer.getByRole('button', { name: 'Добавить' }).first().click();
  await expect(officer.getByRole('alert').getByText('Часть страницы не загрузилась.')).toBeVisible();
  await expect(officer.getByRole('checkbox').first()).toBeChecked();
  expect(pages - before).toBe(0);
  await officer.unroute(modal);
  await reload().click();
  await officer.getByRole('button', { name: 'Добавить' }).first().click();
  await expect(officer.getByRole('dialog')).toBeVisible();
});

test('a single failed request is repeated: the dialog opens without a message', async () => {
  await officer.reload();
  let lost = 0;
  await officer.route(modal, (route) => ((lost += 1) === 1 ? route.abort() : route.continue()));
  await officer.getByRole('button', { name: 'Добавить' }).first().click();
  await expect(officer.getByRole('dialog')).toBeVisible();
  await expect(officer.getByText('Часть страницы не загрузилась.')).toHaveCount(0);
  expect(lost).toBe(2);
  await officer.unroute(modal);
});
