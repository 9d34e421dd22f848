import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { haveStaff, newOfficer } from '../steps/prepare.ts';
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
let officer: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  officer = await newOfficer(browser, product);
  await haveStaff(officer, [...board, ...books, ...shop]);
});

const dialog = () => officer.getByRole('dialog');
const drawer = () => officer.getByRole('dialog', { name: 'Фильтры' });
const bar = () => officer.getByRole('region', { name: 'Действия с выбранными' });
const chips = () => officer.getByRole('list', { name: 'Действующие фильтры' }).getByRole('listitem');
const row = (one: Employee) => officer.getByRole('checkbox', { name: `Выбрать строку ${one.surname} Лола` });
const openFilters = async () => {
  await officer.goto(`${product.portal}/lk/admin/staff/employees`);
  await expect(officer.getByRole('table').getByRole('row')).not.toHaveCount(1);
  await officer.getByRole('button', { name: /^Фильтры/ }).click();
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
  await showDepartment('Дирекция', 'Показать 5 человек');
  await expectRows(officer, [...board, ...books]);
  await officer.getByRole('searchbox', { name: 'Имя, почта или должность' }).fill('Валиева');
  await expectRows(officer, books);
  await officer.reload();
  await expectRows(officer, books);
  await expect(chips().first()).toContainText('Дирекция');
});

test('a person is added by hand, and her position is changed', async () => {
  await officer.goto(`${product.portal}/lk/admin/staff/employees`);
  await officer.getByRole('button', { name: 'Добавить сотрудника' }).click();
  await dialog().getByRole('textbox', { name: 'Фамилия' }).fill(newcomer.surname);
  await dialog().getByRole('textbox', { name: 'Имя' }).fill('Лола');
  await dialog().getByRole('textbox', { name: 'Почта' }).fill(newcomer.email);
  await dialog().getByRole('button', { name: 'Добавить сотрудника' }).click();
  await expect(dialog()).toHaveCount(0);
  await officer.getByRole('searchbox', { name: 'Имя, почта или должность' }).fill(newcomer.surname);
  await expectRows(officer, [newcomer]);
  const line = officer.getByRole('row').filter({ hasText: newcomer.email });
  await line.getByRole('button', { name: /Изменить|Редактировать/ }).click();
  await dialog().getByRole('textbox', { name: 'Должность' }).fill('Мастер смены');
  await dialog().getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(dialog()).toHaveCount(0);
  await expect(line).toContainText('Мастер смены');
});

test('a tag is given to all found people on every page except the unticked ones', async () => {
  await officer.goto(`${product.portal}/lk/admin/staff/tags`);
  await officer.getByRole('button', { name: 'Создать тег' }).first().click();
  await dialog().getByLabel('Название').fill(TAG);
  await dialog().getByRole('button', { name: 'Создать тег' }).click();
  await expect(officer.getByRole('article', { name: TAG })).toBeVisible();
  await showDepartment('Цех', 'Показать 24 человек');
  await officer.getByRole('checkbox', { name: 'Выбрать все строки на странице' }).check();
  await bar().getByRole('button', { name: 'Выбрать все найденные: 24' }).click();
  await row(shop[2]!).uncheck();
  await officer.getByRole('button', { name: 'Страница 2' }).click();
  await expectRows(officer, shop.slice(20));
  await row(shop[22]!).uncheck();
  await bar().getByRole('button', { name: 'Добавить тег' }).click();
  await dialog().getByRole('combobox', { name: 'Тег' }).click();
  await officer.getByRole('option', { name: TAG }).click();
  await dialog().getByRole('button', { name: 'Добавить тег 22 сотрудникам' }).click();
  await expect(bar(), 'nobody is selected any more').toHaveCount(0);
  await openFilters();
  await drawer().getByRole('combobox', { name: 'Теги' }).click();
  await officer.getByRole('option', { name: TAG }).click();
  await officer.keyboard.press('Escape');
  await closeFilters('Показать 22 человек');
  const tagged = shop.filter((one) => one !== shop[2] && one !== shop[22]);
  await expectRows(officer, tagged.slice(0, 20));
});

test('all found people except one are removed, and one of them is restored', async () => {
  await showDepartment('Дирекция', 'Показать 5 человек');
  await officer.getByRole('checkbox', { name: 'Выбрать все строки на странице' }).check();
  await row(books[0]!).uncheck();
  await bar().getByRole('button', { name: 'Удалить' }).click();
  await dialog().getByRole('button', { name: 'Удалить 4 сотрудников' }).click();
  await expectRows(officer, [books[0]!]);
  await officer.getByText('Удалённые', { exact: true }).click();
  const gone = officer.getByRole('table', { name: 'Удалённые сотрудники' });
  await expect(gone.getByRole('row')).toHaveCount(5);
  await officer.getByRole('button', { name: `Восстановить: ${board[1]!.surname} Лола` }).click();
  await expect(gone.getByRole('row')).toHaveCount(4);
  await showDepartment('Дирекция', 'Показать 2 человек');
  await expectRows(officer, [board[1]!, books[0]!]);
});
