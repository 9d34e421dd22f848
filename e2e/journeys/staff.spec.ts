import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { haveStaff, newAdministrator } from '../steps/prepare.ts';
import { employees, expectRows, type Employee } from '../steps/staff-list.ts';

// People are added, found, chosen with «all found but these», tagged, removed and restored. `e2e/slow/staff-list.spec.ts`
// does the same with every filter, with files, campaigns and thousands of people.
test.describe.configure({ mode: 'serial' });

const TAG = 'Сменный персонал';
const board = employees(2, 'Абдуллаева', 'abdullaeva', 'Дирекция');
const books = employees(3, 'Валиева', 'valieva', 'Дирекция / Бухгалтерия');
const shop = employees(24, 'Каримова', 'karimova', 'Цех');
const newcomer: Employee = { surname: 'Юнусова', email: 'yunusova@zavod.test', place: 'Цех' };

let product: Site;
let administrator: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
  await haveStaff(administrator, [...board, ...books, ...shop]);
});

const dialog = () => administrator.getByRole('dialog');
const drawer = () => administrator.getByRole('dialog', { name: 'Фильтры' });
const bar = () => administrator.getByRole('region', { name: 'Действия с выбранными' });
const chips = () => administrator.getByRole('list', { name: 'Действующие фильтры' }).getByRole('listitem');
const row = (one: Employee) => administrator.getByRole('checkbox', { name: `Выбрать строку ${one.surname} Лола` });
const openFilters = async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/employees`);
  await expect(administrator.getByRole('table').getByRole('row')).not.toHaveCount(1);
  await administrator.getByRole('button', { name: /^Фильтры/ }).click();
};
const closeFilters = async (found: string) => {
  await drawer().getByRole('button', { name: found }).click();
  await expect(drawer()).toHaveCount(0);
};
const showDepartment = async (title: string, found: string) => {
  await openFilters();
  await drawer().getByRole('checkbox', { name: title, exact: true }).check();
  await closeFilters(found);
};

test('a department is chosen with all its children; the address keeps the choice and the search', async () => {
  await showDepartment('Дирекция', 'Показать людей: 5');
  await expectRows(administrator, [...board, ...books]);
  await administrator.getByRole('searchbox', { name: 'Имя, почта или должность' }).fill('Валиева');
  await expectRows(administrator, books);
  await administrator.reload();
  await expectRows(administrator, books);
  await expect(chips().first()).toContainText('Дирекция');
});

test('a person is added by hand, and her position is changed', async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/employees`);
  await administrator.getByRole('button', { name: 'Добавить сотрудника' }).click();
  await dialog().getByRole('textbox', { name: 'Фамилия' }).fill(newcomer.surname);
  await dialog().getByRole('textbox', { name: 'Имя' }).fill('Лола');
  await dialog().getByRole('textbox', { name: 'Почта' }).fill(newcomer.email);
  await dialog().getByRole('button', { name: 'Добавить сотрудника' }).click();
  await expect(dialog()).toHaveCount(0);
  await administrator.getByRole('searchbox', { name: 'Имя, почта или должность' }).fill(newcomer.surname);
  await expectRows(administrator, [newcomer]);
  const line = administrator.getByRole('row').filter({ hasText: newcomer.email });
  await line.getByRole('button', { name: /Изменить|Редактировать/ }).click();
  await dialog().getByRole('textbox', { name: 'Должность' }).fill('Мастер смены');
  await dialog().getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(dialog()).toHaveCount(0);
  await expect(line).toContainText('Мастер смены');
});

test('a tag is given to all found people on every page except the unticked ones', async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/tags`);
  await administrator.getByRole('button', { name: 'Создать тег' }).first().click();
  await dialog().getByLabel('Название').fill(TAG);
  await dialog().getByRole('button', { name: 'Создать тег' }).click();
  await expect(administrator.getByRole('article', { name: TAG })).toBeVisible();
  await showDepartment('Цех', 'Показать людей: 24');
  await administrator.getByRole('checkbox', { name: 'Выбрать все строки на странице' }).check();
  await bar().getByRole('button', { name: 'Выбрать все найденные: 24' }).click();
  await row(shop[2]!).uncheck();
  await administrator.getByRole('button', { name: 'Страница 2' }).click();
  await expectRows(administrator, shop.slice(20));
  await row(shop[22]!).uncheck();
  await bar().getByRole('button', { name: 'Добавить тег' }).click();
  await dialog().getByRole('combobox', { name: 'Тег' }).click();
  await administrator.getByRole('option', { name: TAG }).click();
  await dialog().getByRole('button', { name: 'Добавить тег 22 сотрудникам' }).click();
  await expect(bar(), 'nobody is selected any more').toHaveCount(0);
  await openFilters();
  await drawer().getByRole('combobox', { name: 'Теги' }).click();
  await administrator.getByRole('option', { name: TAG }).click();
  await administrator.keyboard.press('Escape');
  await closeFilters('Показать людей: 22');
  const tagged = shop.filter((one) => one !== shop[2] && one !== shop[22]);
  await expectRows(administrator, tagged.slice(0, 20));
});

test('all found people except one are removed, and one of them is restored', async () => {
  await showDepartment('Дирекция', 'Показать людей: 5');
  await administrator.getByRole('checkbox', { name: 'Выбрать все строки на странице' }).check();
  await row(books[0]!).uncheck();
  await bar().getByRole('button', { name: 'Удалить' }).click();
  await dialog().getByRole('button', { name: 'Удалить сотрудников: 4' }).click();
  await expectRows(administrator, [books[0]!]);
  await administrator.getByText('Удалённые', { exact: true }).click();
  const gone = administrator.getByRole('table', { name: 'Удалённые сотрудники' });
  await expect(gone.getByRole('row')).toHaveCount(5);
  await administrator.getByRole('button', { name: `Восстановить: ${board[1]!.surname} Лола` }).click();
  await expect(gone.getByRole('row')).toHaveCount(4);
  await showDepartment('Дирекция', 'Показать людей: 2');
  await expectRows(administrator, [board[1]!, books[0]!]);
});
