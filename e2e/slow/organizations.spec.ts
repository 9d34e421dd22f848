import { expect, test, type Page } from '@playwright/test';
import { waitForAnimations } from '../rest.ts';
import { newOrganization, type Site } from '../running.ts';
import { expectEmails, linkIn, openEmail } from '../steps/mailbox.ts';
import { newAdministrator } from '../steps/prepare.ts';
import { register } from '../steps/staff-account.ts';

// A company creates a branch with its own licence, fills it with people up to the limit, and finally removes it.
test.describe.configure({ mode: 'serial' });

const BRANCH = 'Бухарский филиал';
const BEKOVA = 'bekova@branch.test';
const organization = '/lk/admin/organization';
let product: Site;
let page: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  page = await newAdministrator(browser, product);
});

const branchRow = () => page.getByRole('row').filter({ hasText: BRANCH });
const openBranch = async () => {
  await page.goto(product.portal + organization);
  await branchRow().getByRole('link', { name: BRANCH }).click();
  await expect(page.getByRole('heading', { level: 1, name: BRANCH })).toBeVisible();
};
const band = () => page.getByText(`Вы работаете в «${BRANCH}»`);
const addPerson = async (surname: string, email: string) => {
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Фамилия' }).fill(surname);
  await form.getByRole('textbox', { name: 'Имя' }).fill('Лола');
  await form.getByRole('textbox', { name: 'Почта' }).fill(email);
  await form.getByRole('button', { name: 'Добавить сотрудника' }).click();
};

test('a parent creates a branch with seats and dates from its own licence', async () => {
  await page.goto(product.portal + organization);
  await page.getByRole('link', { name: 'Создать организацию' }).click();
  await page.getByRole('textbox', { name: 'Название' }).fill(BRANCH);
  const places = page.getByRole('textbox', { name: 'Лимит сотрудников' });
  await places.fill('100000');
  await places.blur();
  await expect(page.getByText(/Целое число от\s0 до\s49/)).toBeVisible();
  await places.fill('2');
  await page.getByRole('button', { name: 'Создать организацию' }).click();
  await expect(page.getByRole('heading', { level: 1, name: BRANCH })).toBeVisible();
  await page.goto(product.portal + organization);
  await expect(branchRow()).toContainText('0 из 2');
});

test('switches to the branch and fills it until the licence is full', async () => {
  await openBranch();
  await page.getByRole('button', { name: 'Перейти в организацию' }).click();
  await expect(band()).toBeVisible();
  await page.goto(`${product.portal}/lk/admin/staff/employees`);
  await expect(band()).toBeVisible();
  for (const [surname, email] of [
    ['Азимова', 'azimova@branch.test'],
    ['Бекова', BEKOVA],
  ] as const) {
    await addPerson(surname, email);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: surname })).toBeVisible();
  }
  await addPerson('Валиева', 'valieva@branch.test');
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Недостаточно лицензий');
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Валиева' })).toHaveCount(0);
});

test('assigns an administrator role in the branch, and that person signs in with it', async ({ browser }) => {
  await page.goto(`${product.portal}/lk/admin/settings/superusers`);
  await expect(band()).toBeVisible();
  await page.getByRole('button', { name: 'Назначить' }).click();
  const form = page.getByRole('dialog', { name: 'Кому дать роль' });
  await form.getByRole('combobox', { name: 'Сотрудник' }).click();
  await page.getByRole('option', { name: /Бекова/ }).click();
  await form.getByRole('button', { name: 'Назначить' }).click();
  await expect(page.getByRole('list', { name: 'Кто управляет порталом' })).toContainText(BEKOVA);

  // The new role revokes the first invitation and sends another.
  await expectEmails(page, product.portal, BEKOVA, 2);
  const invitation = await linkIn(await openEmail(page, product.portal, BEKOVA), '/lk/auth/registration/');
  const administrator = await register(browser, invitation, BEKOVA, 'Бухара-и-верблюды-2026');
  await administrator.goto(`${product.portal}/lk/admin/settings/superusers`);
  const own = administrator.getByRole('list', { name: 'Кто управляет порталом' }).getByRole('listitem');
  await expect(own.filter({ hasText: 'Это вы' })).toContainText('Системный администратор');
  await administrator.goto(`${product.portal}/lk/admin/staff/employees`);
  await expect(administrator.getByRole('row').filter({ hasText: 'Азимова' })).toBeVisible();
  await administrator.context().close();
});

test('switches back and sees the people of the branch against their limit', async () => {
  await page.goto(product.portal + organization);
  await page.getByRole('button', { name: /Вернуться в/ }).click();
  await expect(band()).toHaveCount(0);
  await expect(branchRow()).toContainText('2 из 2, мест нет');
  await page.goto(`${product.portal}/lk/admin/staff/employees`);
  await expect(page.getByRole('row').filter({ hasText: 'Азимова' })).toHaveCount(0);
});

test('the page of the branch leads to its administrators, who can only be read from above', async () => {
  await openBranch();
  await page.getByRole('link', { name: 'Администраторы', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Кто управляет порталом' })).toContainText(BEKOVA);
  await expect(page.getByRole('button', { name: 'Назначить' })).toHaveCount(0);
});

test('opens the figures of the branch and returns to the address in `from`, never to another site', async () => {
  await openBranch();
  await page.getByRole('link', { name: 'Статистика', exact: true }).last().click();
  await expect(page).toHaveURL(/\/statistics$/);
  await page.goto(`${page.url()}?from=https://elsewhere.example/lk/`);
  await expect(page.getByRole('navigation', { name: /путь|где/i }).getByRole('link')).toHaveText(BRANCH);
  await page.goto(`${page.url().split('?')[0]}?from=${encodeURIComponent('/lk/admin/settings/license')}`);
  await page.getByRole('link', { name: 'Назад', exact: true }).click();
  await expect(page).toHaveURL(/settings\/license$/);
  // The root organisation has no page above it: there is a way back only if the address names one.
  const back = page.getByRole('link', { name: 'Назад', exact: true });
  await page.goto(`${product.portal}${organization}?from=https://elsewhere.example/lk/`);
  await expect(branchRow()).toBeVisible();
  await expect(back).toHaveCount(0);
  await page.goto(`${product.portal}${organization}?from=${encodeURIComponent('/lk/admin/settings/license')}`);
  await page.getByRole('tab', { name: 'Настройки' }).click();
  await back.click();
  await expect(page).toHaveURL(/settings\/license$/);
});

test('the branch is removed only after its name is typed, with all its data', async () => {
  await openBranch();
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const typed = dialog.getByRole('textbox', { name: /введите название/ });
  await typed.fill('Самаркандский филиал');
  await dialog.getByRole('button', { name: 'Удалить организацию' }).click();
  await expect(dialog.getByText('Название не совпадает')).toBeVisible();
  await typed.fill(BRANCH);
  const missed: string[] = [];
  page.on('response', (answer) => answer.status() === 404 && missed.push(answer.url()));
  await dialog.getByRole('button', { name: 'Удалить организацию' }).click();
  await expect(page).toHaveURL(new RegExp(`${organization}$`));
  await expect(branchRow()).toHaveCount(0);
  await expect(page.getByText(`Удаление «${BRANCH}»`).first()).toBeVisible();
  await waitForAnimations(page);
  // The web does not request the removed organisation again.
  expect(missed).toEqual([]);
  await page.goto(`${product.portal}/lk/admin/settings/audit`);
  await expect(page.getByRole('row').filter({ hasText: 'Удаление организации' })).toBeVisible();
});
