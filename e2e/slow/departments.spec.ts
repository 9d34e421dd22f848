import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { haveStaff, newAdministrator } from '../steps/prepare.ts';
import { employees, expectRows } from '../steps/staff-list.ts';

// Departments are created, renamed, moved by drag and in the dialog, and removed; every person is kept.
test.describe.configure({ mode: 'serial' });

const shop = employees(3, 'Каримова', 'karimova', 'Производство / Цех');
const store = employees(2, 'Саидова', 'saidova', 'Склад');
let product: Site;
let administrator: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
  await haveStaff(administrator, [...shop, ...store]);
  await administrator.goto(`${product.portal}/lk/admin/staff/employees`);
  await administrator.getByText('Отделы', { exact: true }).last().click();
});

const dialog = () => administrator.getByRole('dialog');
const table = () => administrator.getByRole('table', { name: 'Отделы' });
const row = (title: string) =>
  table()
    .getByRole('row')
    .filter({ has: administrator.getByText(title, { exact: true }) });
/** The titles on this level of departments, with the people of each and of all its children. */
const expectLevel = async (level: Readonly<Record<string, number>>) =>
  expect
    .poll(async () =>
      (await table().getByRole('row').allInnerTexts())
        .slice(1)
        .map((text) => text.split(/\s*[\t\n]\s*/).filter(Boolean))
        .map(([title, people]) => [title, people]),
    )
    .toEqual(Object.entries(level).map(([title, people]) => [title, String(people)]));
const edit = (title: string) => administrator.getByRole('button', { name: `Изменить отдел «${title}»` }).click();
const enter = (title: string) =>
  administrator.getByRole('button', { name: `Открыть вложенные отделы: ${title}` }).click();
const crumb = (title: string) =>
  administrator.getByRole('navigation', { name: 'Путь к отделу' }).getByRole('button', { name: title, exact: true });
const drag = async (title: string, to: ReturnType<typeof crumb>) => {
  await row(title)
    .getByTitle(/Перетащите\sна\sдругой\sотдел/)
    .dragTo(to);
  await dialog().getByRole('button', { name: 'Перенести отдел' }).click();
  await expect(dialog()).toHaveCount(0);
};
const chooseParent = async (title: string) => {
  await dialog().getByRole('combobox', { name: 'Входит в отдел' }).click();
  await administrator.getByRole('option', { name: title, exact: true }).click();
};

test('a department is created at the top level and inside another one; a duplicate title is rejected', async () => {
  await expectLevel({ 'Без отдела': 1, Производство: 3, Склад: 2 });
  await administrator.getByRole('button', { name: 'Создать отдел' }).click();
  await dialog().getByRole('textbox', { name: 'Название' }).fill('СКЛАД');
  await dialog().getByRole('button', { name: 'Создать отдел' }).click();
  await expect(dialog().getByRole('alert')).toContainText(/уже есть/);
  await dialog().getByRole('textbox', { name: 'Название' }).fill('Логистика');
  await dialog().getByRole('button', { name: 'Создать отдел' }).click();
  await expectLevel({ 'Без отдела': 1, Логистика: 0, Производство: 3, Склад: 2 });
  await administrator.getByRole('button', { name: 'Создать отдел' }).click();
  await dialog().getByRole('textbox', { name: 'Название' }).fill('Упаковка');
  await chooseParent('Склад');
  await dialog().getByRole('button', { name: 'Создать отдел' }).click();
  await expect(dialog()).toHaveCount(0);
  await enter('Склад');
  await expectLevel({ Упаковка: 0 });
  await expect(crumb('Склад')).toBeDisabled();
  await administrator.reload();
  await expectLevel({ Упаковка: 0 });
});

test('a department is renamed, and «Без отдела» cannot be', async () => {
  await crumb('Все отделы').click();
  await edit('Логистика');
  await dialog().getByRole('textbox', { name: 'Название' }).fill('Перевозки');
  await dialog().getByRole('button', { name: 'Сохранить' }).click();
  await expectLevel({ 'Без отдела': 1, Перевозки: 0, Производство: 3, Склад: 2 });
  await expect(administrator.getByRole('button', { name: 'Изменить отдел «Без отдела»' })).toHaveCount(0);
});

test('a dialog asks before it discards input, and only then', async () => {
  const create = administrator.getByRole('button', { name: 'Создать отдел' });
  const form = administrator.getByRole('dialog', { name: 'Новый отдел' });
  const question = administrator.getByRole('dialog', { name: 'Закрыть без сохранения?' });
  await create.click();
  const title = form.getByRole('textbox', { name: 'Название' });
  await expect(title).toBeFocused();
  await administrator.keyboard.press('Escape');
  await expect(form, 'nothing was typed').toHaveCount(0);
  await create.click();
  await title.fill('Архив');
  await administrator.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await administrator.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(title).toHaveValue('Архив');
  await administrator.mouse.click(8, 8);
  await question.getByRole('button', { name: 'Отмена' }).click();
  await expect(question).toHaveCount(0);
  await expect(title).toHaveValue('Архив');
  await form.getByRole('button', { name: 'Закрыть' }).click();
  await question.getByRole('button', { name: 'Закрыть без сохранения' }).click();
  await expect(dialog()).toHaveCount(0);
  await expect(row('Архив')).toHaveCount(0);
});

