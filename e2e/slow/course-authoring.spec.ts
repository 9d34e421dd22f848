import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { haveAccount, haveMailDomain, newOfficer } from '../steps/prepare.ts';

// A course from the beginning: created, filled with themes of the starter modules, published, assigned. The learner keeps
// the version that was assigned when the officer changes and publishes the course again.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const COURSE = 'Почта без ошибок';
const THEME = 'Вложения';
let product: Site;
let officer: Page;
let learner: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  officer = await newOfficer(browser, product);
  await haveMailDomain(officer, 'zavod.test');
  const person = { surname: 'Каримова', name: 'Нигора', email: 'learner@zavod.test' };
  learner = await haveAccount(browser, product, officer, person, 'Длинная-фраза-для-входа-71');
});

const dialog = () => officer.getByRole('dialog');
const closed = () => expect(dialog()).toHaveCount(0);
const toCourse = async () => {
  await officer.goto(`${product.portal}/lk/admin/learning/courses`);
  await officer.getByRole('article').filter({ hasText: COURSE }).getByRole('link', { name: 'Изменить' }).click();
  await expect(officer.getByRole('heading', { level: 1, name: COURSE })).toBeVisible();
};
const addStep = async (kind: string) => {
  await officer.getByRole('button', { name: 'Добавить шаг' }).click();
  await dialog().getByText(kind, { exact: true }).click();
  await dialog().getByRole('combobox', { name: 'Модуль' }).click();
  await officer.getByRole('option').first().click();
  await dialog().getByRole('button', { name: 'Добавить шаг' }).click();
  await closed();
};
const publish = async () => {
  await officer.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(officer.getByText('Курс опубликован').last()).toBeVisible();
};

test('the officer creates a course with a section and a theme, and publishes it', async () => {
  await officer.goto(`${product.portal}/lk/admin/learning/courses/create`);
  await officer.getByRole('textbox', { name: 'Название' }).fill(COURSE);
  await officer.getByRole('button', { name: 'Создать курс' }).click();
  await expect(officer.getByText('Черновик')).toBeVisible();
  await officer.getByRole('button', { name: 'Добавить раздел' }).click();
  await dialog().getByRole('textbox', { name: 'Название раздела' }).fill('Письма');
  await dialog().getByRole('button', { name: 'Добавить раздел' }).click();
  await closed();
  await officer.getByRole('button', { name: 'Новая тема' }).click();
  await officer.getByRole('textbox', { name: 'Название темы' }).fill(THEME);
  await addStep('Материал');
  await addStep('Тест');
  await officer.getByRole('button', { name: 'Сохранить и вернуться к курсу' }).click();
  await expect(officer.getByRole('link', { name: THEME })).toBeVisible();
  await publish();
  await expect(officer.getByText('Опубликован', { exact: true })).toBeVisible();
});

test('the learner keeps the assigned version when the course changes', async () => {
  await officer.goto(`${product.portal}/lk/admin/learning/courses`);
  await officer.getByRole('article').filter({ hasText: COURSE }).getByRole('link', { name: 'Назначить' }).click();
  await officer.getByRole('searchbox', { name: 'Отдел или имя' }).fill('Каримова');
  await officer.getByRole('checkbox', { name: /^Каримова/ }).check();
  await officer.getByRole('button', { name: /^Назначить/ }).click();
  await expect(officer).toHaveURL(/\/assigned\/[0-9a-f-]{36}/);
  const assigned = officer.url().match(/[0-9a-f-]{36}/)![0];
  await toCourse();
  await officer.getByRole('link', { name: THEME }).click();
  await officer.getByRole('textbox', { name: 'Название темы' }).fill('Вложения и ссылки');
  await officer.getByRole('button', { name: 'Сохранить и вернуться к курсу' }).click();
  await expect(officer.getByText('Есть неопубликованные изменения')).toBeVisible();
  await expect(officer.getByText(/^Тема «Вложения и ссылки»/)).toBeVisible();
  await publish();
  await learner.goto(`${product.portal}/lk/user/learning`);
  await expect(learner.getByRole('heading', { name: COURSE })).toBeVisible();
  await learner.goto(`${product.portal}/lk/user/learning/courses/${assigned}`);
  await expect(learner.getByText(THEME, { exact: true }).first()).toBeVisible();
  await expect(learner.getByText('Вложения и ссылки')).toHaveCount(0);
});
