import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { addSection, addTheme, openCourse, publish } from '../steps/courses.ts';
import { haveAccount, haveMailDomain, newAdministrator } from '../steps/prepare.ts';

// A course from the beginning: created, filled with themes of the starter modules, published, assigned. The learner keeps
// the version that was assigned when the administrator changes and publishes the course again.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const COURSE = 'Почта без ошибок';
const THEME = 'Вложения';
let product: Site;
let administrator: Page;
let learner: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
  await haveMailDomain(administrator, 'zavod.test');
  const person = { surname: 'Каримова', name: 'Нигора', email: 'learner@zavod.test' };
  learner = await haveAccount(browser, product, administrator, person, 'Длинная-фраза-для-входа-71');
});

const STEPS = [
  { kind: 'Материал', module: 'Хранить и передавать' },
  { kind: 'Тест', module: 'Тест', of: 'Данные и ИИ-помощники' },
] as const;

test('the administrator creates a course with a section and a theme, and publishes it', async () => {
  await administrator.goto(`${product.portal}/lk/admin/learning/courses/create`);
  await administrator.getByRole('textbox', { name: 'Название' }).fill(COURSE);
  await administrator.getByRole('button', { name: 'Создать курс' }).click();
  await expect(administrator.getByText('Черновик')).toBeVisible();
  await addSection(administrator, 'Письма');
  await addTheme(administrator, 'Письма', THEME, STEPS);
  await publish(administrator);
  await expect(administrator.getByText('Опубликован', { exact: true })).toBeVisible();
});

test('the learner keeps the assigned version when the course changes', async () => {
  await administrator.goto(`${product.portal}/lk/admin/learning/courses`);
  await administrator.getByRole('article').filter({ hasText: COURSE }).getByRole('link', { name: 'Назначить' }).click();
  await administrator.getByRole('searchbox', { name: 'Отдел или имя' }).fill('Каримова');
  await administrator.getByRole('checkbox', { name: /^Каримова/ }).check();
  await administrator.getByRole('button', { name: /^Назначить/ }).click();
  await expect(administrator).toHaveURL(/\/assigned\/[0-9a-f-]{36}/);
  const assigned = administrator.url().match(/[0-9a-f-]{36}/)![0];
  await openCourse(administrator, product.portal, COURSE);
  await administrator.getByRole('link', { name: THEME }).click();
  await administrator.getByRole('textbox', { name: 'Название темы' }).fill('Вложения и ссылки');
  await administrator.getByRole('button', { name: 'Сохранить и вернуться к курсу' }).click();
  await expect(administrator.getByText('Есть неопубликованные изменения')).toBeVisible();
  await expect(administrator.getByText(/^Тема «Вложения и ссылки»/)).toBeVisible();
  await publish(administrator);
  await learner.goto(`${product.portal}/lk/user/learning`);
  await expect(learner.getByRole('heading', { name: COURSE })).toBeVisible();
  await learner.goto(`${product.portal}/lk/user/learning/courses/${assigned}`);
  await expect(learner.getByText(THEME, { exact: true }).first()).toBeVisible();
  await expect(learner.getByText('Вложения и ссылки')).toHaveCount(0);
});