test('the address of a removed department shows a message and leads back to all departments', async () => {
  const here = new URL(administrator.url());
  here.searchParams.set('department', '0b2ad0de-0000-4000-8000-000000000000');
  await administrator.goto(here.href);
  await expect(administrator.getByText('Отдел не найден').first()).toBeVisible();
  await crumb('Все отделы').click();
  await expectLevel({ 'Без отдела': 1, Перевозки: 0, Производство: 3, Склад: 2 });
});

test('people chosen inside a department stay ticked across the steps and a reload, and can be removed', async () => {
  const here = administrator.url();
  const picker = administrator.getByRole('region', { name: 'Кому', exact: true }).last();
  const box = (title: string) => picker.getByRole('checkbox', { name: new RegExp(`^${title}`) });
  const open = (title: string) => picker.getByRole('button', { name: `Раскрыть: ${title}` }).click();
  const [out, kept] = shop.map((one) => one.surname);
  const expectTicks = async () => {
    await expect(box('Производство')).toBeChecked({ indeterminate: true });
    await open('Производство');
    await expect(box('Цех')).toBeChecked({ indeterminate: true });
    await open('Цех');
    await expect(box(out!)).not.toBeChecked();
    await expect(box(kept!)).toBeChecked();
  };
  await administrator.goto(`${product.portal}/lk/admin/phishing/campaigns/create`);
  await administrator.getByLabel('Название рассылки').fill('Учебная');
  await open('Производство');
  await box('Цех').check();
  await open('Цех');
  await box(out!).uncheck();
  const counted = picker.getByText(/^Выбран/);
  const before = await counted.innerText();
  await administrator.getByRole('button', { name: 'Далее' }).click();
  await expect(picker).toHaveCount(0);
  await administrator.getByRole('button', { name: 'Назад', exact: true }).click();
  await expectTicks();
  await administrator.reload();
  await expectTicks();
  await expect(counted).toHaveText(before);
  await box('Производство').check();
  await expect(box(out!), 'ticking all below takes the excluded in again').toBeChecked();
  await box('Производство').uncheck();
  await administrator.getByRole('button', { name: 'Далее' }).click();
  await expect(administrator.getByRole('main'), 'nobody is chosen any more').toContainText('Выберите получателей');
  await administrator.goto(here);
});

test('a department is moved in the dialog, which offers no place below the department itself', async () => {
  await edit('Производство');
  await dialog().getByRole('combobox', { name: 'Входит в отдел' }).click();
  await expect(administrator.getByRole('option', { name: /Склад/ }).first()).toBeVisible();
  await expect(administrator.getByRole('option', { name: /Цех|Производство|Без отдела/ })).toHaveCount(0);
  await administrator.getByRole('option', { name: 'Перевозки', exact: true }).click();
  await dialog().getByRole('button', { name: 'Сохранить' }).click();
  await expectLevel({ 'Без отдела': 1, Перевозки: 3, Склад: 2 });
  await enter('Перевозки');
  await expectLevel({ Производство: 3 });
});

test('a department is dragged onto another one, and back up onto «Все отделы»', async () => {
  await enter('Производство');
  await expectLevel({ Цех: 3 });
  await drag('Цех', crumb('Все отделы'));
  await expect(administrator.getByText('Вложенных отделов нет')).toBeVisible();
  await crumb('Все отделы').click();
  await expectLevel({ 'Без отдела': 1, Перевозки: 0, Склад: 2, Цех: 3 });
  await drag('Цех', row('Склад'));
  await expectLevel({ 'Без отдела': 1, Перевозки: 0, Склад: 5 });
  await row('Цех').waitFor({ state: 'detached' });
  await enter('Склад');
  await expectLevel({ Упаковка: 0, Цех: 3 });
  await administrator.reload();
  await expectLevel({ Упаковка: 0, Цех: 3 });
});

test('a department is removed with all its children, and its people move to «Без отдела»', async () => {
  await crumb('Все отделы').click();
  await edit('Склад');
  await dialog().getByRole('button', { name: 'Удалить' }).click();
  const sure = dialog().filter({ hasText: 'Удалить отдел «Склад»?' });
  await expect(sure).toContainText('Вложенные отделы удалятся вместе с ним, а 5 человек перейдут в «Без отдела»');
  await sure.getByRole('button', { name: 'Удалить отдел' }).click();
  await expectLevel({ 'Без отдела': 6, Перевозки: 0 });
  await row('Без отдела').getByRole('link', { name: '6' }).click();
  await expect(administrator.getByRole('list', { name: 'Действующие фильтры' })).toContainText('Без отдела');
  await expectRows(administrator, [...shop, ...store]);
});
